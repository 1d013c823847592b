import type { FieldTypeName } from '@grimoire/protocol';
import type { OptionPlace } from './check-options.ts';
import type { Choice, Field } from '../field.ts';
import { type FieldType, InvalidValue } from '../field-type.ts';
import { readSchema } from '../json-schema/read-schema.ts';
import { fieldTypes } from '../field-types/all.ts';

/** Options of a field that only some types have. */
interface TypeOptions {
  readonly maxLength?: number | undefined;
  readonly maxDigits?: number | undefined;
  readonly decimalPlaces?: number | undefined;
}

/** Reports options that have no effect on a field of this type. */
export function checkUnusedOptions(options: TypeOptions, type: FieldTypeName, { place, problems }: OptionPlace): void {
  const isOption = {
    maxLength: fieldTypes[type].isText === true,
    maxDigits: fieldTypes[type].traits.hasDigits === true,
    decimalPlaces: fieldTypes[type].traits.hasDigits === true,
  };
  for (const name of ['maxLength', 'maxDigits', 'decimalPlaces'] as const)
    if (options[name] !== undefined && !isOption[name])
      problems.add('E061', `${place} ${name}`, { message: `${type} has no such limit.`, cure: 'Leave it out, or use another `type`.' });
}

/** Reports a schema that the service can not carry, with the place in it, and one of a field that is no JSON. */
export function checkSchema(schema: unknown, { type }: Field, { place, problems }: OptionPlace): void {
  if (schema === undefined) return;
  if (!takesSchema(type)) {
    problems.add('E070', `${place} schema`, { message: `A ${type.name} has none.`, cure: 'Leave it out: it is of a JSONField.' });
    return;
  }
  const read = readSchema(schema);
  for (const { path, message, cure } of 'problems' in read ? read.problems : [])
    problems.add('E070', `${place} schema${path === '' ? '' : `.${path}`}`, { message, cure });
}

/** Whether the values of a type are any JSON. */
export function takesSchema({ traits }: FieldType): boolean {
  return traits.isJson === true && traits.isList !== true;
}

/** The first choice that is no value of the field's type. The choices of JSON are those of what is in it. */
export function strangeChoice(field: Field, choices: readonly (string | Choice)[]): string | undefined {
  if (field.type.traits.isJson) return undefined;
  return choices.map((choice) => String(typeof choice === 'string' ? choice : choice.value)).find((value) => !isValue(value, field));
}

function isValue(text: string, field: Field): boolean {
  try {
    field.type.parse(text, field);
    return true;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return false;
  }
}

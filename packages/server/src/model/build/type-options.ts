import type { FieldTypeName } from '@grimoire/protocol';
import type { OptionPlace } from './check-options.ts';
import type { Choice, Field } from '../field.ts';
import { InvalidValue } from '../field-type.ts';
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

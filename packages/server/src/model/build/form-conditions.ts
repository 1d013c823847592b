import type { FieldConditions } from '@grimoire/protocol';
import type { FieldConfig } from '../config/config.ts';
import type { ConditionValue, FormCondition } from '../config/form.ts';
import type { Field } from '../field.ts';
import { didYouMean, type Problems } from './checks.ts';
import { strangeChoice } from './type-options.ts';

type Conditions = Pick<Field, 'visibleWhen' | 'readonlyWhen'>;

/** The conditions of a field, each with a list of values. */
export function conditionsOf({ visibleWhen, readOnlyWhen }: FieldConfig): Conditions {
  return {
    ...(visibleWhen ? { visibleWhen: inLists(visibleWhen) } : {}),
    ...(readOnlyWhen ? { readonlyWhen: inLists(readOnlyWhen) } : {}),
  };
}

function inLists(condition: FormCondition): FieldConditions {
  const isList = (values: ConditionValue | readonly ConditionValue[]): values is readonly ConditionValue[] => Array.isArray(values);
  const entries = Object.entries(condition).filter(([, values]) => values !== undefined);
  return Object.fromEntries(entries.map(([name, values = null]) => [name, isList(values) ? values : [values]]));
}

/**
 * Reports conditions on fields that do not exist, that the config hides, that are the field itself or whose values a form can not compare, and
 * values that such a field can not have.
 */
export function checkConditions(model: string, fields: readonly Field[], problems: Problems): void {
  for (const field of fields)
    for (const [option, condition] of [
      ['visibleWhen', field.visibleWhen],
      ['readOnlyWhen', field.readonlyWhen],
    ] as const)
      for (const [name, values] of Object.entries(condition ?? {})) {
        const at = { place: `${model} fields.${field.name} ${option}`, problems };
        if (name === field.name) problems.add('E039', at.place, { message: 'It is about the field itself.', cure: 'Name another field.' });
        else checkCondition(name, values, fields, at);
      }
}

interface ConditionPlace {
  readonly place: string;
  readonly problems: Problems;
}

function checkCondition(
  name: string,
  values: readonly ConditionValue[],
  fields: readonly Field[],
  { place, problems }: ConditionPlace,
): void {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) {
    const names = fields.filter(({ hidden }) => !hidden).map((candidate) => candidate.name);
    problems.add('E010', place, { message: `"${name}" is none.`, cure: didYouMean(name, names) });
  } else if (field.hidden) problems.add('E014', place, { message: `"${name}" is.`, cure: 'Take it out, or show the field.' });
  else if (field.link || field.type.traits.isJson || field.type.traits.isUnsortable)
    problems.add('E039', place, { message: `"${name}" is a ${field.type.name}.`, cure: 'Name a field with one short value.' });
  else {
    const wrong = values.find((value) => value !== null && !isValueOf(field, value));
    if (wrong === undefined) return;
    const cure = field.choices
      ? didYouMean(
          String(wrong),
          field.choices.map(({ value }) => String(value)),
        )
      : 'Give values of that type.';
    problems.add('E039', place, { message: `"${wrong}" is no value of "${name}".`, cure });
  }
}

/** Forms compare values as they are in rows. */
function isValueOf(field: Field, value: string | number | boolean): boolean {
  if (field.choices) return field.choices.some((choice) => choice.value === value);
  if (field.type.traits.isFlag || typeof value === 'boolean') return field.type.traits.isFlag === true && typeof value === 'boolean';
  return strangeChoice(field, [{ value, label: '' }]) === undefined;
}

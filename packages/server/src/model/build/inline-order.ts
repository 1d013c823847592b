import type { Field } from '../field.ts';
import { didYouMean, type Problems } from './checks.ts';
import type { Draft } from './registry-input.ts';

/** Names of fields that say in which order rows stand, without `_` and capitals. */
const usualNames = ['position', 'sortorder', 'sort', 'rank', 'ordinal', 'orderindex', 'sequence'];

/**
 * The field by whose values the rows of an inline are in order: the one that the config names, otherwise one with a usual name. Reports a
 * named field that can not be it.
 */
export function orderFieldOf(
  { registration, fields }: Draft,
  named: string | false | undefined,
  { place, problems }: { readonly place: string; readonly problems: Problems },
): string | undefined {
  if (named === false) return undefined;
  const possible = fields.filter((field) => whyNot(field) === undefined);
  if (named === undefined) {
    const usual = usualNames.flatMap((name) => possible.filter((field) => plain(field.name) === name && !isNumbered(field)));
    return usual[0]?.name;
  }
  const field = fields.find(({ name }) => name === named);
  const reason = field ? whyNot(field) : `is no field of ${registration.key}`;
  if (reason === undefined) return named;
  const names = possible.map(({ name }) => name);
  problems.add('E024', place, { message: `"${named}" ${reason}.`, cure: didYouMean(named, names) });
  return undefined;
}

/** Whether the number of a row is one of a series over all rows, which nobody means to change. */
function isNumbered({ unique, hasDefault, defaultValue }: Field): boolean {
  return unique || (hasDefault && defaultValue === undefined);
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** Why users can not set the order of rows by the values of a field. */
function whyNot(field: Field): string | undefined {
  if (field.primaryKey) return 'is a part of the key, which does not change';
  if (!field.type.name.endsWith('IntegerField') || field.relation || field.link || field.choices) return 'is no integer';
  if (field.hidden || field.writeOnly) return 'is hidden';
  if (field.detailOnly || !field.queryable) return 'is in no list';
  if (!field.editable || field.refused?.update !== undefined || field.fill) return 'is not edited';
  if (field.visibleWhen || field.readonlyWhen) return 'is not always edited';
  return undefined;
}

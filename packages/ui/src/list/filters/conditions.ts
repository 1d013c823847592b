import { filterGroupParameter, isPeriod, type ModelSchema, relativeEndings, trashParameter } from '@grimoire/protocol';
import { textOf } from '../../cells/value-text.ts';
import type { Operator } from '../../kinds/field-kind.ts';
import { labelOf } from '../../schema/use-schema.ts';
import type { Filterable } from './filterable.ts';
import { groupOf } from './groups.ts';
import { type PlainText, t } from '../../texts/text.ts';

/** The filters of a list, as its address has them. */
export type Filters = Readonly<Record<string, unknown>>;

/** A condition that a list has, as it is told: every filter of the address is in one. */
export interface Told {
  /** The names of its filters in the address. */
  readonly names: readonly string[];
  readonly label: string;
  /** What stands between the field and the value; empty for alternatives. */
  readonly words: PlainText | '';
  /** Its values, in the order of the names. */
  readonly values: readonly unknown[];
  /** The field and the operator, by which it can be changed; undefined for filters that the bar does not make. */
  readonly known?: { readonly filterable: Filterable; readonly operator: Operator };
  /** Of alternatives: the conditions of each. */
  readonly alternatives?: readonly (readonly Told[])[];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The search and the trash. */
const shownElsewhere: ReadonlySet<string> = new Set(['q', trashParameter]);

/** All conditions of a list, in the order of the address; the search and the trash have places of their own. */
export function conditionsOf(filters: Filters, schema: ModelSchema, filterables: readonly Filterable[]): readonly Told[] {
  const rest = new Map(Object.entries(filters).filter(([name, value]) => !shownElsewhere.has(name) && isGiven(value)));
  const conditions: Told[] = [];
  for (const name of rest.keys()) {
    if (!rest.has(name)) continue;
    const condition =
      alternativesOf(name, rest.get(name), { schema, filterables }) ??
      knownOf(name, rest, filterables) ??
      unknownOf(name, rest.get(name), schema);
    for (const used of condition.names) rest.delete(used);
    conditions.push(condition);
  }
  return conditions;
}

interface Known {
  readonly schema: ModelSchema;
  readonly filterables: readonly Filterable[];
}

/** The alternatives that the filter bar can make. */
function alternativesOf(name: string, value: unknown, { schema, filterables }: Known): Told | undefined {
  const group = name === filterGroupParameter ? groupOf(value) : undefined;
  if (!group) return undefined;
  const alternatives = group.alternatives.map((filters) => conditionsOf(filters, schema, filterables));
  return { names: [name], label: group.kind === 'any' ? t('Any of') : t('None of'), words: '', values: [], alternatives };
}

function knownOf(name: string, left: ReadonlyMap<string, unknown>, filterables: readonly Filterable[]): Told | undefined {
  const candidates = filterables
    .flatMap((filterable) => filterable.operators.map((operator) => ({ filterable, operator })))
    .map((known) => ({ known, names: known.operator.suffixes.map((suffix) => known.filterable.path + suffix) }))
    .filter(
      ({ names, known: { operator } }) => names.includes(name) && names.every((one) => left.has(one)) && fits(operator, left.get(name)),
    )
    // The longest path, and of its operators the one that says most.
    .toSorted(
      (one, other) => other.known.filterable.path.length - one.known.filterable.path.length || other.names.length - one.names.length,
    );
  const [found] = candidates;
  if (!found) return undefined;
  const { known, names } = found;
  return {
    names,
    label: known.filterable.label,
    words: known.operator.words,
    values: known.operator.value === undefined ? names.map((one) => left.get(one)) : [],
    known,
  };
}

/** Whether an operator could have made a filter with this value: otherwise, it would be told as something that it is not. */
function fits({ value, asks, format = String }: Operator, given: unknown): boolean {
  const values = Array.isArray(given) ? (given as unknown[]) : [given];
  if (values.length === 0 || values.some((one) => typeof one === 'object')) return false;
  if (value !== undefined) return textOf(given) === value;
  if (asks === 'yes or no') return /^(true|false)$/.test(textOf(given));
  if (asks === 'days') return /^[1-9]\d{0,4}$/.test(format(textOf(given)));
  if (asks === 'period') return isPeriod(textOf(given));
  return !Array.isArray(given) || asks === 'choices' || asks === 'rows' || asks === 'texts';
}

const wordsOfLookup: Readonly<Record<string, PlainText>> = {
  exact: 'is',
  in: 'is any of',
  gte: 'is at least',
  lte: 'is at most',
  gt: 'is more than',
  lt: 'is less than',
  isnull: 'is empty:',
  isempty: 'is empty:',
  icontains: 'contains',
  date: 'is on the day',
  year: 'is in the year',
  range: 'is in the range',
};

/** A filter that the bar does not make: `placedAt__date` as "Placed at", "is on the day". */
function unknownOf(name: string, value: unknown, schema: ModelSchema): Told {
  const fields = schema.fields.filter((field) => name === field.name || name.startsWith(`${field.name}__`));
  const field = fields.toSorted((one, other) => other.name.length - one.name.length)[0];
  const steps = name.slice(field?.name.length ?? 0).split('__');
  const last = steps.at(-1) ?? '';
  const words = wordsOfLookup[last];
  const path = steps.slice(1, words === undefined ? undefined : -1);
  return {
    names: [name],
    label: field ? [labelOf(field), ...path].join(' › ') : name,
    words: field ? (words ?? 'is') : 'is',
    values: [value],
  };
}

const absolute = ['__gte', '__lte', '__gt', '__lt'];
const relative = relativeEndings.flatMap((ending) => [ending, `${ending}_date`]);
const ends = [...relative, ...absolute].toSorted((one, other) => other.length - one.length);

/** What one end of a range goes together with: the other one. */
const partners: Readonly<Record<string, string>> = {
  '~from': '~before',
  '~before': '~from',
  '~from_date': '~before_date',
  '~before_date': '~from_date',
};

/** The names of filters that say when, of the same field: days relative to today do not go together with a range, or with others. */
export function rivalsOf(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const end = ends.find((one) => name.endsWith(one));
    if (end === undefined) return [];
    const path = name.slice(0, -end.length);
    const rivals = relative.includes(end)
      ? [...absolute, ...relative.filter((other) => other !== end && other !== partners[end])]
      : relative;
    return rivals.map((other) => path + other);
  });
}

/** The filters of a list without those of a condition. */
export function without(filters: Filters, names: readonly string[]): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)));
}

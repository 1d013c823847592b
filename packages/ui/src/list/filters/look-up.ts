import type { Client } from '@grimoire/client';
import { type FieldSchema, type Key, type ModelSchema, trashParameter } from '@grimoire/protocol';
import { textOf } from '../../cells/value-text.ts';
import type { Operator } from '../../kinds/field-kind.ts';
import { type Filterable, filterablesOf } from './filterable.ts';

/** Values that are looked up in a field of a model. */
export interface Wanted {
  readonly model: string;
  readonly field: Pick<FieldSchema, 'name' | 'unique'>;
  readonly compared: Operator['compared'];
  /** The name of the filter. */
  readonly name: string;
  readonly values: readonly string[];
  /** Whether they are looked up in the trash. */
  readonly isOfTrash?: boolean;
}

/** Which of the values rows have, as they are compared, each with the keys of its rows; null where there are too many rows to tell. */
export type Matches = ReadonlyMap<string, readonly Key[]> | null;

/** Whether letters in upper case are others, the database has said. */
function lower(value: string): string {
  return value.toLowerCase();
}

type Rows = Pick<Client, 'model'>;

/** The rows of a page of matches: the most that a service gives. */
const pageSize = 200;
/** Pages after which it is not known which values rows have: many rows have the same ones. */
const mostPages = 20;

/** Looks up which of the values rows have. Each page leaves out the values that those before had. */
export async function matchesOf(
  client: Rows,
  { model, field, name, values, compared = lower, isOfTrash = false }: Wanted,
  signal?: AbortSignal,
): Promise<Matches> {
  const matches = new Map<string, Key[]>();
  const trash = isOfTrash ? { [trashParameter]: 'only' } : {};
  let rest = values;
  for (let page = 0; page < mostPages && rest.length > 0; page++) {
    const { results, next } = await client.model(model).list({ [name]: rest, ...trash, page_size: pageSize }, signal ? { signal } : {});
    for (const row of results as readonly Readonly<Record<string, unknown>>[]) {
      const value = compared(textOf(row[field.name]));
      const keys = matches.get(value) ?? [];
      matches.set(value, [...keys, (row['pk'] ?? row['id']) as Key]);
    }
    if (next === null) return matches;
    const others = rest.filter((value) => !matches.has(compared(value)));
    // The rows of the page have none of the values as they are written here.
    if (others.length === rest.length) return null;
    rest = others;
  }
  return rest.length === 0 ? matches : null;
}

/** The values that no row has. */
export function missingOf(
  { compared = lower, values }: Pick<Wanted, 'compared' | 'values'>,
  matches: ReadonlyMap<string, unknown>,
): readonly string[] {
  return values.filter((value) => !matches.has(compared(value)));
}

/** The operator by which many values of a field are looked for; undefined where there is none. */
export function listOperator({ operators }: Filterable): Operator | undefined {
  return operators.find(({ asks, suffixes }) => asks === 'texts' && suffixes[0] === '__in');
}

/** The fields in which pasted values may stand: those that are searched, other unique ones, and the key. */
export function fieldsOfPaste(schema: ModelSchema, filterables: readonly Filterable[]): readonly Filterable[] {
  const unique = schema.fields.filter((field) => field.unique).map(({ name }) => name);
  const paths = new Set([...schema.search_fields, ...unique, schema.pk_field]);
  return [...paths].flatMap((path) => filterables.filter((one) => one.path === path && listOperator(one) !== undefined));
}

/** A field with the values that it may have, of which rows have some. */
export interface PastedField {
  readonly filterable: Filterable;
  readonly values: readonly string[];
  readonly leftOut: readonly string[];
}

function readBy(filterable: Filterable, values: readonly string[]): PastedField {
  const { readAll } = listOperator(filterable) ?? {};
  return { filterable, ...(readAll ? readAll(values.join('\n')) : { values, leftOut: [] }) };
}

/** The field of which rows have most of the values; undefined where no row has one in any field. The first field that has all is taken. */
export async function fieldOfPaste(client: Rows, schema: ModelSchema, pasted: readonly PastedField[]): Promise<PastedField | undefined> {
  let best: PastedField | undefined;
  let most = 0;
  for (const one of pasted) {
    const count = await countOf(client, schema, one);
    if (count > most) [best, most] = [one, count];
    if (count === one.values.length && one.leftOut.length === 0) break;
  }
  return best;
}

/** How many of the values rows have. A field of another model counts if any of them has: its values are not in the rows. */
async function countOf(client: Rows, { model }: ModelSchema, { filterable, values }: PastedField): Promise<number> {
  const { path, field } = filterable;
  const name = `${path}__in`;
  if (path !== field.name) {
    const { count } = await client.model(model).list({ [name]: [...values], page_size: 1 });
    return Math.min(count, 1);
  }
  const wanted = { model, field, name, values, compared: listOperator(filterable)?.compared };
  const matches = await matchesOf(client, wanted);
  return matches ? values.length - missingOf(wanted, matches).length : values.length;
}

/** Pasted values as each of the fields may have them. */
export function pastedFields(schema: ModelSchema, filterables: readonly Filterable[], values: readonly string[]): readonly PastedField[] {
  return fieldsOfPaste(schema, filterables)
    .map((filterable) => readBy(filterable, values))
    .filter((one) => one.values.length > 0);
}

/** The most labels that are looked up one by one. */
const mostLabels = 100;

/** The rows of a model that pasted labels or values of its fields name, and what names none. */
export async function rowsOfPaste(client: Rows, schema: ModelSchema, values: readonly string[]): Promise<PastedRows> {
  const keys: Key[] = [];
  let rest = values;
  for (const { filterable, ...read } of fieldsOfPaste(schema, filterablesOf(schema, { models: [], related: new Map() })).map((one) =>
    readBy(one, rest),
  )) {
    const { field, path } = filterable;
    const compared = listOperator(filterable)?.compared;
    const wanted = {
      model: schema.model,
      field,
      name: `${path}__in`,
      values: read.values.filter((value) => rest.includes(value)),
      compared,
    };
    const matches = wanted.values.length === 0 ? null : await matchesOf(client, wanted);
    if (!matches) continue;
    keys.push(...[...matches.values()].flat());
    const missing = new Set(missingOf(wanted, matches));
    rest = rest.filter((value) => !wanted.values.includes(value) || missing.has(value));
  }
  const missing: string[] = rest.slice(mostLabels);
  for (const label of rest.slice(0, mostLabels)) {
    const { results } = await client.model(schema.model).autocomplete(label);
    const same = results.filter((one) => one.label.toLowerCase() === label.toLowerCase());
    if (same.length === 0) missing.push(label);
    keys.push(...same.map(({ value }) => value));
  }
  return { keys: [...new Set(keys)], missing };
}

interface PastedRows {
  readonly keys: readonly Key[];
  readonly missing: readonly string[];
}

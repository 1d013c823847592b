import { aggregateParameters, filterGroupParameter, type Key, reservedParameters } from '@grimoire/protocol';
import type { RaRecord } from 'ra-core';
import { exactJson } from '../exact-json.ts';
import { relativeFilters } from './relative-days.ts';

/**
 * A row as a react-admin record: its key as `id`, and its ETag for a later save, if it was read alone. For a model with a column
 * `id` that is not its key, `_row` is the row as it was served.
 */
export type ServedRecord = RaRecord<Key> & { readonly _etag?: string; readonly _row?: AnyValues };

/** Values by the names of fields. */
export type AnyValues = Readonly<Record<string, unknown>>;

/** Whether the key of a row is ambiguous: `pk` and `id` differ, and either may be a column. */
export function isAmbiguous({ pk, id }: AnyValues): boolean {
  return pk !== undefined && id !== undefined && pk !== id;
}

/** A row of a list. @param keyField the field that has the key, if it is known */
export function recordOf(row: AnyValues, keyField?: string): ServedRecord {
  const { pk, id } = row as { pk?: Key; id: Key };
  const key = keyField !== undefined && keyField in row ? (row[keyField] as Key) : (pk ?? id);
  return key === id ? { ...row, id } : { ...row, id: key, ...('id' in row ? { _row: row } : {}) };
}

/** The values of a row, under the names of its fields. */
export function rowOf({ _row: row, ...record }: ServedRecord): AnyValues {
  return row ?? record;
}

/** The values of a form that the user changed; unchanged values are not sent. */
export function changesOf(data: AnyValues, previous: AnyValues | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) =>
        name !== '_etag' && name !== '_row' && value !== undefined && (previous === undefined || !isSame(value, previous[name])),
    ),
  );
}

/** Whether two JSON values are equal; undefined equals null. */
export function isSame(one: unknown, other: unknown): boolean {
  return (one ?? null) === (other ?? null) || exactJson.stringify(one ?? null) === exactJson.stringify(other ?? null);
}

/** Filters as parameters of a list, relative ones as of now: `{ customer: { country: 'SE' } }` of nested inputs becomes `customer__country`. */
export function filtersOf(filter: AnyValues, prefix = ''): Record<string, FilterText | readonly FilterText[]> {
  const filters: Record<string, FilterText | readonly FilterText[]> = {};
  for (const [key, value] of Object.entries(filter)) {
    const name = prefix + (prefix === '' ? parameterOf(key) : key);
    if (value === null || value === undefined || value === '') continue;
    const relative = relativeFilters(name, value);
    if (relative) Object.assign(filters, relative);
    else if (name === filterGroupParameter && typeof value === 'string') filters[name] = resolvedGroup(value);
    else if (Array.isArray(value)) filters[name] = value as FilterText[];
    else if (typeof value === 'object') Object.assign(filters, filtersOf(value as AnyValues, `${name}__`));
    else filters[name] = value as FilterText;
  }
  return filters;
}

/** A group of filters with those that are relative to today as of now. */
function resolvedGroup(text: string): string {
  if (!text.includes('~')) return text;
  try {
    return JSON.stringify(resolved(JSON.parse(text), 0));
  } catch {
    // The service says what is wrong with it.
    return text;
  }
}

/** The service takes no deeper groups. */
const maxDepth = 10;

function resolved(part: unknown, depth: number): unknown {
  if (depth > maxDepth || typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => resolved(one, depth + 1));
  const members = Object.entries(part).map(
    ([name, value]): object => relativeFilters(name, value) ?? { [name]: resolved(value, depth + 1) },
  );
  return Object.assign({}, ...members) as object;
}

const reserved: ReadonlySet<string> = new Set([...reservedParameters, ...aggregateParameters]);

/** The parameter of a filter: a field with the name of another parameter is `page__exact` (CONTRACT §4). */
function parameterOf(key: string): string {
  if (key === 'q') return 'search';
  return key !== 'search' && reserved.has(key) ? `${key}__exact` : key;
}

type FilterText = string | number | boolean;

import { type Key, reservedParameters } from '@grimoire/protocol';
import type { RaRecord } from 'ra-core';

/**
 * A row as react-admin keeps it: its key as `id`, and the ETag that a save is held against, where it was read alone.
 * Of a model with a column `id` that is not its key, `_row` is the row as it was served.
 */
export type ServedRecord = RaRecord<Key> & { readonly _etag?: string; readonly _row?: AnyValues };

/** Values by the names of fields. */
export type AnyValues = Readonly<Record<string, unknown>>;

/** Whether a row does not say which of two values is its key: the one of a column `pk`, or the one of `id`. */
export function isAmbiguous({ pk, id }: AnyValues): boolean {
  return pk !== undefined && id !== undefined && pk !== id;
}

/** A row of a list. @param keyField where rows of the model have their key, if it is known. */
export function recordOf(row: AnyValues, keyField?: string): ServedRecord {
  const { pk, id } = row as { pk?: Key; id: Key };
  const key = keyField !== undefined && keyField in row ? (row[keyField] as Key) : (pk ?? id);
  return key === id ? { ...row, id } : { ...row, id: key, ...('id' in row ? { _row: row } : {}) };
}

/** The values of a row, under the names of its fields. */
export function rowOf({ _row: row, ...record }: ServedRecord): AnyValues {
  return row ?? record;
}

/** The values of a form that its person changed: what they left alone is not theirs to write. */
export function changesOf(data: AnyValues, previous: AnyValues | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) =>
        name !== '_etag' && name !== '_row' && value !== undefined && (previous === undefined || !isSame(value, previous[name])),
    ),
  );
}

/** Whether two values of JSON are the same; nothing and null are. */
export function isSame(one: unknown, other: unknown): boolean {
  return (one ?? null) === (other ?? null) || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** Filters as lists take them: `{ customer: { country: 'SE' } }` of nested inputs is `customer__country`. */
export function filtersOf(filter: AnyValues, prefix = ''): Record<string, FilterText | readonly FilterText[]> {
  const filters: Record<string, FilterText | readonly FilterText[]> = {};
  for (const [key, value] of Object.entries(filter)) {
    const name = prefix + (prefix === '' ? parameterOf(key) : key);
    if (value === null || value === undefined || value === '') continue;
    if (Array.isArray(value)) filters[name] = value as FilterText[];
    else if (typeof value === 'object') Object.assign(filters, filtersOf(value as AnyValues, `${name}__`));
    else filters[name] = value as FilterText;
  }
  return filters;
}

const reserved: ReadonlySet<string> = new Set(reservedParameters);

/** What a filter is called on the wire: a field of the name of another parameter is `page__exact` (CONTRACT §4). */
function parameterOf(key: string): string {
  if (key === 'q') return 'search';
  return key !== 'search' && reserved.has(key) ? `${key}__exact` : key;
}

type FilterText = string | number | boolean;

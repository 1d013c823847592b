import type { Key } from '@grimoire/protocol';
import type { GetListParams, Identifier, RaRecord } from 'ra-core';
import type { ModelClient } from '../model-client.ts';
import { ApiError } from '../errors.ts';
import type { Keys } from './keys.ts';
import { filtersOf, type ServedRecord } from './records.ts';

/** Rows of a model without a type. */
export type Rows = ModelClient<Readonly<Record<string, unknown>>>;

interface Listed {
  readonly data: RaRecord<Key>[];
  readonly total: number;
  /** Whether the total is exact, or an estimate of the database (CONTRACT §4). */
  readonly meta: { readonly exact: boolean };
}

/** How lists are requested. */
export interface ListParts {
  readonly maxPageSize: number;
  readonly keys: Keys;
}

/** A page of a list; one that exceeds the service's maximum is requested in parts. */
export async function list(
  rows: Rows,
  { pagination, sort, filter, meta, signal }: GetListParams,
  { maxPageSize, keys }: ListParts,
): Promise<Listed> {
  const { page = 1, perPage = 25 } = pagination ?? {};
  const filters = {
    ...filtersOf((filter ?? {}) as object as Readonly<Record<string, unknown>>),
    ...cutOf(meta as { cut?: number } | undefined),
    ...(await orderingOf(sort, () => keys.parameterOf(rows.key))),
  };
  const parts = partsOf(perPage, maxPageSize);
  const data: RaRecord<Key>[] = [];
  let counted = { count: 0, count_exact: true };
  for (let part = 1; part <= parts; part++) {
    const query = { ...filters, page: (page - 1) * parts + part, page_size: perPage / parts };
    const answer = await rows.list(query, signalOf(signal)).catch((error: unknown) => {
      if (query.page > 1 && isPastTheEnd(error)) return undefined;
      throw error;
    });
    // A page past the end of the list is empty; the total comes from an earlier part or page.
    if (!answer) {
      counted = data.length > 0 ? counted : await rows.list({ ...filters, page_size: 1 }, signalOf(signal));
      break;
    }
    counted = answer;
    data.push(...(await keys.records(rows.key, answer.results)));
    if (answer.next === null) break;
  }
  return { data, total: counted.count, meta: { exact: counted.count_exact } };
}

/** The parameter that cuts long values. */
function cutOf(meta: { readonly cut?: number } | undefined): { readonly _cut?: number } {
  return meta?.cut === undefined ? {} : { _cut: meta.cut };
}

/** The number of equal parts in which a page is requested. */
function partsOf(perPage: number, maxPageSize: number): number {
  let parts = Math.ceil(perPage / maxPageSize);
  while (perPage % parts !== 0) parts++;
  return parts;
}

function isPastTheEnd(error: unknown): boolean {
  return (error as { status?: number }).status === 404 && (error as Error).message === 'Invalid page.';
}

/** The rows that match a search text, for a picker. */
export async function suggestions(rows: Rows, { filter, pagination, signal }: GetListParams): Promise<Suggested> {
  const { q } = (filter ?? {}) as { q?: string };
  const page = pagination?.page ?? 1;
  const { results, has_more: hasNextPage } = await rows.autocomplete(q ?? '', { page, ...signalOf(signal) });
  const data = results.map(({ value, label, fields }) => ({ id: value, _label: label, ...(fields ? { _fields: fields } : {}) }));
  return { data, pageInfo: { hasNextPage, hasPreviousPage: page > 1 } };
}

interface Suggested {
  readonly data: RaRecord<Key>[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
}

interface Wanted {
  readonly ids: readonly Identifier[];
  readonly size: number;
  readonly keys: Keys;
  readonly signal?: AbortSignal;
}

/** Rows by their keys, without those that do not exist or that the user may not see. */
export async function many(rows: Rows, { ids, size, ...wanted }: Wanted): Promise<{ data: RaRecord<Key>[] }> {
  const data: RaRecord<Key>[] = [];
  for (let start = 0; start < ids.length; start += size)
    data.push(...(await byKeys(rows, { ...wanted, size, ids: ids.slice(start, start + size) })));
  return { data };
}

/** Few models have a column `pk`: the schema is requested only where a row is missing. */
async function byKeys(rows: Rows, { ids, keys, signal }: Wanted): Promise<ServedRecord[]> {
  const ask = async (name: string): Promise<ServedRecord[]> => {
    const { results } = await rows.list({ [name]: ids, page_size: ids.length }, signalOf(signal));
    return keys.records(rows.key, results);
  };
  const answer = await ask('pk').catch((error: unknown) => {
    if (error instanceof ApiError && error.problem.kind === 'invalid') return error;
    throw error;
  });
  const names = new Set(ids.map(String));
  const wanted = Array.isArray(answer) ? answer.filter(({ id }) => names.has(String(id))) : [];
  if (wanted.length === names.size) return wanted;
  const name = await keys.parameterOf(rows.key);
  if (name !== 'pk') return ask(name);
  if (Array.isArray(answer)) return wanted;
  throw answer;
}

async function orderingOf(sort: GetListParams['sort'], keyName: () => Promise<string>): Promise<{ ordering?: string }> {
  if (!sort) return {};
  // `id` is react-admin's name of the key; a column of that name is sorted by as `_id`.
  const nameOf = async (field: string): Promise<string> => (field === 'id' ? keyName() : field === '_id' ? 'id' : field);
  // Further columns follow the first, each with its direction: `status,-total`.
  const [first = '', ...others] = sort.field.split(',');
  const terms = [sort.order === 'DESC' ? `-${first}` : first, ...others];
  const names = terms.map(async (term) => (term.startsWith('-') ? `-${await nameOf(term.slice(1))}` : nameOf(term)));
  return { ordering: (await Promise.all(names)).join(',') };
}

/** The option `signal`, if there is a signal. */
export function signalOf(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

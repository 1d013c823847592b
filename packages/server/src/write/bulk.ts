import type { Deleted, Purged, Updated } from '@grimoire/protocol';
import { requireRight } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { type AdminError, invalidParameter } from '../errors/errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { TrashRight } from '../model/actor.ts';
import { InvalidValue } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import { isPerhapsRounded } from '../model/raw-number.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { Chosen } from '../plan/write.ts';
import { type KeyValues, parseKey } from '../request/key.ts';
import { deleteRows, type KeptRows, purgeRows } from './delete.ts';
import type { RowInput } from './read-input.ts';
import { keyOfRow, keyOfValues } from './row.ts';
import { RelativeChange } from './relative-change.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { lockRows } from './lock.ts';
import { takeOutOfTrash } from './soft-delete.ts';
import { updateRows } from './update.ts';
import { say } from '../texts/message.ts';

/** The largest number of ids or operations in one call (CONTRACT §6). */
export const maxBulk = 10_000;

/** The rows of a bulk change: those of these ids, or all that filters match. */
export type RowsToChange = readonly unknown[] | Matching;

type Matching = Extract<Chosen, { readonly kind: 'matching' }>;

/**
 * Applies the same change to several rows. @returns how many there were, how many of them the database has taken out of their table, and how many a relative
 * change has left without a value.
 */
export async function bulkUpdate(unit: UnitOfWork, model: Model, chosen: RowsToChange, input: RowInput): Promise<Updated> {
  const rows = 'kind' in chosen ? await lockMatching(unit, model, chosen) : await lockAll(unit, model, chosen, 'change');
  const gone = await updateRows(unit, { model, rows }, input);
  unit.empty = emptyIn(rows, input);
  return { updated: rows.length, ...(gone === 0 ? {} : { gone }), ...(unit.empty ? { empty: unit.empty } : {}) };
}

/** For each field with a relative change, how many rows have no value; undefined if all have one. */
function emptyIn(rows: readonly StoredRow[], input: RowInput): Readonly<Record<string, number>> | undefined {
  const counts = Object.entries(input)
    .filter(([, value]) => value instanceof RelativeChange)
    .map(([name]) => [name, rows.filter((row) => row[name] === null).length] as const)
    .filter(([, count]) => count > 0);
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}

/** Locks the rows that filters match. Throws a 400 before any of them is read, if they are too many. */
async function lockMatching(unit: UnitOfWork, model: Model, { filters, search }: Matching): Promise<StoredRow[]> {
  const plan = { kind: 'matching keys', model, right: 'change', filters, search, limit: maxBulk + 1 } as const;
  const values = await unit.writes.matchingKeys(authorizeWrite(plan, unit.policy));
  if (values.length > maxBulk) throw invalidParameter('all_filtered', say('tooManyMatching', { most: maxBulk }));
  const keys = keysIn(model, values);
  return keys.length === 0 ? [] : lockRows(unit, model, keys, 'change');
}

/** Deletes rows. @returns how many, and how many the database has kept and changed instead. */
export async function bulkDelete(unit: UnitOfWork, model: Model, ids: readonly unknown[]): Promise<Deleted> {
  const rows = await lockAll(unit, model, ids, 'delete');
  const remaining = await deleteRows(unit, { model, rows, action: 'bulk_delete' });
  return { deleted: rows.length - remaining.size, ...ofKept(remaining) };
}

/** Deletes rows in the trash for good. The unit's policy is that of the trash. @returns how many, and how many the database has kept. */
export async function bulkPurge(unit: UnitOfWork, model: Model, ids: readonly unknown[]): Promise<Purged> {
  const rows = await lockAll(unit, model, ids, 'purge');
  const remaining = await purgeRows(unit, { model, rows });
  return { purged: rows.length - remaining.size, ...ofKept(remaining) };
}

function ofKept({ size }: KeptRows): { readonly kept?: number } {
  return size === 0 ? {} : { kept: size };
}

/** Takes rows out of the trash. The unit's policy is that of the trash. @returns how many. */
export async function bulkRestore(unit: UnitOfWork, model: Model, ids: readonly unknown[]): Promise<number> {
  const rows = await lockAll(unit, model, ids, 'restore');
  if (model.softDelete) await takeOutOfTrash(unit, { model, field: model.softDelete, rows });
  return rows.length;
}

/** Locks the rows of these ids. Throws a 400 that names the ids that the actor cannot reach. */
async function lockAll(
  unit: UnitOfWork,
  model: Model,
  ids: readonly unknown[],
  right: 'change' | 'delete' | TrashRight,
): Promise<StoredRow[]> {
  // Before ids are looked up; `authorizeWrite` requires it again for each statement.
  requireRight(unit.policy, model, right);
  const keys = readIds(model, ids);
  const rows = await lockRows(unit, model, [...keys.values()], right);
  if (rows.length < keys.size) {
    const presentKeys = new Set(rows.map((row) => keyTextOf(model, keyOfRow(model, row))));
    throw unknownIds([...keys.keys()].filter((key) => !presentKeys.has(key)));
  }
  return rows;
}

/** The keys of a list of ids, each once. Throws a 400 for an empty list, and for ids that are no keys. */
export function readIds(model: Model, ids: readonly unknown[]): ReadonlyMap<string, KeyValues> {
  if (ids.length === 0) throw invalidParameter('ids', say('noIds'));
  const keys = new Map<string, KeyValues>();
  const bad: string[] = [];
  for (const id of ids) {
    if (isPerhapsRounded(id)) throw invalidParameter('ids', say('longNumber'));
    const key = typeof id === 'string' || typeof id === 'number' ? parseKey(model, String(id)) : null;
    if (key) keys.set(keyTextOf(model, key), key);
    else bad.push(typeof id === 'string' ? id : JSON.stringify(id));
  }
  if (bad.length > 0) throw unknownIds(bad);
  return keys;
}

/** The keys that a statement has found. Throws a 400 that names those by which no row is found: a column of SQLite may hold any value. */
export function keysIn(model: Model, found: readonly (readonly unknown[])[]): KeyValues[] {
  const keys: KeyValues[] = [];
  const bad: string[] = [];
  for (const values of found) {
    try {
      keys.push(keyOfValues(model, values));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      bad.push(values.map(String).join('~'));
    }
  }
  if (bad.length > 0) throw unknownIds(bad);
  return keys;
}

const maxNamed = 100;

/** The 400 that names ids that do not exist or that the actor cannot reach. */
export function unknownIds(ids: readonly string[]): AdminError {
  const named = ids.slice(0, maxNamed).map((id) => id.slice(0, 100));
  const more = ids.length - named.length;
  const message = more > 0 ? say('unknownIdsAndMore', { ids: named, count: more }) : say('unknownIds', { ids: named });
  return invalidParameter('ids', message);
}

import { authorize } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import { notFound } from '../errors/errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { type Model, fieldsWithoutLarge } from '../model/model.ts';
import { parseExact } from '../model/raw-number.ts';
import { planRow } from '../plan/list.ts';
import type { KeyValues } from '../request/key.ts';
import type { OneRow } from '../store/reads.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A row after it was written. */
export interface SavedRow {
  readonly after: StoredRow;
  /** The row as the current user may see it. */
  readonly answer: OneRow;
}

/** The row as the current user may see it; null if they cannot reach it. */
export function rowInReach({ policy, writes }: UnitOfWork, model: Model, key: KeyValues): Promise<OneRow | null> {
  return writes.row(authorize(planRow(model, key, { forWriter: true }), policy));
}

/** The row as the current user may see it. Throws a 404 if they cannot reach it. */
export async function rowForWriter(unit: UnitOfWork, model: Model, key: KeyValues): Promise<OneRow> {
  const row = await rowInReach(unit, model, key);
  if (!row) throw notFound();
  return row;
}

/** A part of a row: its key and the named fields. Its ETag is that of the whole row. */
export function partOfRow(model: Model, row: OneRow, names: readonly string[]): OneRow {
  const only = (json: string, wanted: ReadonlySet<string>): string =>
    JSON.stringify(Object.fromEntries(Object.entries(parseExact(json) as object).filter(([name]) => wanted.has(name))));
  const keys = model.primaryKey.map((field) => field.name);
  return { fields: only(row.fields, new Set([...keys, ...names])), helpers: only(row.helpers, new Set(['id', 'pk'])), tagged: row.fields };
}

/** Whether the row as an actor sees it has all fields that hooks and the audit log need. */
export function seesWhole(policy: Policy, model: Model): boolean {
  return policy.access(model).fields === model.fields && fieldsWithoutLarge(model).length === model.fields.length;
}

/** Reads a row after it was written; null if the current user can no longer reach it. */
export async function readBack(unit: UnitOfWork, model: Model, key: KeyValues, right: 'add' | 'change'): Promise<SavedRow | null> {
  const { policy, writes } = unit;
  const answer = await writes.row(authorize(planRow(model, key, { forWriter: true }), policy));
  if (!answer) return null;
  if (seesWhole(policy, model)) return { answer, after: parseExact(answer.fields) as StoredRow };
  const [after] = await writes.rowsForWrite(authorizeWrite({ kind: 'rows for write', model, right, keys: [key], mode: 'read' }, policy));
  return after ? { answer, after } : null;
}

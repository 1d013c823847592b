import type { Transaction } from '../databases/database.ts';
import type { Ran, RawStatement } from '../databases/statement.ts';
import type { BoundStatement } from '../sql/compile.ts';

type Noting = Pick<Transaction, 'notes' | 'run' | 'runLater'>;

/**
 * Runs a statement, and notes the rows that it changes, where the database does not tell by itself.
 * @param plain the statement as it is run.
 */
export async function runNoting(transaction: Noting, bound: BoundStatement, plain: RawStatement): Promise<Ran> {
  const { notes } = transaction;
  const { watched } = bound.statement;
  if (!notes || !watched) return transaction.run(plain);
  const { table, operation, reachesOthers } = watched;
  if (typeof table === 'string' || reachesOthers) notes.watchOthers();
  if (typeof table === 'string') {
    const ran = await transaction.run(plain);
    if (ran.changes > 0) notes.unnoted(table);
    return ran;
  }
  const again = notes.noting(table) ? bound.again() : undefined;
  if (bound.watch || table.hasTriggers) notes.changing(table);
  if (bound.watch) transaction.runLater(bound.watch);
  const ran = await transaction.run(again ?? plain);
  const rows = operation === 'create' ? Math.max(ran.rows.length, ran.changes) : ran.changes;
  const [changes = 0, noted = 0] = watched.isCounted ? (ran.rows[0] ?? []).map(Number) : [rows, rows];
  notes.noted(noted);
  notes.changed(table, operation, changes);
  return watched.isCounted ? { rows: [], changes } : ran;
}

/**
 * Sends what notes the rows of other tables that a delete is about to change.
 * @param deletion the delete, which is not run here: what its triggers write is counted from before the rows are noted.
 */
export function watchEffects(transaction: Noting, deletion: BoundStatement, effects: readonly BoundStatement[]): void {
  const { notes } = transaction;
  if (!notes) return;
  const watched = effects.flatMap(({ statement, watch }) => (statement.watched ? [{ ...statement.watched, watch }] : []));
  const tables = [deletion.statement.watched, ...watched].flatMap((one) => (one ? [one.table] : []));
  const isUnsure =
    watched.some(({ reachesOthers }) => reachesOthers) || tables.some((table) => typeof table === 'string' || table.hasTriggers);
  if (isUnsure) notes.watchOthers();
  for (const { table, watch } of watched) {
    if (typeof table === 'string') continue;
    notes.changing(table);
    if (watch) transaction.runLater(watch);
  }
}

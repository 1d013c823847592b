import type { Transaction } from '../databases/database.ts';
import type { Ran } from '../databases/statement.ts';
import type { BoundStatement } from '../sql/compile.ts';

/** Runs a statement, and sends first what notes the rows that it changes, where the database does not tell by itself. */
export async function runNoting(
  transaction: Pick<Transaction, 'notes' | 'runLater'>,
  { statement: { watched }, watch }: BoundStatement,
  run: () => Promise<Ran>,
): Promise<Ran> {
  const { notes } = transaction;
  if (!notes || !watched) return run();
  const { table, operation, reachesOthers } = watched;
  if (typeof table === 'string' || reachesOthers) notes.watchOthers();
  if (typeof table === 'string') {
    const ran = await run();
    if (ran.changes > 0) notes.unnoted(table);
    return ran;
  }
  if (watch || table.hasTriggers) notes.changing(table);
  else notes.noted(table);
  if (watch) transaction.runLater(watch);
  const ran = await run();
  const counted = watched.isCounted ? { rows: [], changes: Number(ran.rows[0]?.[0]) } : ran;
  notes.changed(table, operation, operation === 'create' ? Math.max(ran.rows.length, ran.changes) : counted.changes);
  return counted;
}

/** Sends what notes the rows of another table that a delete is about to change. */
export function watchEffect(transaction: Pick<Transaction, 'notes' | 'runLater'>, { statement: { watched }, watch }: BoundStatement): void {
  const { notes } = transaction;
  if (!notes || !watched) return;
  if (typeof watched.table === 'string') {
    notes.watchOthers();
    return notes.unnoted(watched.table);
  }
  notes.changing(watched.table);
  if (watch) transaction.runLater(watch);
}

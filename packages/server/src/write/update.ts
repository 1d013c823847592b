import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { KeyValues } from '../request/key.ts';
import type { RowInput } from './read-input.ts';
import { partOfRow, readBack, rowForWriter } from './read-back.ts';
import { together } from '../databases/statement-queue.ts';
import { yieldEvery } from '../process/event-loop.ts';
import type { OneRow } from '../store/reads.ts';
import { groupsOf, writeGroup } from './groups.ts';
import { prepareRows } from './same-change.ts';
import { byKeyText, keyOfRow } from './row.ts';
import { recordGone } from './rows-now.ts';
import { type PendingChange, finishRow, prepareChange, recordRow, saveLinks } from './save.ts';
import { requireReason } from './reason.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A locked row, and the input to write into it. */
export interface Update {
  readonly model: Model;
  readonly before: StoredRow;
  readonly input: RowInput;
}

/** A row that was updated; or that the database has taken out of its table, as a trigger does that moves finished rows to an archive. */
type UpdatedRow = { readonly isGone: false; readonly saved: OneRow } | { readonly isGone: true };

/**
 * Writes an input into a locked row; if it changes nothing, the row is not written (CONTRACT §2). Throws a 400 that names every bad field.
 * @returns the row as the current user may see it.
 */
export async function updateRow(unit: UnitOfWork, { model, before, input }: Update): Promise<UpdatedRow> {
  requireReason(unit, model, 'update');
  const options = { isStrict: false, namesRow: false };
  const key = keyOfRow(model, before);
  const row = await prepareChange(unit, { model, before }, input, options);
  if (!row) return { isGone: false, saved: await unchangedAnswer(unit, { model, key, input }) };
  const groups = groupsOf(unit, [row]);
  const write = async (): Promise<void> => {
    for (const group of groups) await writeGroup(unit, group, options);
    await saveLinks(unit, row, key);
  };
  const read = (): ReturnType<typeof readBack> => readBack(unit, model, key, 'change');
  // Without links one statement writes the row: the one that reads it goes to the database with it.
  const [, saved] = row.change.links.size === 0 ? await together(write(), read()) : [await write(), await read()];
  if (!saved) {
    await recordGone(unit, [row], { action: 'update', namesRow: false });
    return { isGone: true };
  }
  await finishRow(unit, row, saved.after, 'update');
  return { isGone: false, saved: unit.hooksOf(model).afterSave ? await rowForWriter(unit, model, key) : saved.answer };
}

/** The answer for a row that the request did not change; without `view`, its key and the fields of the request (CONTRACT §5). */
async function unchangedAnswer(
  unit: UnitOfWork,
  { model, key, input }: { readonly model: Model; readonly key: KeyValues; readonly input: RowInput },
): Promise<OneRow> {
  const row = await rowForWriter(unit, model, key);
  if (unit.policy.may(model, 'view')) return row;
  // Values that were sent for fields that can't be changed were ignored.
  const named = model.fields.filter(({ name, editable }) => editable && Object.hasOwn(input, name));
  return partOfRow(
    model,
    row,
    named.map(({ name }) => name),
  );
}

/** Locked rows that are about to be updated. */
interface RowsToUpdate {
  readonly model: Model;
  readonly rows: readonly StoredRow[];
}

/** Finds a row as it is after the change; undefined if it is no longer in the actor's scope. */
type FindAfter = (row: PendingChange) => StoredRow | undefined;

/**
 * Writes one input into locked rows, as {@link updateRow} does into one; an error names the row.
 * @returns how many of them the database has taken out of their table.
 */
export async function updateRows(unit: UnitOfWork, { model, rows }: RowsToUpdate, input: RowInput): Promise<number> {
  requireReason(unit, model, 'update');
  const options = { isStrict: true, namesRow: true };
  const pending = await prepareRows(unit, { model, rows, input }, options);
  if (pending.length === 0) return 0;
  const groups = groupsOf(unit, pending);
  const write = async (): Promise<void> => {
    for (const group of groups) await writeGroup(unit, group, options);
    for (const row of pending) await saveLinks(unit, row, row.key, true);
  };
  const read = (): Promise<FindAfter> => readAfter(unit, model, pending);
  // One statement writes the rows of one group: without links, the one that reads them goes to the database with it.
  const isOneStatement = groups.length === 1 && pending.every(({ change }) => change.links.size === 0);
  const [, findAfter] = isOneStatement ? await together(write(), read()) : [await write(), await read()];
  const gone = pending.filter((row) => !findAfter(row));
  await recordGone(unit, gone, { action: 'bulk_update', namesRow: true });
  const { afterSave } = unit.hooksOf(model);
  for (const [index, row] of pending.entries()) {
    const after = findAfter(row);
    // Without a hook, nothing is awaited for a row.
    if (after && afterSave) await finishRow(unit, row, after, 'bulk_update');
    else if (after) recordRow(unit, row, after, 'bulk_update');
    await yieldEvery(index);
  }
  return gone.length;
}

async function readAfter({ policy, writes }: UnitOfWork, model: Model, rows: readonly PendingChange[]): Promise<FindAfter> {
  const keys = rows.map(({ key }) => key);
  const after = await writes.rowsForWrite(authorizeWrite({ kind: 'rows for write', model, right: 'change', keys, mode: 'read' }, policy));
  const byKey = byKeyText(model, after);
  return ({ key }) => byKey.get(keyTextOf(model, key));
}

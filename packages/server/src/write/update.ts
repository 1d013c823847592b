import { authorizeWrite } from '../authorize/authorize-write.ts';
import { AdminError } from '../errors.ts';
import type { Field } from '../model/field.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import { type Assignment, SourceSql } from '../plan/write.ts';
import type { KeyValues } from '../request/key.ts';
import { ConstraintViolation, withConstraintErrors } from './constraint-violations.ts';
import type { RowInput } from './read-input.ts';
import { rowForWriter, partOfRow, readBack } from './read-back.ts';
import { together } from '../databases/statement-queue.ts';
import { yieldEvery } from '../event-loop.ts';
import type { OneRow } from '../store/reads.ts';
import { prepareRows } from './same-change.ts';
import { byKeyText, keyOfRow, type RowChange } from './row.ts';
import { assignmentsOf, finishRow, outOfReach, type PendingRow, prepareRow, saveLinks, type SaveOptions } from './save.ts';
import type { WriteSession } from './session.ts';
import { say } from '../texts/message.ts';

/** A locked row, and the input to write into it. */
export interface Update {
  readonly model: Model;
  readonly before: StoredRow;
  readonly input: RowInput;
  /** Whether a field that can't be changed is an error. */
  readonly isStrict: boolean;
}

/**
 * Writes an input into a locked row; if it changes nothing, the row is not written (CONTRACT §2). Throws a 400 that names every bad field.
 * @returns the row as the current user may see it.
 */
export async function updateRow(session: WriteSession, { model, before, input, isStrict }: Update): Promise<OneRow> {
  const options = { isStrict, namesRow: false };
  const key = keyOfRow(model, before);
  const row = await prepareRow(session, { model, before }, input, options);
  if (!row) return unchangedAnswer(session, { model, key, input });
  const write = async (): Promise<void> => {
    for (const group of groupsOf(session, [row])) await writeGroup(session, group, options);
    await saveLinks(session, row, key);
  };
  const read = (): ReturnType<typeof readBack> => readBack(session, model, key, 'change');
  // Without links one statement writes the row: the one that reads it goes to the database with it.
  const [, saved] = row.change.links.size === 0 ? await together(write(), read()) : [await write(), await read()];
  if (!saved) throw outOfReach(session, row);
  await finishRow(session, row, saved.after, 'update');
  return model.hooks.afterSave ? rowForWriter(session, model, key) : saved.answer;
}

/** The answer for a row that the request did not change; without `view`, its key and the fields of the request (CONTRACT §5). */
async function unchangedAnswer(
  session: WriteSession,
  { model, key, input }: { readonly model: Model; readonly key: KeyValues; readonly input: RowInput },
): Promise<OneRow> {
  const row = await rowForWriter(session, model, key);
  if (session.policy.may(model, 'view')) return row;
  // Values that were sent for fields that can't be changed were ignored.
  const named = model.fields.filter(({ name, editable }) => editable && Object.hasOwn(input, name));
  return partOfRow(
    model,
    row,
    named.map(({ name }) => name),
  );
}

/** Writes one input into locked rows, as {@link updateRow} does into one; an error names the row. */
export async function updateRows(session: WriteSession, model: Model, rows: readonly StoredRow[], input: RowInput): Promise<void> {
  const { policy, writes } = session;
  const options = { isStrict: true, namesRow: true };
  const pending = await prepareRows(session, { model, rows, input }, options);
  if (pending.length === 0) return;
  const groups = groupsOf(session, pending);
  const write = async (): Promise<void> => {
    for (const group of groups) await writeGroup(session, group, options);
    for (const row of pending) if (row.key) await saveLinks(session, row, row.key, true);
  };
  const keys = pending.map((row) => row.key ?? []);
  const read = async (): Promise<StoredRow[]> =>
    writes.rowsForWrite(authorizeWrite({ kind: 'rows for write', model, right: 'change', keys, mode: 'read' }, policy));
  // One statement writes the rows of one group: without links, the one that reads them goes to the database with it.
  const isOne = groups.length === 1 && pending.every(({ change }) => change.links.size === 0);
  const [, after] = isOne ? await together(write(), read()) : [await write(), await read()];
  const byKey = byKeyText(model, after);
  for (const [index, row] of pending.entries()) {
    const key = keyTextOf(model, row.key ?? []);
    const stored = byKey.get(key);
    if (!stored) throw outOfReach(session, row, key);
    await finishRow(session, row, stored, 'bulk_update');
    await yieldEvery(index);
  }
}

/** Rows that get the same values, by one statement. */
interface Group {
  readonly model: Model;
  readonly values: readonly Assignment[];
  readonly keys: KeyValues[];
}

function groupsOf(session: WriteSession, rows: readonly PendingRow[]): Group[] {
  const groups = new Map<string, Group>();
  const byChange = new Map<RowChange, Group>();
  for (const row of rows) {
    // Rows that were checked as one share their change.
    const alike = byChange.get(row.change);
    if (alike && row.key) {
      alike.keys.push(row.key);
      continue;
    }
    const values = assignmentsOf(session, { ...row, isNew: false });
    if (values.length === 0 || !row.key) continue;
    const id = values.map(identity).join('\n');
    const group = groups.get(id) ?? { model: row.model, values, keys: [] };
    group.keys.push(row.key);
    groups.set(id, group);
    byChange.set(row.change, group);
  }
  return [...groups.values()];
}

/** A text that is equal for two assignments only if they write the same value. */
function identity({ field, written }: Assignment): string {
  const what = written instanceof SourceSql ? ['sql', written.text] : [written.kind, written.binding.given];
  return JSON.stringify([field.name, ...what], (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}

/** A trigger skipped the rows without an error. */
function notDone(model: Model, keys: readonly KeyValues[]): AdminError {
  const rows = keys.map((key) => keyTextOf(model, key)).join(', ');
  return new AdminError('invalid', { detail: rows === '' ? say('rowLeft') : say('rowsLeft', { rows: rows.slice(0, 1000) }) });
}

/** Updates the rows of a group by one statement; if the database refuses it, row by row, to find the row that fails. */
async function writeGroup(session: WriteSession, group: Group, options: SaveOptions): Promise<void> {
  const { policy, writes } = session;
  const { model, values, keys } = group;
  const write = async (some: readonly KeyValues[]): Promise<void> => {
    const [first] = some;
    const fields: Field[] = values.map(({ field }) => field);
    const about = { model, fields, row: options.namesRow && first ? keyTextOf(model, first) : undefined };
    const changed = await withConstraintErrors(about, () =>
      writes.change(authorizeWrite({ kind: 'update', model, right: 'change', keys: some, values }, policy)),
    );
    if (changed < some.length) throw notDone(model, options.namesRow ? some : []);
  };
  if (keys.length === 1) return write(keys);
  try {
    await writes.savepoint(() => write(keys));
  } catch (error) {
    if (!(error instanceof ConstraintViolation)) throw error;
    if (writes.isOver) throw error.ofNoRow();
    for (const key of keys) await write([key]);
    throw error;
  }
}

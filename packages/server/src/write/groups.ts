import { authorizeWrite } from '../authorize/authorize-write.ts';
import { AdminError } from '../errors/errors.ts';
import type { Field } from '../model/field.ts';
import { exactText } from '../model/exact-text.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import { type Assignment, SourceSql } from '../plan/write.ts';
import type { KeyValues } from '../request/key.ts';
import { ConstraintViolation, withConstraintErrors } from './constraint-violations.ts';
import type { RowChange } from './row.ts';
import { comparedNow } from './rows-now.ts';
import { assignmentsOf, type PendingChange, type SaveOptions } from './save.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { say } from '../texts/message.ts';

/** Rows that get the same values, by one statement. */
export interface Group {
  readonly model: Model;
  readonly values: readonly Assignment[];
  readonly rows: PendingChange[];
}

/** Sorts rows that are about to be written by the values that they get. Rows of which only links change are in no group. */
export function groupsOf(unit: UnitOfWork, rows: readonly PendingChange[]): Group[] {
  const groups = new Map<unknown, Group>();
  const byChange = new Map<RowChange, Group>();
  for (const row of rows) {
    // Rows that were checked as one share their change.
    const alike = byChange.get(row.change);
    if (alike) {
      alike.rows.push(row);
      continue;
    }
    const values = assignmentsOf(unit, { ...row, isNew: false });
    if (values.length === 0) continue;
    const id = identityOf(values) ?? row;
    const group = groups.get(id) ?? { model: row.model, values, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
    byChange.set(row.change, group);
  }
  return [...groups.values()];
}

/** A text that is equal for two lists of assignments only if they write the same values; undefined if that can't be known. */
function identityOf(assignments: readonly Assignment[]): string | undefined {
  return exactText(
    assignments.map(({ field, written }) => [
      field.name,
      ...(written instanceof SourceSql ? ['sql', written.text] : [written.kind, written.binding.given]),
    ]),
  );
}

/** Updates the rows of a group by one statement; if the database refuses it, row by row, to find the row that fails. */
export async function writeGroup(unit: UnitOfWork, group: Group, options: SaveOptions): Promise<void> {
  const { policy, writes } = unit;
  const { model, values, rows } = group;
  const keys = rows.map(({ key }) => key);
  const write = async (some: readonly KeyValues[]): Promise<void> => {
    const [first] = some;
    const fields: Field[] = values.map(({ field }) => field);
    const about = { model, fields, row: options.namesRow && first ? keyTextOf(model, first) : undefined };
    const changed = await withConstraintErrors(about, () =>
      writes.change(authorizeWrite({ kind: 'update', model, right: 'change', keys: some, values }, policy)),
    );
    if (changed === some.length) return;
    // A trigger or a rule has made something else of the statement, or nothing.
    const locked = rows.filter(({ key }) => some.includes(key)).map(({ before }) => before);
    const { unchanged } = await comparedNow(unit, { model, rows: locked, right: 'change' });
    if (unchanged.length > 0) throw notDone(model, options.namesRow ? some : []);
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

/** The 400 for rows that a trigger has skipped without an error. */
function notDone(model: Model, keys: readonly KeyValues[]): AdminError {
  const rows = keys.map((key) => keyTextOf(model, key)).join(', ');
  return new AdminError('invalid', { detail: rows === '' ? say('rowLeft') : say('rowsLeft', { rows: rows.slice(0, 1000) }) });
}

import { Parameter } from '../plan/parameter.ts';
import type { ConstraintError } from '../databases/constraint-error.ts';
import type { Dialect } from '../databases/dialect.ts';
import type { Journal } from '../databases/recording.ts';
import type { Model } from '../model/model.ts';
import type { ModelRight } from '../model/actor.ts';
import type { Key } from '@grimoire/protocol';
import type { ChangedRow } from '../store/changed-rows.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import type { StoredSet } from '../changes/stored-set.ts';
import type { TableName } from '../model/table.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { Conflicts } from './conflicts.ts';
import type { SetRow, Verdict } from './set-row.ts';
import type { SetTable } from './tables.ts';

/** A row of the change set that is taken back, or may stay. */
export interface RowWork {
  readonly row: SetRow;
  /** As the user may see it; undefined for rows without a model, and for those that the user may not see. */
  readonly seen: ChangedRow | undefined;
  /** The columns that are asked for; undefined for all. */
  readonly chosen: ReadonlySet<string> | undefined;
  verdict: Verdict;
}

/** The rows of the change set in one table. */
export interface TableWork extends SetTable {
  /** The model and the right by which the rows are read and restored where the table has no model. */
  readonly root: { readonly model: Model; readonly right: ModelRight };
  rows: RowWork[];
}

/** What is taken back of a change set. */
export interface UndoSelection {
  readonly only?: 'untouched' | undefined;
  readonly rows?: readonly { readonly model: string; readonly pk: Key; readonly fields?: readonly string[] | undefined }[] | undefined;
}

/** An undo in its transaction. */
export interface UndoWork {
  readonly unit: UnitOfWork;
  readonly set: StoredSet;
  /** What made the changes at first: an undo of an undo makes again what the first set made. */
  readonly origin: { readonly action: string; readonly model: string | null };
  readonly request: UndoSelection;
  readonly journal: Journal;
  readonly names: SystemTableNames;
  readonly dialect: Dialect;
  readonly conflicts: Conflicts;
  /** Throws a 409 if the set was taken back meanwhile, or pruned. */
  readonly requireOpen: () => Promise<void>;
  /** The columns of a constraint that the database has found broken. */
  readonly columnsOf: (broken: ConstraintError, table: TableName) => Promise<readonly string[]>;
  tables: readonly TableWork[];
}

/** The rows of a table that are restored by this operation on them: `delete` for those that the set created. */
export function restored(table: TableWork, operation: SetRow['operation']): readonly RowWork[] {
  return table.rows.filter(({ row, verdict }) => row.operation === operation && verdict.kind === 'restore');
}

/** The keys of rows in the journal. */
export function keyTexts(rows: readonly RowWork[]): Parameter<'texts'> {
  return new Parameter('texts', { given: rows.map(({ row }) => row.rowKey) });
}

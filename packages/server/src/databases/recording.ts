import type { TableName } from '../model/table.ts';

/** A table whose changes the journal records. */
export interface RecordedTable {
  readonly table: TableName;
  /** Its name in the journal. */
  readonly name: string;
  /** Whether a write runs triggers of the database, which may write elsewhere. */
  readonly hasTriggers: boolean;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** The kept columns that the database computes from others. */
  readonly generated: readonly string[];
  /** The columns that foreign keys of others point to: a change of these may change other tables. */
  readonly followed: readonly string[];
  /** The columns whose values are recorded, with those of the key. */
  readonly kept: readonly string[];
  /** The columns whose values are not recorded, because they are hidden, write-only or left out: a change names them. */
  readonly omitted: readonly string[];
  /** The type of each column, as its catalog names it. */
  readonly types: ReadonlyMap<string, string>;
  /** The type as which a column is compared, where it can not be as it is. */
  readonly comparedAs: ReadonlyMap<string, string>;
}

/** What is recorded of the transactions of a database, and where. */
export interface Journal {
  readonly tables: readonly RecordedTable[];
  /** All tables of the database, as far as the role sees them. */
  readonly all: readonly TableName[];
  /** The names of the service's own tables that are not recorded. */
  readonly own: readonly string[];
  /** The tables of change sets and of their rows. */
  readonly changeSet: TableName;
  readonly changeRow: TableName;
}

/** The values of a change set, by column; the number of its rows and its gaps are added. */
export type ChangeSetValues = Readonly<Record<string, string | number | null>>;

/** A change set that was recorded. */
export interface RecordedSet {
  readonly id: string;
  /** How many rows it has. */
  readonly rows: number;
  /** The names of the tables in which something was changed that could not be recorded. */
  readonly gaps: readonly string[];
}

/** What is told to a transaction of the rows that its statements change, where the database does not tell by itself. */
export interface NotedRows {
  /** Rows of a table are about to be changed, and are noted. */
  changing(table: RecordedTable): void;
  /** The same by a statement that notes them by itself, as they were and as they are. @returns whether rows of the table are noted already. */
  noting(table: RecordedTable): boolean;
  /** It has noted so many. */
  noted(rows: number): void;
  /** So many of them were changed by a statement. */
  changed(table: RecordedTable, operation: RowOperation, rows: number): void;
  /** Rows were changed that can not be noted. */
  unnoted(table: string): void;
  /** From now on, rows may be written that nobody notes: by triggers, or by the host's code. */
  watchOthers(): void;
}

/** A row in the journal. */
export type RowOperation = 'create' | 'update' | 'delete';

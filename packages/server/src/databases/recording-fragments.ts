import type { Journal, RecordedTable } from './recording.ts';
import type { Sql } from './sql-fragments.ts';

/** Rows that a statement is about to change, or that go with them. */
export interface WatchedRows {
  readonly table: RecordedTable;
  /** `FROM` and `WHERE` of these rows, which have the alias `t`. */
  readonly rows: Sql;
  /** Whether the database changes them because of other rows. */
  readonly isIndirect: boolean;
  /** The columns that the statement sets; undefined if it may delete the rows. */
  readonly assigned?: readonly string[];
}

/** Rows that a statement sets columns of; they have the alias `t`. */
export interface UpdatedRows {
  readonly table: RecordedTable;
  readonly source: Sql;
  readonly where: Sql;
  /** What is assigned, and to which columns. */
  readonly sets: Sql;
  readonly assigned: readonly string[];
}

/** A statement that changes rows and notes them by itself. */
export interface NotingQuery {
  /** Where the transaction has noted no rows of the table. */
  readonly first: Sql;
  /** Where it has: a row that it has changed before keeps what it was first. */
  readonly again: Sql;
}

/** The SQL by which statements note the rows that they change, where the database does not tell by itself. */
export interface NotingFragments {
  /** Locks rows until the transaction ends. @param keys their keys as records have them. */
  lock(table: RecordedTable, keys: readonly string[]): Sql;
  /** Notes rows as they are. */
  watch(journal: Journal, watched: WatchedRows): Sql;
  /**
   * An UPDATE that notes its rows, as they were and as they are: where no trigger changes more than it says. It returns how many it has changed, and how many
   * of them it has noted.
   */
  updated(journal: Journal, updated: UpdatedRows): NotingQuery;
  /** A DELETE that notes its rows, and returns the same. */
  deleted(journal: Journal, deleted: Pick<UpdatedRows, 'table' | 'source' | 'where'>): NotingQuery;
  /** An INSERT that notes its rows. @param answer what is returned of each, which has the alias `new`. */
  inserted(journal: Journal, inserted: { readonly table: RecordedTable; readonly insert: Sql; readonly answer?: Sql }): NotingQuery;
}

/** Queries of one number each about what the journal takes. */
export interface JournalSizeQueries {
  /** The number of its rows, of which a large one may be estimated. */
  readonly rows: Sql;
  /** Its size on the disk with indexes, in bytes. */
  readonly bytes: Sql;
  /** The same, estimated; null where the exact size is known at once. */
  readonly estimatedBytes: Sql | null;
}

/** Where a query reads records from. */
export interface RecordSource {
  /** Common table expressions, which stand before the query. */
  readonly tables: readonly Sql[];
  /** What stands after FROM; the alias of the record is `c`. */
  readonly from: Sql;
}

/** The SQL that differs between databases for the journal. */
export interface RecordingFragments {
  /** Null where the database tells by itself what a transaction has changed. */
  readonly noting: NotingFragments | null;
  /**
   * The recorded rows of a table, as the source of a query: `c` is the record, `b` and `a` have the columns of the table before and after, and `t` those of
   * the row as it is now with the recorded values over them.
   * @param isMeant which records these are, by their alias.
   * @param linked a query of `change_set` and `row_key`: rows whose links were changed, and that have no record. Their operation is `L`.
   */
  changedRows(journal: Journal, table: RecordedTable, isMeant: (alias: string) => Sql, linked?: Sql): RecordSource;
  /** Whether a row of a table has the key of the record `c`. */
  hasKey(table: RecordedTable, alias: string): Sql;
  /** The key of a row, as records have it. @param from the alias of the row, or what gives the value of a column of the key. */
  rowKey(table: RecordedTable, from: string | ((column: string) => Sql)): Sql;
  /** The values of a row that are recorded, as records have them. */
  rowState(table: RecordedTable, alias: string): Sql;
  /** The value of a column in a state of the record `c`, or in its key, in the type of the column. */
  recordedValue(table: RecordedTable, state: 'before' | 'after' | 'row_key', column: string): Sql;
  /** Whether a statement finds the record of a row by its key: not by one that is printed in two ways. */
  isExactKey(rowKey: string): boolean;
  /** Whether two texts of records stand for the same value. */
  isSameValue(one: string, other: string): boolean;
  /** The value that a text of a record stands for, as a text. */
  valueText(recorded: string): string;
  /** What an INSERT needs to set columns that the database fills by itself. */
  readonly overriding: Sql;
  /** What the journal takes. */
  size(journal: Journal): JournalSizeQueries;
  /** The names of the columns that a record has values of, as a JSON list. */
  columnsOf(alias: string): Sql;
  /** Whether a record has a value before of one of these columns. */
  hasColumn(alias: string, columns: readonly string[]): Sql;
}

import type { TableDescription, TableName } from '../model/table.ts';
import type { RawStatement, Reader } from './statement.ts';

/** The tables and views of a database. */
export interface LiveTables {
  readonly tables: readonly TableDescription[];
  /** The schema whose tables need no schema before their name. */
  readonly defaultSchema: string;
  /** One sentence for each table or view that cannot be served. */
  readonly leftOut: readonly string[];
}

/** A table that should exist, with the columns that it should have. */
export interface WantedTable extends TableName {
  readonly columns: readonly string[];
}

/** What a database lacks: a wanted table by its place in the list, or one of that table's columns. */
export interface Missing {
  readonly place: number;
  /** Null if the table itself is missing. */
  readonly column: string | null;
}

/** How a database would run a statement. */
export interface QueryPlan {
  /** Whether it reads every row of the table, or every entry of an index. */
  readonly readsAll: boolean;
  /** Whether it reads and sorts every row of the table. */
  readonly sortsAll: boolean;
}

/** The columns of a table that an index is for: in their order, or, for a search, each for itself. */
export interface WantedIndex {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly isForSearch: boolean;
}

/** What the administrator of a database should know about tables, one sentence each, with the statement that changes it. */
export interface Advice {
  readonly problem: string;
  readonly cure: string | null;
}

/** Reads what a database says about its own tables. */
export interface Catalog {
  /** Every table and view that the service may read, in all schemas. Throws a `StartError` if the server is too old. */
  readonly read: (database: Reader) => Promise<LiveTables>;
  /** The wanted tables and columns that do not exist. */
  readonly missing: (database: Reader, wanted: readonly WantedTable[]) => Promise<readonly Missing[]>;
  /** How the database would run a statement, with these values, that reads a table. */
  readonly planOf: (database: Reader, statement: RawStatement, table: TableName) => Promise<QueryPlan>;
  /** The statement that makes an index; null if no index of this database serves that. */
  readonly indexSql: (wanted: WantedIndex) => string | null;
  /** What is wrong with the indexes and statistics of these tables, and with the settings of the server. */
  readonly advice: (database: Reader, tables: readonly TableName[]) => Promise<readonly Advice[]>;
  /** Whether there is a table of this name, in its schema or, if it names none, in the default one. */
  readonly hasTable: (database: Reader, table: TableName) => Promise<boolean>;
}

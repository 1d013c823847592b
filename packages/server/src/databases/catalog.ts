import type { TableDescription, TableName } from '../model/table.ts';
import type { Reader } from './statement.ts';

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

/** Reads what a database says about its own tables. */
export interface Catalog {
  /** Every table and view that the service may read, in all schemas. Throws a `StartError` if the server is too old. */
  readonly read: (database: Reader) => Promise<LiveTables>;
  /** The wanted tables and columns that do not exist. */
  readonly missing: (database: Reader, wanted: readonly WantedTable[]) => Promise<readonly Missing[]>;
  /** Whether there is a table of this name, in its schema or, if it names none, in the default one. */
  readonly hasTable: (database: Reader, table: TableName) => Promise<boolean>;
}

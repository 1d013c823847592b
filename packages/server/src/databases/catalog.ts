import type { Advice } from '@grimoire/protocol';
import type { TableDescription, TableName } from '../model/table.ts';
import type { RawStatement, StatementReader } from './statement.ts';

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

/** A table in a plan. */
export interface TableRead {
  /** Its alias in the statement. */
  readonly alias: string;
  readonly table: TableName;
}

/** How a database would run a statement. */
export interface QueryPlan {
  /** The tables of which it reads every row, or every entry of an index. */
  readonly whole: readonly TableRead[];
  /** Whether it reads and sorts every row of the table with the alias `t`. */
  readonly sortsAll: boolean;
  /** The names of the indexes that it uses. */
  readonly indexes: readonly string[];
  /** Its steps, one line each. */
  readonly steps: readonly string[];
}

/** What is known of a table before a page of its rows is looked for. */
export interface OrderedTable {
  /** The number of its rows, estimated; negative if it was never analyzed. */
  readonly rows: number;
  /** The first columns of each index by which all its rows can be read in their order, by the name of the index. */
  readonly indexes: ReadonlyMap<string, readonly string[]>;
}

/**
 * How a database would find a page: it reads the table in the order of the list, by an index, and tests row by row until the page is full; or it finds
 * all rows that match, and sorts them. `matches` is the number of these in the whole table, estimated.
 */
export type PageSearch = { readonly matches: number } & ({ readonly by: 'ordered scan'; readonly index: string } | { readonly by: 'sort' });

/** How a database is asked how it would find a page. */
export interface ScanCatalog {
  readonly table: (database: StatementReader, table: TableName) => Promise<OrderedTable>;
  /** How it would find the page of a statement; null if in neither of these ways. */
  readonly ofPage: (database: StatementReader, statement: RawStatement) => Promise<PageSearch | null>;
}

/** The columns of a table that an index is for: in their order, or, for a search, each for itself. */
export interface WantedIndex {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly isForSearch: boolean;
}

/** How an index is made, and what that costs. */
export interface IndexProposal {
  readonly statements: readonly string[];
  /** Its size, estimated in bytes; null if that is not known. */
  readonly bytes: number | null;
  /** What an administrator should know before, one sentence each. */
  readonly notes: readonly string[];
}

/** What {@link Catalog.advice} is asked about. */
export interface AdviceRequest {
  readonly tables: readonly TableName[];
  /** The names of indexes that plans of the service use. */
  readonly usedIndexes: ReadonlySet<string>;
  /** The largest number of connections that this process opens. */
  readonly connections: number;
}

/** What is wrong, and what an administrator should know although it is not. */
export interface AdviceGiven {
  readonly advice: readonly Advice[];
  readonly notes: readonly string[];
}

/** Reads what a database says about its own tables. */
export interface Catalog {
  /** Every table and view that the service may read, in all schemas. Throws a `StartError` if the server is too old. */
  readonly read: (database: StatementReader) => Promise<LiveTables>;
  /** The wanted tables and columns that do not exist. */
  readonly missing: (database: StatementReader, wanted: readonly WantedTable[]) => Promise<readonly Missing[]>;
  /** How the database would run a statement, with these values. */
  readonly planOf: (database: StatementReader, statement: RawStatement) => Promise<QueryPlan>;
  /** The first columns of each index of a table that covers all its rows; an expression is no column, and ends the list. */
  readonly indexedColumns: (database: StatementReader, table: TableName) => Promise<readonly (readonly string[])[]>;
  /** Asks whether pages are found by ordered scans; null if that can not be asked. */
  readonly orderedScans: ScanCatalog | null;
  /** How an index is made; null if no index of this database serves that. */
  readonly proposalFor: (database: StatementReader, wanted: WantedIndex) => Promise<IndexProposal | null>;
  /** What is wrong with the indexes and statistics of tables, and with the settings of the server. */
  readonly advice: (database: StatementReader, request: AdviceRequest) => Promise<AdviceGiven>;
  /** Whether there is a table of this name, in its schema or, if it names none, in the default one. */
  readonly hasTable: (database: StatementReader, table: TableName) => Promise<boolean>;
}

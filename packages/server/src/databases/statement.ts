/** A column as a driver returns it: on PostgreSQL always text. */
export type RawValue = string | number | bigint | Uint8Array | null;

/** The columns of a row. */
export type RawRow = readonly RawValue[];

/** Tables whose columns have no types. */
export type AnyTables = Record<string, Record<string, RawValue | boolean>>;

/** How a statement reads few rows: by an index that serves all of these comparisons, written as in the plans of SQLite (`status=?`). */
export type Lookup =
  /** It reads a page of one table, and what the rows of the page point to. */
  | {
      readonly of: 'page';
      readonly table: string;
      /** The column of its key; empty for a key of several columns. */
      readonly key: string;
      readonly comparisons: readonly string[];
    }
  /** It counts the rows that refer to one row, up to a limit, by one of these comparisons each. */
  | { readonly of: 'references'; readonly comparisons: readonly string[] };

/** SQL with its parameters; a statement with a name is prepared. */
export interface RawStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name?: string;
  /** Whether it may read many rows. Such a statement runs where it does not block other requests and can be cancelled. */
  readonly isLong?: boolean;
  /** Whether a long statement takes long only for a few values: reads of several requests may be sent together. */
  readonly isUsuallyShort?: boolean;
  /** What an index has to serve so that a long statement reads few rows. */
  readonly lookup?: Lookup | undefined;
  /** Whether its rows are the same until something is committed: a database that can tell that nothing was need not read them again. */
  readonly isLasting?: boolean;
  /** Whether the best way to run it depends on its values: the database then plans it anew for them, also if it is prepared. */
  readonly isPlannedForValues?: boolean;
  /** The deadline of its request, in milliseconds since 1970: the statement is cancelled then. */
  readonly until?: number;
}

/** Milliseconds until the deadline of a statement; infinite without one. */
export function timeLeft({ until = Infinity }: RawStatement): number {
  return until - Date.now();
}

/** The result of a statement. */
export interface Ran {
  readonly rows: readonly RawRow[];
  /** The number of rows that it wrote. */
  readonly changes: number;
}

/** Runs statements that only read. */
export interface Reader {
  /** Throws a `timeout` at the deadline of the statement. */
  read(statement: RawStatement): Promise<readonly RawRow[]>;
}

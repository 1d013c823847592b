import type { ChangeSetValues } from './recording.ts';

/** A column as a driver returns it: on PostgreSQL always text. */
export type RawValue = string | number | bigint | Uint8Array | null;

/** The columns of a row. */
export type RawRow = readonly RawValue[];

/** The rows of each of several statements. */
export type RowsOfEach = readonly (readonly RawRow[])[];

/** Tables whose columns have no types. */
export type AnyTables = Record<string, Record<string, RawValue | boolean>>;

/** A comparison of a column, as far as an index can serve it: `>` also stands for `>=`, and `=` for `IS NULL`. */
export interface IndexedComparison {
  readonly column: string;
  readonly operator: '=' | '<' | '>';
}

/** How a statement reaches its rows: what an index has to serve so that it reads few. */
export type AccessPattern =
  /** It reads a page of one table, whose rows meet all of these comparisons, and what the rows of the page point to. */
  | {
      readonly of: 'page';
      /** SQL for this page that takes fewer steps if the index has the rows in their order. It has the parameters of the statement. */
      readonly sql: string;
      readonly table: string;
      /** The column of its key; undefined for a key of several columns. */
      readonly key: string | undefined;
      readonly comparisons: readonly IndexedComparison[];
    }
  /** It counts the rows that refer to one row, up to a limit, by one of these columns each. */
  | { readonly of: 'references'; readonly columns: readonly string[] };

/** What a database may use to answer a statement sooner. Its rows are the same without. */
export interface StatementHints {
  /** Of a long statement: whether it usually takes as little time as the read of one row. */
  readonly isUsuallyShort?: boolean;
  /** Of a long statement: how it reaches its rows. */
  readonly access?: AccessPattern | undefined;
  /** Whether its rows are the same until something is committed: a database that can tell that nothing was need not read them again. */
  readonly isCacheable?: boolean;
  /** Whether the best plan depends on its values: the database then plans it anew for them, also if it is prepared. */
  readonly isPlannedForValues?: boolean;
}

/** SQL with its parameters; a statement with a name is prepared. */
export interface RawStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name?: string;
  /** Whether it may read many rows. Such a statement runs where it does not block other requests and can be cancelled. */
  readonly isLong?: boolean;
  readonly hints?: StatementHints;
  /** The deadline of its request, in milliseconds since 1970: the statement is cancelled then. */
  readonly until?: number;
  /** In place of SQL: writes what the transaction has changed into the journal, or begins to record again after that was rolled back. */
  readonly record?: { readonly values: ChangeSetValues; readonly isDue: boolean } | 'again';
}

/** Milliseconds until the deadline of a statement; infinite without one. */
export function timeLeft({ until = Infinity }: RawStatement): number {
  return until - Date.now();
}

/** A value of the result is longer than the database or its driver can make a text. */
export class TextTooLong extends Error {}

/** The result of a statement. */
export interface Ran {
  readonly rows: readonly RawRow[];
  /** The number of rows that it wrote. */
  readonly changes: number;
}

/** Runs statements that only read. */
export interface StatementReader {
  /** Throws a `timeout` at the deadline of the statement. */
  read(statement: RawStatement): Promise<readonly RawRow[]>;
}

import type { overBudget } from './database.ts';
import type { RawRow, RawStatement } from './statement.ts';

/** A copy of the database, which the database server keeps up to date with some delay. It is only read. */
export interface Replica {
  /** Its host and port. */
  readonly name: string;
  /**
   * Runs statements in this order, each for at most this many milliseconds.
   * @returns the rows of each; null if it does not answer, or refuses a statement: the primary then decides.
   */
  read(statements: readonly RawStatement[], milliseconds: number): Promise<readonly (readonly RawRow[])[] | typeof overBudget | null>;
}

/** The replicas of a database. */
export interface Replicas {
  /** The replica for a user, the same one as long as it answers; null while none answers. */
  of(user: string): Replica | null;
}

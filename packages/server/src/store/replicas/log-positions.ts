import { sql } from 'kysely';
import type { Dialect } from '../../databases/dialect.ts';
import type { RawStatement } from '../../databases/statement.ts';
import type { Sql } from '../../databases/sql-fragments.ts';
import { OwnQuery } from '../own-query.ts';

/**
 * The log position (LSN) of each user's last write. It is stored in the transaction of that write: a replica has the user's row exactly if
 * it has the write.
 */
export class LogPositions {
  readonly #note: OwnQuery<'user'>;
  readonly #of: OwnQuery<'user'>;

  /** @param current the current log position of the database. */
  constructor(dialect: Dialect, table: string, current: Sql) {
    const values = (user: Sql): Sql =>
      sql`INSERT INTO ${sql.table(table)} (user_key, position) VALUES (${user}, ${current}) ON CONFLICT (user_key) DO UPDATE SET position = ${current}`;
    this.#note = new OwnQuery(dialect, (_, given) => values(given('user')), { isPrepared: true });
    this.#of = new OwnQuery(dialect, (_, given) => sql`SELECT position FROM ${sql.table(table)} WHERE user_key = ${given('user')}`, {
      isPrepared: true,
    });
  }

  /** The statement that records the log position of a user, as the last one of a transaction. */
  noteOf(user: string): RawStatement {
    return this.#note.with({ user });
  }

  /** The statement that reads the log position of a user; it finds no row if they have not written yet. */
  of(user: string): RawStatement {
    return this.#of.with({ user });
  }
}

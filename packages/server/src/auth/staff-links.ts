import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Recorder } from '../audit/record.ts';
import type { Database } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import { StartError } from '../errors/errors.ts';
import { systemActor } from '../model/actor.ts';
import { linkColumn } from '../model/staff-link.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { LinkedRows } from './linked-rows.ts';
import { linkEntry } from './lost-links.ts';

/** A user without a link, and the rows whose field has the value of the user. */
export interface LinkMatch {
  readonly username: string;
  /** The user's own value that was looked for. */
  readonly value: string;
  /** The keys of the rows that have it; at most two, because only one row can be meant. */
  readonly keys: readonly string[];
}

/** The columns of the service's own users by which rows are looked for. */
export type MatchedColumn = 'email' | 'username';

/** Sets links of staff for the operator of the service, with entries in the audit log. */
export class StaffLinks {
  readonly #database: Database;
  readonly #tables: SystemTableNames;
  readonly #linked: LinkedRows;
  readonly #recorder: Recorder;

  constructor({ database, tables }: { readonly database: Database; readonly tables: SystemTableNames }, linked: LinkedRows) {
    this.#database = database;
    this.#tables = tables;
    this.#linked = linked;
    this.#recorder = new Recorder(database.dialect, tables);
  }

  /** Links a user to the row with this key, or ends the link. Throws a `StartError` if there is no such user or row. */
  async set(username: string, given: string | null): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      const { locking } = this.#database.dialect.systemTables;
      // Locked, so that no other transaction deletes the row before the link is stored.
      const key = given === null ? null : await this.#existing(given, transaction.queries);
      const query = transaction.queries
        .selectFrom(`${this.#tables.user} as u`)
        .select(['id', sql<string | number | null>`${this.#linked.stored('u')}`.as('link')]);
      const [user] = await locking(query.where('username', '=', username)).execute();
      if (!user) throw new StartError(`There is no user "${username}".`);
      const before = user.link === null ? null : String(user.link);
      if (before === key) return;
      const change = { [linkColumn]: key === null ? null : this.#linked.link(key) };
      await transaction.queries.updateTable(this.#tables.user).set(change).where('id', '=', user['id']).execute();
      const onWire = (text: string | null): unknown => (text === null ? null : this.#linked.onWire(text));
      const entry = linkEntry({ id: String(user['id']), username }, [onWire(before), onWire(key)]);
      const context = { actor: systemActor, requestId: randomUUID(), ip: null, now: new Date() };
      await this.#recorder.record([entry], context, (statement) => transaction.runLater(statement));
    });
  }

  /** Throws a `StartError` if there is no row with this key. */
  async requireRow(key: string): Promise<void> {
    await this.#existing(key, this.#database.queries());
  }

  /** For each user without a link: the rows in which a field has the user's email address or name. */
  async matches(column: MatchedColumn, name: string): Promise<LinkMatch[]> {
    const field = this.#linked.textField(name);
    const users = await this.#database
      .queries()
      .selectFrom(`${this.#tables.user} as u`)
      .select(['username', `${column} as value`])
      .where(sql<boolean>`${this.#linked.stored('u')} IS NULL`)
      .where(column, '<>', '')
      .orderBy('username')
      .execute();
    const matches: LinkMatch[] = [];
    for (const user of users) {
      const value = String(user['value']);
      matches.push({
        username: String(user['username']),
        value,
        keys: await this.#keysOf(this.#linked.keysWith(field, value), this.#database.queries()),
      });
    }
    return matches;
  }

  /** The key of the row, which is locked until the transaction ends. */
  async #existing(given: string, queries: Kysely<AnyTables>): Promise<string> {
    const { model } = this.#linked;
    const value = this.#linked.parsed(given);
    const [key] = value === null ? [] : await this.#keysOf(this.#linked.lockedKey(value), queries);
    if (key === undefined) throw new StartError(`There is no row of ${model.key} with the key "${given}".`);
    return key;
  }

  async #keysOf(query: Sql, queries: Kysely<AnyTables>): Promise<string[]> {
    const { rows } = await sql<{ key: unknown }>`${query}`.execute(queries);
    return rows.map(({ key }) => String(key));
  }
}

import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../store/database.ts';
import type { OwnTables } from './tables.ts';

/** Milliseconds that a failed login counts for (CONTRACT §10). */
const memory = 10 * 60 * 1000;
const maxPerPair = 10;
const maxPerAccount = 100;
const maxPerAddress = 100;

/** An attempt that is being made. */
export interface Attempt {
  readonly id: number;
  readonly account: string;
  readonly address: string;
}

/** Counts failed logins, for all processes together. Names are kept as hashes: people type passwords into them. */
export class LoginAttempts {
  readonly #table: string;

  constructor(tables: OwnTables) {
    this.#table = tables.loginAttempt;
  }

  /**
   * Notes an attempt before it is known how it ends, so that many at once count as well: the database numbers them, and
   * the first ones are let through. Where the address is not known, only the account is limited.
   * @returns the attempt, or how many seconds to wait.
   */
  async begin(db: Kysely<AnyTables>, username: string, ip: string | null): Promise<Attempt | number> {
    const account = hash('sha256', username, 'base64url');
    const address = ip ?? '';
    const now = Date.now();
    await db
      .deleteFrom(this.#table)
      .where('at', '<', now - memory)
      .execute();
    const made = await db.insertInto(this.#table).values({ account, address, at: now }).returning('id').executeTakeFirstOrThrow();
    const attempt: Attempt = { id: Number(made['id']), account, address };
    const ofAccount = await this.#earlier(db, attempt, { by: 'account', apart: 'address' });
    const ofAddress = ip === null ? [] : await this.#earlier(db, attempt, { by: 'address', apart: 'account' });
    const pair = ip === null ? [] : ofAccount.filter((group) => group.name === address);
    const full = [
      { groups: pair, most: maxPerPair },
      // Of a pair, what is beyond its limit was refused and is none of the others' business.
      { groups: ofAccount, most: maxPerAccount },
      { groups: ofAddress, most: maxPerAddress },
    ].filter(({ groups, most }) => groups.reduce((sum, { count }) => sum + (ip === null ? count : Math.min(count, maxPerPair)), 0) >= most);
    if (full.length === 0) return attempt;
    await this.forget(db, attempt);
    const free = Math.max(...full.map(({ groups }) => Math.min(...groups.map(({ first }) => first)))) + memory;
    return Math.max(1, Math.ceil((free - now) / 1000));
  }

  /** Takes an attempt back: nothing was tried. */
  async forget(db: Kysely<AnyTables>, { id }: Attempt): Promise<void> {
    await db.deleteFrom(this.#table).where('id', '=', id).execute();
  }

  /** Forgets the failures of who has come in, from where they came in. */
  async succeed(db: Kysely<AnyTables>, { account, address }: Attempt): Promise<void> {
    await db.deleteFrom(this.#table).where('account', '=', account).where('address', '=', address).execute();
  }

  /** The attempts before this one with the same account or address, counted by the other of the two. */
  async #earlier(
    db: Kysely<AnyTables>,
    attempt: Attempt,
    { by, apart }: { readonly by: 'account' | 'address'; readonly apart: 'account' | 'address' },
  ): Promise<{ readonly name: string; readonly count: number; readonly first: number }[]> {
    const rows = await db
      .selectFrom(this.#table)
      .select([apart, sql<string | number>`count(*)`.as('n'), sql<string | number>`min("at")`.as('first')])
      .where(by, '=', attempt[by])
      .where('id', '<', attempt.id)
      .groupBy(apart)
      .execute();
    return rows.map((row) => ({ name: String(row[apart]), count: Number(row['n']), first: Number(row['first']) }));
  }
}

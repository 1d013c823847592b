import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AnyTables } from '../store/database.ts';
import { randomId } from './sign-ins.ts';
import type { OwnTables } from './tables.ts';

/** Milliseconds that a failed login counts for (CONTRACT §10). */
const memory = 10 * 60 * 1000;
const maxPerPair = 10;
const maxPerAccount = 100;
const maxPerAddress = 100;

/** An attempt that is being made. */
export interface Attempt {
  readonly id: string;
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
   * Notes an attempt before it is known how it ends, so that many at once count as well.
   * @returns the attempt, or how many seconds to wait.
   */
  async begin(db: Kysely<AnyTables>, username: string, ip: string | null): Promise<Attempt | number> {
    const account = createHash('sha256').update(username).digest('base64url');
    const attempt = { id: randomId(), account, address: ip ?? '' };
    const now = Date.now();
    await db
      .deleteFrom(this.#table)
      .where('at', '<', now - memory)
      .execute();
    await db
      .insertInto(this.#table)
      .values({ ...attempt, at: now })
      .execute();
    const mine = await this.#times(db, 'account', account);
    const ofPair = mine.filter((row) => row.address === attempt.address);
    // Of many at once, the first ones are let through.
    const waits = [
      waitOf(attempt, ofPair, maxPerPair),
      waitOf(attempt, mine, maxPerAccount),
      ip === null ? 0 : waitOf(attempt, await this.#times(db, 'address', attempt.address), maxPerAddress),
    ];
    const wait = Math.max(...waits);
    if (wait === 0) return attempt;
    await this.forget(db, attempt);
    return Math.max(1, Math.ceil((wait - now) / 1000));
  }

  /** Takes an attempt back: nothing was tried. */
  async forget(db: Kysely<AnyTables>, { id }: Attempt): Promise<void> {
    await db.deleteFrom(this.#table).where('id', '=', id).execute();
  }

  /** Forgets the failures of who has come in, from where they came in. */
  async succeed(db: Kysely<AnyTables>, { account, address }: Attempt): Promise<void> {
    await db.deleteFrom(this.#table).where('account', '=', account).where('address', '=', address).execute();
  }

  async #times(db: Kysely<AnyTables>, by: 'account' | 'address', value: string): Promise<Noted[]> {
    const rows = await db
      .selectFrom(this.#table)
      .select(['id', 'at', 'address'])
      .where(by, '=', value)
      .orderBy('at')
      .orderBy('id')
      .limit(2 * maxPerAccount)
      .execute();
    return rows.map((row) => ({ id: String(row['id']), at: Number(row['at']), address: String(row['address']) }));
  }
}

interface Noted {
  readonly id: string;
  readonly at: number;
  readonly address: string;
}

/** When an attempt may be made again, where too many came before it; 0 where not. */
function waitOf({ id }: Attempt, noted: readonly Noted[], most: number): number {
  const place = noted.findIndex((other) => other.id === id);
  const before = place === -1 ? noted.length : place;
  return before < most ? 0 : (noted[before - most]?.at ?? 0) + memory;
}

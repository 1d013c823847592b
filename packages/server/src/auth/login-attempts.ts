import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database, Transaction } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import { networkOf } from './network.ts';
import type { SystemTableNames } from '../model/system-tables.ts';

/** Milliseconds that a failed login is counted (CONTRACT §10). */
export const loginAttemptRetention: number = 10 * 60 * 1000;

/** The limit of failures of one account from one network, or from one known browser, until the first of them expires. */
const maxPerPair = 10;

/** The limit of failures of one account from all known browsers together; beyond it, known browsers count as unknown ones. */
const maxPerDevices = 30;

/** The number of failures after which each further failure doubles the wait, and the longest wait in milliseconds. */
const ofAccount = { free: 20, longest: 30_000 };
const ofNetwork = { free: 100, longest: 5000 };

/** Greater than every id. */
const maxId = 2_147_483_647;

/** The username and the origin of a login attempt. */
export interface Attempting {
  readonly username: string;
  readonly ip: string | null;
  /** The mark of a browser that has signed in to the account before. */
  readonly device: string | null;
}

/** A recorded attempt. */
export interface Attempt {
  readonly id: number;
  readonly account: string;
  readonly address: string;
  readonly device: string;
}

/** Failures of one account from one network and one browser. */
interface Failures {
  readonly account: string;
  readonly address: string;
  readonly device: string;
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/** Runs a job in one transaction. */
type InTransaction = <T>(job: (transaction: Pick<Transaction, 'queries'>) => Promise<T>) => Promise<T>;

/** Counts failed logins, for all processes together. Usernames are stored as hashes: users type passwords into that field. */
export class LoginAttempts {
  readonly #table: string;

  constructor(tables: SystemTableNames) {
    this.#table = tables.loginAttempt;
  }

  /** Seconds that a login has to wait; null if it may be tried now. Writes nothing. */
  async waitFor(db: Kysely<AnyTables>, attempting: Attempting): Promise<number | null> {
    return this.#wait(db, attemptOf(attempting, maxId));
  }

  /**
   * Records an attempt before its outcome is known, so that concurrent attempts count as well, also those in other processes: the database
   * numbers them, and the first ones are accepted. If the address is not known, only the account counts.
   * @param inTransaction runs a job in a transaction of its own.
   * @returns the attempt, or the number of seconds to wait.
   */
  async begin(database: Database, attempting: Attempting, inTransaction: InTransaction): Promise<Attempt | number> {
    const { namedLock } = database.dialect.systemTables;
    const attempt = await inTransaction(async ({ queries }) => {
      const { account, address, device } = attemptOf(attempting, 0);
      // Attempts of which one counts for the other are committed in the order of their numbers: a later one sees all earlier ones.
      await namedLock?.(sql`${`${this.#table} ${account} ${device || address}`}`).execute(queries);
      return this.#note(queries, attempting);
    });
    // Checked after the commit, so that at least one of two concurrent attempts sees the other.
    const wait = await this.#wait(database.readOnly(), attempt);
    if (wait === null) return attempt;
    await this.forget(database.queries(), attempt);
    return wait;
  }

  async #note(db: Kysely<AnyTables>, attempting: Attempting): Promise<Attempt> {
    const { account, address, device } = attemptOf(attempting, 0);
    const now = Date.now();
    await db
      .deleteFrom(this.#table)
      .where('at', '<', now - loginAttemptRetention)
      .execute();
    const values = { account, address, device, at: now };
    const row = await db.insertInto(this.#table).values(values).returning('id').executeTakeFirstOrThrow();
    return { id: Number(row['id']), account, address, device };
  }

  /** Deletes the record of an attempt that was not tried. */
  async forget(db: Kysely<AnyTables>, { id }: Attempt): Promise<void> {
    await db.deleteFrom(this.#table).where('id', '=', id).execute();
  }

  /** Deletes the failures of an account from one network, after a login from there has succeeded. */
  async succeed(db: Kysely<AnyTables>, { account, address }: Attempt): Promise<void> {
    await db.deleteFrom(this.#table).where('account', '=', account).where('address', '=', address).execute();
  }

  /** Deletes all failures of an account: an operator has set its password at the command line. */
  async forgetAccount(db: Kysely<AnyTables>, username: string): Promise<void> {
    await db.deleteFrom(this.#table).where('account', '=', hashOf(username)).execute();
  }

  async #wait(db: Kysely<AnyTables>, attempt: Attempt): Promise<number | null> {
    const earlier = await this.#earlier(db, attempt);
    const now = Date.now();
    const trustsDevices = devicesOf(earlier, attempt) < maxPerDevices;
    const isKnown = attempt.device !== '' && trustsDevices;
    const until = Math.max(...(isKnown ? waitsOfDevice(earlier, attempt) : waitsOfStranger(earlier, attempt, trustsDevices)));
    return until > now ? Math.max(1, Math.ceil((until - now) / 1000)) : null;
  }

  /** The earlier failures of the same account or network. */
  async #earlier(db: Kysely<AnyTables>, { id, account, address }: Attempt): Promise<Failures[]> {
    const rows = await db
      .selectFrom(this.#table)
      .select(['account', 'address', 'device'])
      .select([
        sql<string | number>`count(*)`.as('n'),
        sql<string | number>`min("at")`.as('first'),
        sql<string | number>`max("at")`.as('last'),
      ])
      .where((where) => where.or([where('account', '=', account), ...(address === '' ? [] : [where('address', '=', address)])]))
      .where('id', '<', id)
      .where('at', '>=', Date.now() - loginAttemptRetention)
      .groupBy(['account', 'address', 'device'])
      .execute();
    return rows.map((row) => ({
      account: String(row['account']),
      address: String(row['address']),
      device: String(row['device']),
      count: Number(row['n']),
      first: Number(row['first']),
      last: Number(row['last']),
    }));
  }
}

/** Failures of an account from known browsers: an attacker may have collected the cookies of such browsers. */
function devicesOf(earlier: readonly Failures[], { account }: Attempt): number {
  return earlier.filter((failures) => failures.account === account && failures.device !== '').reduce((sum, { count }) => sum + count, 0);
}

/** For a known browser, only its own failures count. */
function waitsOfDevice(earlier: readonly Failures[], { account, device }: Attempt): number[] {
  const own = earlier.filter((failures) => failures.account === account && failures.device === device);
  const count = own.reduce((sum, failures) => sum + failures.count, 0);
  return [pairEnd({ count, first: Math.min(...own.map(({ first }) => first)) })];
}

/** @param trustsDevices whether the failures of known browsers are counted separately. */
function waitsOfStranger(earlier: readonly Failures[], { account, address }: Attempt, trustsDevices: boolean): number[] {
  const strangers = earlier.filter(({ device }) => !trustsDevices || device === '');
  const same = strangers.filter((failures) => failures.account === account);
  const near = address === '' ? [] : strangers.filter((failures) => failures.address === address);
  const pairs = same.filter((failures) => address !== '' && failures.address === address);
  return [0, ...pairs.map(pairEnd), delayEnd(same, ofAccount), delayEnd(near, ofNetwork)];
}

/** The time at which the first failure of a pair expires, if the pair has reached its limit; otherwise 0. */
function pairEnd({ count, first }: Pick<Failures, 'count' | 'first'>): number {
  return count >= maxPerPair ? first + loginAttemptRetention : 0;
}

function delayEnd(failures: readonly Failures[], { free, longest }: { readonly free: number; readonly longest: number }): number {
  // Attempts beyond the limit of a pair were refused, and do not count.
  const count = failures.reduce((sum, each) => sum + (each.address === '' ? each.count : Math.min(each.count, maxPerPair)), 0);
  if (count < free) return 0;
  return Math.max(...failures.map(({ last }) => last)) + Math.min(1000 * 2 ** Math.min(count - free, 30), longest);
}

function attemptOf({ username, ip, device }: Attempting, id: number): Attempt {
  return { id, account: hashOf(username), address: ip === null ? '' : networkOf(ip), device: device ?? '' };
}

function hashOf(username: string): string {
  return hash('sha256', username, 'base64url');
}

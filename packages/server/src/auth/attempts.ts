import type { Kysely } from 'kysely';
import type { Database } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import { AdminError } from '../errors/errors.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { currentWork } from '../process/request-work.ts';
import { UserLimit } from '../store/shares/user-limit.ts';
import { say } from '../texts/message.ts';
import { AddressWatch } from './address-watch.ts';
import { type Attempt, LoginAttempts } from './login-attempts.ts';
import { networkOf } from './network.ts';
import type { ClientTrace, SignInLog } from './sign-in-log.ts';

/** The account that an attempt to sign in is about. */
export interface ClaimedAccount {
  readonly username: string;
  /** The mark of a browser that has signed in to the account before. */
  readonly device: string | null;
}

/** The dependencies of {@link Attempts}. */
export interface AttemptParts {
  readonly database: Database;
  readonly tables: SystemTableNames;
  readonly signInLog: SignInLog;
  readonly log: ErrorLog;
  /** Whether proxies are trusted; otherwise all clients behind a proxy have its address. */
  readonly hasProxies: boolean;
}

/** The attempts to prove who somebody is: one at a time for an account and a client, and fewer after failures. */
export class Attempts {
  readonly #parts: AttemptParts;
  readonly #attempts: LoginAttempts;
  /** An attempt that is refused after its wait writes nothing. */
  readonly #inTurn = new UserLimit(1, 'unavailable');
  readonly #addresses: AddressWatch;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
    this.#attempts = new LoginAttempts(parts.tables);
    this.#addresses = new AddressWatch(parts.hasProxies, (message) => parts.log.warn(message, {}));
  }

  /** Notes from where somebody signs in. */
  note({ username }: ClaimedAccount, { ip }: ClientTrace): void {
    this.#addresses.note(username, ip);
  }

  /**
   * Counts an attempt, and runs a job for it. Attempts from a known browser wait only for other attempts from that browser, others for those from
   * the same network. Throws a 429, and leaves no record, if the attempt has to wait.
   */
  run<T>(claimed: ClaimedAccount, trace: ClientTrace, job: (attempt: Attempt) => Promise<T>): Promise<T> {
    const { username, device } = claimed;
    const client = device ?? (trace.ip === null ? '' : networkOf(trace.ip));
    return this.#inTurn.run(`${client} ${username}`, async () => {
      // It is counted and recorded to its end, also if the client goes.
      currentWork()?.commit();
      return job(await this.#begin(claimed, trace));
    });
  }

  async #begin({ username, device }: ClaimedAccount, { ip }: ClientTrace): Promise<Attempt> {
    const { database, signInLog } = this.#parts;
    const attempting = { username, ip, device };
    const begun =
      (await this.#attempts.waitFor(database.readOnly(), attempting)) ??
      (await this.#attempts.begin(database, attempting, (job) => signInLog.transaction(job)));
    if (typeof begun === 'number') throw tooMany(begun);
    return begun;
  }

  /** Forgets the failures of the account. */
  succeed(db: Kysely<AnyTables>, attempt: Attempt): Promise<void> {
    return this.#attempts.succeed(db, attempt);
  }

  /** Forgets an attempt that has not failed. */
  forget(db: Kysely<AnyTables>, attempt: Attempt): Promise<void> {
    return this.#attempts.forget(db, attempt);
  }
}

/** The 429 for an attempt that has to wait this many seconds. */
function tooMany(seconds: number): AdminError {
  const minutes = Math.ceil(seconds / 60);
  return new AdminError('too_many_attempts', {
    detail: seconds < 90 ? say('tooManyForSeconds', { count: seconds }) : say('tooManyForMinutes', { count: minutes }),
    retryAfter: seconds,
  });
}

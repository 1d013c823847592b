import type { AuditAction } from '@grimoire/protocol';
import type { Kysely } from 'kysely';
import type { AuditEntry } from '../audit/entry.ts';
import type { Recorder } from '../audit/record.ts';
import { AdminError, invalidParameters } from '../errors.ts';
import type { ErrorLog } from '../error-log.ts';
import type { AnyTables, Database, Transaction } from '../store/database.ts';
import { UserLimit } from '../store/user-limit.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { AddressWatch } from './address-watch.ts';
import { noteRefresh, nothingSeen, type RefreshOrigin } from './alternation.ts';
import { challenge, isCurrent } from './authenticate.ts';
import { type Attempt, LoginAttempts } from './login-attempts.ts';
import { passwordProblem } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { nowInSeconds, randomId, signInId, type SignInKind, SignIns } from './sign-ins.ts';
import type { Staff, StaffUser } from './staff.ts';
import type { OwnTables } from '../own-tables/tables.ts';
import type { Tokens } from './tokens.ts';

/** Where a request comes from. */
export interface AccountOrigin extends RefreshOrigin {
  readonly requestId: string;
}

/** What somebody signs in with. */
export interface Login {
  readonly username: string;
  readonly password: string;
  /** The mark of a browser that has signed in to the account before. */
  readonly device: string | null;
}

/** A pair of tokens. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Somebody who has come in: with tokens, or with the value of a session's cookie. */
export type LoggedIn = { readonly user: StaffUser } & ({ readonly tokens: TokenPair } | { readonly session: string });

/** What accounts are made of. */
export interface AccountParts {
  readonly database: Database;
  readonly tables: OwnTables;
  readonly staff: Staff;
  readonly tokens: Tokens;
  readonly recorder: Recorder;
  readonly log: ErrorLog;
  /** Whether proxies are trusted: else all clients behind one have its address. */
  readonly hasProxies: boolean;
  /** Whether a family that two use in turns is ended, and not only noted. */
  readonly endsAlternating: boolean;
  /** Seconds that a session lives after it was last seen. */
  readonly sessionLifetime: number;
}

/** The 429 of an attempt that has to wait so many seconds. */
function tooMany(seconds: number): AdminError {
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AdminError('too_many_attempts', {
    detail: `Too many attempts. Try again in ${time}.`,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** A user's old password and the one that takes its place. */
export interface PasswordChange {
  readonly old: string;
  readonly new: string;
  /** The mark of a browser that has signed in to the account before. */
  readonly device: string | null;
}

/** Seconds that the tokens of one login refresh one another: 90 days. */
const defaultFamily = 90 * 24 * 3600;

/** Coming in, staying in, going out (CONTRACT §10), each with its entry in the audit log. */
export class Accounts {
  readonly #parts: AccountParts;
  readonly #signIns: SignIns;
  readonly #attempts: LoginAttempts;
  /** One login of an account from one network at a time: those that are refused by then write nothing. */
  readonly #inTurn = new UserLimit(1, 'unavailable');
  readonly #addresses: AddressWatch;

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.#signIns = new SignIns(parts.tables);
    this.#attempts = new LoginAttempts(parts.tables);
    this.#addresses = new AddressWatch(parts.hasProxies, (message) => parts.log.warn(message, {}));
  }

  /**
   * Signs in whoever has a name and its password. Throws the same 401 after the same work for whoever may not come in,
   * a 429 after too many failures.
   */
  logIn(login: Login, kind: SignInKind, origin: AccountOrigin): Promise<LoggedIn> {
    this.#addresses.note(login.username, origin.ip);
    return this.#oneByOne(login, origin, () => this.#logIn(login, kind, origin));
  }

  /** A known browser waits for its own attempts only. */
  #oneByOne<T>({ username, device }: Pick<Login, 'username' | 'device'>, { ip }: AccountOrigin, job: () => Promise<T>): Promise<T> {
    return this.#inTurn.run(`${device ?? ip ?? ''} ${username}`, job);
  }

  /** Notes an attempt. Throws a 429, having written nothing, where it has to wait. */
  async #begin(username: string, device: string | null, { ip }: AccountOrigin): Promise<Attempt> {
    const { database } = this.#parts;
    const attempting = { username, ip, device };
    const begun = (await this.#attempts.waitFor(database.readOnly(), attempting)) ?? (await this.#attempts.begin(database, attempting));
    if (typeof begun === 'number') throw tooMany(begun);
    return begun;
  }

  async #logIn(credentials: Login, kind: SignInKind, origin: AccountOrigin): Promise<LoggedIn> {
    const { staff } = this.#parts;
    const attempt = await this.#begin(credentials.username, credentials.device, origin);
    const user = credentials.username.includes('\0') ? null : await staff.byUsername(credentials.username);
    const matches = await verifyPassword(user?.password ?? null, credentials.password, credentials.device === null);
    if (!user || !matches || !user.isActive || !user.isStaff) {
      await this.#recordAlone('login_failed', user, origin);
      throw new AdminError('invalid_credentials', challenge);
    }
    const loggedIn = await this.#transaction(async (transaction) => {
      const db = transaction.tables;
      // Whoever was taken away while the password was worked on does not come in.
      if (!(await staff.writeIfSame(db, user, { last_login: new Date().toISOString() }))) return null;
      await this.#attempts.succeed(db, attempt);
      const opened = await this.#open(db, user, { kind, origin });
      await this.#record('login', user, origin, transaction);
      return opened;
    });
    if (loggedIn) return loggedIn;
    await this.#recordAlone('login_failed', user, origin);
    throw new AdminError('invalid_credentials', challenge);
  }

  async #open(
    db: Kysely<AnyTables>,
    user: StaffUser,
    { kind, origin }: { readonly kind: SignInKind; readonly origin: AccountOrigin },
  ): Promise<LoggedIn> {
    const { tokens, sessionLifetime } = this.#parts;
    const secret = randomId();
    const now = nowInSeconds();
    const { seen } = noteRefresh(nothingSeen, origin, now);
    const opened = { id: signInId(secret), kind, seen };
    if (kind === 'session') {
      await this.#signIns.open(db, user, { ...opened, expires: now + sessionLifetime, ends: null });
      return { user, session: secret };
    }
    const { refresh, family = defaultFamily } = tokens.lifetimes;
    const generation = await this.#signIns.open(db, user, { ...opened, expires: now + Math.min(refresh, family), ends: now + family });
    return { user, tokens: await tokens.issue({ userId: user.id, secret }, generation) };
  }

  /** The pair that follows on a refresh token. Throws a 401 where it is none, was spent, or its user may not come in. */
  async refresh(token: string, origin: AccountOrigin): Promise<TokenPair> {
    const { database, staff, tokens } = this.#parts;
    const claims = await tokens.readRefresh(token);
    const id = claims && signInId(claims.secret);
    const user = id === null ? null : await staff.bySignIn(id);
    if (!claims || id === null || !user || !isCurrent(user) || !user.isStaff) throw new AdminError('token_not_valid', challenge);
    const family = { id, spent: claims.generation, lifetime: tokens.lifetimes.refresh, origin };
    const next = await this.#signIns.advance(database.tables(), family);
    if (!next) throw new AdminError('token_not_valid', challenge);
    if (next.alternates) await this.#noteAlternation(id, user, origin);
    return tokens.issue(claims, next);
  }

  /** Two use the tokens of one sign-in in turns. It is in the audit log; a setting ends the sign-in for both. */
  async #noteAlternation(signIn: string, user: StaffUser, origin: AccountOrigin): Promise<void> {
    const { endsAlternating } = this.#parts;
    await this.#transaction(async (transaction) => {
      await this.#record('token_shared', user, origin, transaction);
      if (endsAlternating) await this.#signIns.close(transaction.tables, signIn);
    });
    if (endsAlternating) throw new AdminError('token_not_valid', challenge);
  }

  /** Ends a user's sign-in, or the family of a refresh token. */
  async logOut(signIn: string, user: StaffUser | null, origin: AccountOrigin): Promise<void> {
    await this.#transaction(async (transaction) => {
      const db = transaction.tables;
      const wasThere = await this.#signIns.close(db, signIn);
      if (user && wasThere) await this.#record('logout', user, origin, transaction);
    });
  }

  /** The sign-in that a refresh token belongs to, and its user; null where the token is none. */
  async ofRefresh(token: string): Promise<{ readonly signIn: string; readonly user: StaffUser | null } | null> {
    const claims = await this.#parts.tokens.readRefresh(token);
    if (!claims) return null;
    const signIn = signInId(claims.secret);
    return { signIn, user: await this.#parts.staff.bySignIn(signIn) };
  }

  /** Gives a user another password, and ends their other sign-ins. Throws a 400 that names what is wrong, a 429 as at a login. */
  changePassword(user: StaffUser, passwords: PasswordChange, origin: AccountOrigin): Promise<void> {
    return this.#oneByOne({ ...passwords, username: user.username }, origin, () => this.#changePassword(user, passwords, origin));
  }

  async #changePassword(user: StaffUser, passwords: PasswordChange, origin: AccountOrigin): Promise<void> {
    const { database, staff } = this.#parts;
    const attempt = await this.#begin(user.username, passwords.device, origin);
    if (!(await verifyPassword(user.password, passwords.old, false))) {
      await this.#recordAlone('password_change', user, origin, 'failed');
      throw invalidParameters(new Map([['old_password', ['This is not your password.']]]));
    }
    await this.#attempts.forget(database.tables(), attempt);
    const problem = await passwordProblem(passwords.new, user);
    if (problem !== null) throw invalidParameters(new Map([['new_password', [problem]]]));
    const password = await hashPassword(passwords.new);
    await this.#transaction(async (transaction) => {
      const db = transaction.tables;
      const isSame = (await staff.writeIfSame(db, user, { password })) && (await this.#signIns.keepOnly(db, user, password));
      // Somebody else has changed the password meanwhile, or ended this sign-in.
      if (!isSame) throw new AdminError('token_not_valid', challenge);
      await this.#record('password_change', user, origin, transaction);
    });
  }

  /** Lets a session live on from now. */
  async extend(signIn: string): Promise<void> {
    const { database, sessionLifetime } = this.#parts;
    await this.#signIns.extend(database.tables(), signIn, nowInSeconds() + sessionLifetime);
  }

  /** A lock that is not had in time is a 503: no row is in question. */
  async #transaction<T>(job: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#parts.database.transaction(job, { isSignIn: true });
    } catch (error) {
      const isLocked = error instanceof AdminError && error.code === 'locked';
      throw isLocked ? new AdminError('unavailable', { cause: error, headers: { 'Retry-After': '5' } }) : error;
    }
  }

  #recordAlone(action: AuditAction, user: StaffUser | null, origin: AccountOrigin, status: AuditEntry['status'] = 'failed'): Promise<void> {
    return this.#transaction((transaction) => this.#record(action, user, origin, transaction, status));
  }

  async #record(
    action: AuditAction,
    user: StaffUser | null,
    origin: AccountOrigin,
    transaction: Transaction,
    status: AuditEntry['status'] = 'ok',
  ): Promise<void> {
    // Of a name that nobody has, nothing is kept: people type passwords into it.
    const name = user?.username ?? '';
    const entry: AuditEntry = {
      action,
      model: staffModelKeys.user,
      key: user?.id ?? null,
      name,
      diff: {},
      targets: [],
      targetsCount: 0,
      status,
    };
    const actor = {
      id: status === 'ok' ? (user?.id ?? null) : null,
      username: name,
      isSuperuser: false,
      groups: [],
      permissions: new Set<string>(),
    };
    await this.#parts.recorder.record([entry], { actor, requestId: origin.requestId, ip: origin.ip, now: new Date() }, (statement) =>
      transaction.run(statement),
    );
  }
}

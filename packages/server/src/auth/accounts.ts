import type { AuditAction } from '@grimoire/protocol';
import type { Kysely } from 'kysely';
import type { AuditEntry } from '../audit/entry.ts';
import type { Recorder } from '../audit/record.ts';
import { AdminError, invalidParameter } from '../errors/errors.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { Database, Transaction } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import { currentWork } from '../process/request-work.ts';
import { UserLimit } from '../store/shares/user-limit.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { AddressWatch } from './address-watch.ts';
import { noteRefresh, nothingSeen, type RefreshTrace } from './alternation.ts';
import { challenge, isCurrent } from './authentication.ts';
import { type Attempt, LoginAttempts } from './login-attempts.ts';
import { networkOf } from './network.ts';
import { passwordProblem } from './passwords/password-rules.ts';
import { hashPassword, verifyPassword } from './passwords/passwords.ts';
import { nowInSeconds, randomId, signInId, type SignInKind, SignIns } from './sign-ins.ts';
import type { Staff, StaffUser } from './staff.ts';
import type { OwnTableNames } from '../model/own-tables.ts';
import type { Tokens } from './tokens.ts';
import { say } from '../texts/message.ts';

/** Where a request comes from. */
export interface ClientTrace extends RefreshTrace {
  readonly requestId: string;
}

/** The credentials of a login. */
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

/** The result of a login: the user, and either tokens or the value of the session cookie. */
export type LoggedIn = { readonly user: StaffUser } & ({ readonly tokens: TokenPair } | { readonly session: string });

/** The dependencies of {@link Accounts}. */
export interface AccountParts {
  readonly database: Database;
  readonly tables: OwnTableNames;
  readonly staff: Staff;
  readonly tokens: Tokens;
  readonly recorder: Recorder;
  readonly log: ErrorLog;
  /** Whether proxies are trusted; otherwise all clients behind a proxy have its address. */
  readonly hasProxies: boolean;
  /** Whether a token family is ended when two clients use it in turns; otherwise this is only recorded. */
  readonly endsAlternating: boolean;
  /** Seconds that a session lives after its last use. */
  readonly sessionLifetime: number;
}

/** The 429 for an attempt that has to wait this many seconds. */
function tooMany(seconds: number): AdminError {
  const minutes = Math.ceil(seconds / 60);
  return new AdminError('too_many_attempts', {
    detail: seconds < 90 ? say('tooManyForSeconds', { count: seconds }) : say('tooManyForMinutes', { count: minutes }),
    retryAfter: seconds,
  });
}

/** A user's old password and the new one. */
export interface PasswordChange {
  readonly old: string;
  readonly new: string;
  /** The mark of a browser that has signed in to the account before. */
  readonly device: string | null;
}

/** Seconds during which the tokens of one login can be refreshed: 90 days. */
const defaultFamily = 90 * 24 * 3600;

/** Login, refresh, logout and password change (CONTRACT §10), each with its entry in the audit log. */
export class Accounts {
  readonly #parts: AccountParts;
  readonly #signIns: SignIns;
  readonly #attempts: LoginAttempts;
  /** Login attempts on one account from one address or browser run one at a time: an attempt that is refused after its wait writes nothing. */
  readonly #attemptsInTurn = new UserLimit(1, 'unavailable');
  readonly #addresses: AddressWatch;

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.#signIns = new SignIns(parts.tables);
    this.#attempts = new LoginAttempts(parts.tables);
    this.#addresses = new AddressWatch(parts.hasProxies, (message) => parts.log.warn(message, {}));
  }

  /**
   * Signs in a user by username and password. If the credentials are wrong or the user may not sign in, it does the same work and throws
   * the same 401; after too many failures it throws a 429.
   */
  logIn(login: Login, kind: SignInKind, trace: ClientTrace): Promise<LoggedIn> {
    this.#addresses.note(login.username, trace.ip);
    return this.#oneByOne(login, trace, () => this.#logIn(login, kind, trace));
  }

  /** Attempts from a known browser wait only for other attempts from that browser, others for those from the same network. */
  #oneByOne<T>({ username, device }: Pick<Login, 'username' | 'device'>, { ip }: ClientTrace, job: () => Promise<T>): Promise<T> {
    return this.#attemptsInTurn.run(`${device ?? (ip === null ? '' : networkOf(ip))} ${username}`, job);
  }

  /** Records an attempt. If the attempt has to wait, it throws a 429 and leaves no record. */
  async #begin(username: string, device: string | null, { ip }: ClientTrace): Promise<Attempt> {
    const { database } = this.#parts;
    const attempting = { username, ip, device };
    const begun =
      (await this.#attempts.waitFor(database.readOnly(), attempting)) ??
      (await this.#attempts.begin(database, attempting, (job) => this.#transaction(job)));
    if (typeof begun === 'number') throw tooMany(begun);
    return begun;
  }

  async #logIn(credentials: Login, kind: SignInKind, trace: ClientTrace): Promise<LoggedIn> {
    const { staff } = this.#parts;
    const attempt = await this.#begin(credentials.username, credentials.device, trace);
    const user = credentials.username.includes('\0') ? null : await staff.byUsername(credentials.username);
    const matches = await verifyPassword(user?.password ?? null, credentials.password, credentials.device === null);
    if (!user || !matches || !user.isActive || !user.isStaff) {
      await this.#recordAlone('login_failed', user, trace);
      throw new AdminError('invalid_credentials', challenge);
    }
    const loggedIn = await this.#transaction(async (transaction) => {
      const db = transaction.queries;
      // A user who was deactivated or changed during the password check is not signed in.
      if (!(await staff.writeIfSame(db, user, { last_login: new Date().toISOString() }))) return null;
      await this.#attempts.succeed(db, attempt);
      const opened = await this.#open(db, user, { kind, trace });
      await this.#record('login', user, trace, transaction);
      return opened;
    });
    if (loggedIn) return loggedIn;
    await this.#recordAlone('login_failed', user, trace);
    throw new AdminError('invalid_credentials', challenge);
  }

  async #open(
    db: Kysely<AnyTables>,
    user: StaffUser,
    { kind, trace }: { readonly kind: SignInKind; readonly trace: ClientTrace },
  ): Promise<LoggedIn> {
    const { tokens, sessionLifetime } = this.#parts;
    const secret = randomId();
    const now = nowInSeconds();
    const { seen } = noteRefresh(nothingSeen, trace, now);
    const opened = { id: signInId(secret), kind, seen };
    if (kind === 'session') {
      await this.#signIns.open(db, user, { ...opened, expires: now + sessionLifetime, ends: null });
      return { user, session: secret };
    }
    const { refresh, family = defaultFamily } = tokens.lifetimes;
    const generation = await this.#signIns.open(db, user, { ...opened, expires: now + Math.min(refresh, family), ends: now + family });
    return { user, tokens: await tokens.issue({ userId: user.id, secret }, generation) };
  }

  /** The next pair of tokens for a refresh token. Throws a 401 if the token is invalid or spent, or if its user may not sign in. */
  async refresh(token: string, trace: ClientTrace): Promise<TokenPair> {
    const { database, staff, tokens } = this.#parts;
    const claims = await tokens.readRefresh(token);
    const user = claims && (await staff.bySignIn(claims.signIn));
    if (!claims || !user || !isCurrent(user) || !user.isStaff) throw new AdminError('token_not_valid', challenge);
    const family = { id: claims.signIn, spent: claims.generation, lifetime: tokens.lifetimes.refresh, trace };
    const next = await this.#signIns.advance(database.queries(), family);
    if (!next) throw new AdminError('token_not_valid', challenge);
    if (next.alternates) await this.#noteAlternation(claims.signIn, user, trace);
    return tokens.issue(claims, next);
  }

  /** Two clients use the tokens of one sign-in in turns. This is recorded in the audit log; a setting ends the sign-in for both. */
  async #noteAlternation(signIn: string, user: StaffUser, trace: ClientTrace): Promise<void> {
    const { endsAlternating } = this.#parts;
    await this.#transaction(async (transaction) => {
      await this.#record('token_shared', user, trace, transaction);
      if (endsAlternating) await this.#signIns.close(transaction.queries, signIn);
    });
    if (endsAlternating) throw new AdminError('token_not_valid', challenge);
  }

  /** Ends a sign-in: the user's own, or the token family of a refresh token. */
  async logOut(signIn: string, user: StaffUser | null, trace: ClientTrace): Promise<void> {
    await this.#transaction(async (transaction) => {
      const db = transaction.queries;
      const wasThere = await this.#signIns.close(db, signIn);
      if (user && wasThere) await this.#record('logout', user, trace, transaction);
    });
  }

  /** The sign-in of a refresh token, and its user; null if the token is invalid. */
  async ofRefresh(token: string): Promise<{ readonly signIn: string; readonly user: StaffUser | null } | null> {
    const claims = await this.#parts.tokens.readRefresh(token);
    if (!claims) return null;
    const { signIn } = claims;
    return { signIn, user: await this.#parts.staff.bySignIn(signIn) };
  }

  /** Sets a user's new password and ends their other sign-ins. Throws a 400 that names the problem, or a 429 as a login does. */
  changePassword(user: StaffUser, passwords: PasswordChange, trace: ClientTrace): Promise<void> {
    return this.#oneByOne({ ...passwords, username: user.username }, trace, () => this.#changePassword(user, passwords, trace));
  }

  async #changePassword(user: StaffUser, passwords: PasswordChange, trace: ClientTrace): Promise<void> {
    const { database, staff } = this.#parts;
    // As for a sign-in: an attempt is counted and recorded to its end.
    currentWork()?.commit();
    const attempt = await this.#begin(user.username, passwords.device, trace);
    if (!(await verifyPassword(user.password, passwords.old, false))) {
      await this.#recordAlone('password_change', user, trace, 'failed');
      throw invalidParameter('old_password', say('notYourPassword'));
    }
    await this.#attempts.forget(database.queries(), attempt);
    const problem = await passwordProblem(passwords.new, user);
    if (problem !== null) throw invalidParameter('new_password', problem);
    const password = await hashPassword(passwords.new);
    await this.#transaction(async (transaction) => {
      const db = transaction.queries;
      const isSame = (await staff.writeIfSame(db, user, { password })) && (await this.#signIns.keepOnly(db, user, password));
      // Another request has changed the password meanwhile, or ended this sign-in.
      if (!isSame) throw new AdminError('token_not_valid', challenge);
      await this.#record('password_change', user, trace, transaction);
    });
  }

  /** Extends a session by its full lifetime from now. */
  async extend(signIn: string): Promise<void> {
    const { database, sessionLifetime } = this.#parts;
    await this.#signIns.extend(database.queries(), signIn, nowInSeconds() + sessionLifetime);
  }

  /** A lock that is not acquired in time is a 503, not a 409: no row of a model is involved. */
  async #transaction<T>(job: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#parts.database.transaction(job, { isSignIn: true });
    } catch (error) {
      const isLocked = error instanceof AdminError && error.code === 'locked';
      throw isLocked ? new AdminError('unavailable', { cause: error }) : error;
    }
  }

  #recordAlone(action: AuditAction, user: StaffUser | null, trace: ClientTrace, status: AuditEntry['status'] = 'failed'): Promise<void> {
    return this.#transaction((transaction) => this.#record(action, user, trace, transaction, status));
  }

  async #record(
    action: AuditAction,
    user: StaffUser | null,
    trace: ClientTrace,
    transaction: Transaction,
    status: AuditEntry['status'] = 'ok',
  ): Promise<void> {
    // An unknown username is not recorded: users type passwords into that field.
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
      ...(status === 'ok' && user?.link !== undefined ? { link: user.link } : {}),
    };
    await this.#parts.recorder.record([entry], { actor, requestId: trace.requestId, ip: trace.ip, now: new Date() }, (statement) =>
      transaction.runLater(statement),
    );
  }
}

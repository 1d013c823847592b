import type { AuditAction } from '@grimoire/protocol';
import type { Kysely } from 'kysely';
import type { AuditEntry } from '../audit/entry.ts';
import type { Recorder } from '../audit/record.ts';
import { AdminError, invalidParameters } from '../errors.ts';
import type { AnyTables, Database, Transaction } from '../store/database.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { challenge, isCurrent } from './authenticate.ts';
import { LoginAttempts } from './login-attempts.ts';
import { passwordProblem } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { nowInSeconds, randomId, sessionId, type SignInKind, SignIns } from './sign-ins.ts';
import type { Staff, StaffUser } from './staff.ts';
import type { OwnTables } from './tables.ts';
import type { Tokens } from './tokens.ts';

/** Where a request comes from. */
export interface AccountOrigin {
  readonly requestId: string;
  readonly ip: string | null;
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
  /** Seconds that a session lives after it was last seen. */
  readonly sessionLifetime: number;
}

/** Coming in, staying in, going out (CONTRACT §10), each with its entry in the audit log. */
export class Accounts {
  readonly #parts: AccountParts;
  readonly #signIns: SignIns;
  readonly #attempts: LoginAttempts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.#signIns = new SignIns(parts.tables);
    this.#attempts = new LoginAttempts(parts.tables);
  }

  /**
   * Signs in whoever has a name and its password. Throws the same 401 after the same work for whoever may not come in,
   * a 429 after too many failures.
   */
  async logIn(
    credentials: { readonly username: string; readonly password: string },
    kind: SignInKind,
    origin: AccountOrigin,
  ): Promise<LoggedIn> {
    const { database, staff } = this.#parts;
    const attempt = await this.#attempts.begin(database.tables(), credentials.username, origin.ip);
    if (typeof attempt === 'number') throw new AdminError('too_many_attempts', { headers: { 'Retry-After': String(attempt) } });
    const user = credentials.username.includes('\0') ? null : await staff.byUsername(credentials.username);
    const matches = await verifyPassword(user?.password ?? null, credentials.password);
    if (!user || !matches || !user.isActive || !user.isStaff) {
      await this.#recordAlone('login_failed', user, origin);
      throw new AdminError('invalid_credentials', challenge);
    }
    const loggedIn = await this.#transaction(async (transaction) => {
      const db = transaction.tables;
      // Whoever was taken away while the password was worked on does not come in.
      if (!(await staff.writeIfSame(db, user, { last_login: new Date().toISOString() }))) return null;
      await this.#attempts.succeed(db, attempt);
      const opened = await this.#open(db, user, kind);
      await this.#record('login', user, origin, transaction);
      return opened;
    });
    if (loggedIn) return loggedIn;
    await this.#recordAlone('login_failed', user, origin);
    throw new AdminError('invalid_credentials', challenge);
  }

  async #open(db: Kysely<AnyTables>, user: StaffUser, kind: SignInKind): Promise<LoggedIn> {
    const { tokens, sessionLifetime } = this.#parts;
    const secret = randomId();
    if (kind === 'session') {
      await this.#signIns.open(db, user, { id: sessionId(secret), kind, expires: nowInSeconds() + sessionLifetime });
      return { user, session: secret };
    }
    const generation = await this.#signIns.open(db, user, { id: secret, kind, expires: nowInSeconds() + tokens.lifetimes.refresh });
    return { user, tokens: await tokens.issue({ userId: user.id, signIn: secret }, generation) };
  }

  /** The pair that follows on a refresh token. Throws a 401 where it is none, was spent, or its user may not come in. */
  async refresh(token: string): Promise<TokenPair> {
    const { database, staff, tokens } = this.#parts;
    const claims = await tokens.readRefresh(token);
    const user = claims && (await staff.bySignIn(claims.signIn));
    if (!claims || !user || !isCurrent(user) || !user.isStaff) throw new AdminError('token_not_valid', challenge);
    const next = await this.#signIns.advance(database.tables(), claims.signIn, claims.generation, tokens.lifetimes.refresh);
    if (!next) throw new AdminError('token_not_valid', challenge);
    return tokens.issue(claims, next);
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
    return claims && { signIn: claims.signIn, user: await this.#parts.staff.bySignIn(claims.signIn) };
  }

  /** Gives a user another password, and ends their other sign-ins. Throws a 400 that names what is wrong, a 429 as at a login. */
  async changePassword(user: StaffUser, passwords: { readonly old: string; readonly new: string }, origin: AccountOrigin): Promise<void> {
    const { database, staff } = this.#parts;
    const attempt = await this.#attempts.begin(database.tables(), user.username, origin.ip);
    if (typeof attempt === 'number') throw new AdminError('too_many_attempts', { headers: { 'Retry-After': String(attempt) } });
    if (!(await verifyPassword(user.password, passwords.old))) {
      await this.#recordAlone('password_change', user, origin, 'failed');
      throw invalidParameters(new Map([['old_password', ['This is not your password.']]]));
    }
    await this.#attempts.forget(database.tables(), attempt);
    const problem = passwordProblem(passwords.new, user.username);
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

  /** Whoever comes in waits for no row: what keeps them waiting is a 503. */
  async #transaction<T>(job: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#parts.database.transaction(job);
    } catch (error) {
      const isBusy = error instanceof AdminError && error.code === 'locked';
      throw isBusy ? new AdminError('unavailable', { cause: error, headers: { 'Retry-After': '5' } }) : error;
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
    await this.#parts.recorder.record([entry], { actor, ...origin, now: new Date() }, (statement) => transaction.run(statement));
  }
}

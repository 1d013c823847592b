import type { Kysely } from 'kysely';
import type { Database } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import { AdminError } from '../errors/errors.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { noteRefresh, nothingSeen } from './alternation.ts';
import type { Attempts, ClaimedAccount } from './attempts.ts';
import { challenge, isCurrent } from './authentication.ts';
import type { Attempt } from './login-attempts.ts';
import type { Credential, Prove } from './proof.ts';
import type { ClientTrace, SignInLog } from './sign-in-log.ts';
import { nowInSeconds, randomId, signInId, type SignInKind, SignIns } from './sign-ins.ts';
import type { Staff, StaffUser } from './staff.ts';
import type { Tokens } from './tokens.ts';

/** A pair of tokens. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** The result of a sign-in: the user, and either tokens or the value of the session cookie. */
export type SignedIn = { readonly user: StaffUser } & ({ readonly tokens: TokenPair } | { readonly session: string });

/** The dependencies of {@link Accounts}. */
export interface AccountParts {
  readonly database: Database;
  readonly tables: SystemTableNames;
  readonly staff: Staff;
  readonly tokens: Tokens;
  readonly attempts: Attempts;
  readonly signInLog: SignInLog;
  /** Whether a token family is ended when two clients use it in turns; otherwise this is only recorded. */
  readonly endsAlternating: boolean;
  /** Seconds that a session lives after its last use. */
  readonly sessionLifetime: number;
}

interface Opening {
  readonly kind: SignInKind;
  readonly trace: ClientTrace;
  readonly credential: Credential;
}

/** Seconds during which the tokens of one sign-in can be refreshed: 90 days. */
const defaultFamily = 90 * 24 * 3600;

/** The begin and the end of each sign-in (CONTRACT §10), with its entry in the audit log. There is no other way in. */
export class Accounts {
  readonly #parts: AccountParts;
  readonly #signIns: SignIns;

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.#signIns = new SignIns(parts.tables);
  }

  /**
   * Signs in whom a proof names. Without a proof, or if the user may not sign in, it throws the same 401; after too many failures it throws a 429.
   * @param claimed by which attempts are counted.
   */
  signIn(claimed: ClaimedAccount, prove: Prove, kind: SignInKind, trace: ClientTrace): Promise<SignedIn> {
    const { attempts, signInLog } = this.#parts;
    attempts.note(claimed, trace);
    return attempts.run(claimed, trace, async (attempt) => {
      const { user, credential } = await prove();
      const mayEnter = user !== null && credential !== null && user.isActive && user.isStaff;
      const signedIn = mayEnter ? await this.#admit(user, attempt, { kind, trace, credential }) : null;
      if (signedIn) return signedIn;
      await signInLog.recordFailure('login_failed', user, trace);
      throw new AdminError('invalid_credentials', challenge);
    });
  }

  /** @returns null for a user who was deactivated or changed while the proof was made. */
  #admit(user: StaffUser, attempt: Attempt, opening: Opening): Promise<SignedIn | null> {
    const { attempts, signInLog, staff } = this.#parts;
    return signInLog.transaction(async (transaction) => {
      const db = transaction.queries;
      if (!(await staff.writeIfSame(db, { user, columns: opening.credential.columns }, { last_login: new Date().toISOString() })))
        return null;
      await attempts.succeed(db, attempt);
      const opened = await this.#open(db, user, opening);
      await signInLog.record('login', user, opening.trace, transaction);
      return opened;
    });
  }

  async #open(db: Kysely<AnyTables>, user: StaffUser, { kind, trace, credential: { mark } }: Opening): Promise<SignedIn> {
    const { tokens, sessionLifetime } = this.#parts;
    const secret = randomId();
    const now = nowInSeconds();
    const { seen } = noteRefresh(nothingSeen, trace, now);
    const opened = { id: signInId(secret), kind, mark, seen };
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
    const { endsAlternating, signInLog } = this.#parts;
    await signInLog.transaction(async (transaction) => {
      await signInLog.record('token_shared', user, trace, transaction);
      if (endsAlternating) await this.#signIns.close(transaction.queries, signIn);
    });
    if (endsAlternating) throw new AdminError('token_not_valid', challenge);
  }

  /** Ends a sign-in: the user's own, or the token family of a refresh token. */
  async logOut(signIn: string, user: StaffUser | null, trace: ClientTrace): Promise<void> {
    const { signInLog } = this.#parts;
    await signInLog.transaction(async (transaction) => {
      const wasThere = await this.#signIns.close(transaction.queries, signIn);
      if (user && wasThere) await signInLog.record('logout', user, trace, transaction);
    });
  }

  /** The sign-in of a refresh token, and its user; null if the token is invalid. */
  async ofRefresh(token: string): Promise<{ readonly signIn: string; readonly user: StaffUser | null } | null> {
    const claims = await this.#parts.tokens.readRefresh(token);
    if (!claims) return null;
    const { signIn } = claims;
    return { signIn, user: await this.#parts.staff.bySignIn(signIn) };
  }

  /** Extends a session by its full lifetime from now. */
  async extend(signIn: string): Promise<void> {
    const { database, sessionLifetime } = this.#parts;
    await this.#signIns.extend(database.queries(), signIn, nowInSeconds() + sessionLifetime);
  }
}

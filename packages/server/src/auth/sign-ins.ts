import { hash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AnyTables } from '../store/database.ts';
import type { StaffUser } from './staff.ts';
import type { OwnTables } from './tables.ts';

/** How somebody is signed in: by a cookie, or by tokens that refresh one another. */
export type SignInKind = 'session' | 'token';

/** A sign-in as its row has it. */
export interface SignIn {
  readonly id: string;
  readonly kind: SignInKind;
  /** Seconds since 1970. */
  readonly expires: number;
  /** Of the password that it was made under; another password ends it. */
  readonly passwordMark: string;
}

/** A refresh token's place in its family: the first is 0. */
export interface Generation {
  readonly number: number;
  /** Seconds since 1970; the token is made of it, so that the same one can be made again. */
  readonly issuedAt: number;
}

/** A mark of a password hash, so that changing the password ends the sign-ins made under the old one. */
export function passwordMark(stored: string): string {
  return hash('sha256', stored, 'base64url').slice(0, 16);
}

/** The id under which a session's cookie is kept: who reads the table can't sign in with it. */
export function sessionId(cookie: string): string {
  return hash('sha256', cookie, 'base64url');
}

/** A value that nobody guesses. */
export function randomId(): string {
  return randomBytes(32).toString('base64url');
}

/** Seconds since 1970. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Who is signed in, in one table for sessions and families of tokens (CONTRACT §10). A sign-in that ends is deleted. */
export class SignIns {
  readonly #table: string;

  constructor(tables: OwnTables) {
    this.#table = tables.signIn;
  }

  /** Signs a user in. */
  async open(db: Kysely<AnyTables>, user: StaffUser, signIn: Pick<SignIn, 'id' | 'kind' | 'expires'>): Promise<Generation> {
    const issuedAt = nowInSeconds();
    await db.deleteFrom(this.#table).where('user_id', '=', Number(user.id)).where('expires_at', '<', issuedAt).execute();
    await db
      .insertInto(this.#table)
      .values({
        id: signIn.id,
        kind: signIn.kind,
        user_id: Number(user.id),
        created_at: issuedAt,
        expires_at: signIn.expires,
        password_mark: passwordMark(user.password),
        generation: 0,
        generation_at: issuedAt,
      })
      .execute();
    return { number: 0, issuedAt };
  }

  /**
   * The successor of a refresh token: the same for whoever asks again, until it has been used itself.
   * @returns null where the family has ended, or where the token was spent: that ends the family.
   */
  async advance(db: Kysely<AnyTables>, id: string, spent: number, lifetime: number): Promise<Generation | null> {
    const issuedAt = nowInSeconds();
    const next = { generation: spent + 1, generation_at: issuedAt, expires_at: issuedAt + lifetime };
    const { numUpdatedRows } = await db
      .updateTable(this.#table)
      .set(next)
      .where('id', '=', id)
      .where('kind', '=', 'token')
      .where('generation', '=', spent)
      .where('expires_at', '>', issuedAt)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return { number: spent + 1, issuedAt };
    const row = await db.selectFrom(this.#table).select(['generation', 'generation_at']).where('id', '=', id).executeTakeFirst();
    if (!row) return null;
    if (Number(row['generation']) === spent + 1) return { number: spent + 1, issuedAt: Number(row['generation_at']) };
    await this.close(db, id);
    return null;
  }

  /** Lets a session live on. */
  async extend(db: Kysely<AnyTables>, id: string, expires: number): Promise<void> {
    await db.updateTable(this.#table).set({ expires_at: expires }).where('id', '=', id).execute();
  }

  /** Ends a sign-in. @returns whether it was there. */
  async close(db: Kysely<AnyTables>, id: string): Promise<boolean> {
    const { numDeletedRows } = await db.deleteFrom(this.#table).where('id', '=', id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /**
   * Ends all sign-ins of a user but the one that they came by, which holds under the new password from now on.
   * @returns whether that one was still there, under the old password.
   */
  async keepOnly(db: Kysely<AnyTables>, user: StaffUser, password: string): Promise<boolean> {
    const { id, signIn } = user;
    let others = db.deleteFrom(this.#table).where('user_id', '=', Number(id));
    if (signIn) others = others.where('id', '!=', signIn.id);
    await others.execute();
    if (!signIn) return true;
    const { numUpdatedRows } = await db
      .updateTable(this.#table)
      .set({ password_mark: passwordMark(password) })
      .where('id', '=', signIn.id)
      .where('password_mark', '=', passwordMark(user.password))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }
}

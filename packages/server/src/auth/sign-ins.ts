import { hash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AnyTables } from '../databases/statement.ts';
import { noteRefresh, nothingSeen, type RefreshTrace, type SeenPlaces } from './alternation.ts';
import type { SystemTableNames } from '../model/system-tables.ts';

/** How a user is signed in: by a session cookie, or by access and refresh tokens. */
export type SignInKind = 'session' | 'token';

/** A sign-in as stored in its row. */
export interface SignIn {
  readonly id: string;
  readonly kind: SignInKind;
  /** Seconds since 1970. */
  readonly expires: number;
  /** The mark of the credential that has proved it. */
  readonly mark: string;
  /** Whether the user still has that credential. */
  readonly isProven: boolean;
}

/** A user who signs in or is signed in, as far as the sign-ins are concerned. */
export interface SignInUser {
  readonly id: string;
  /** The sign-in of the request, if there is one. */
  readonly signIn?: SignIn;
}

/** A refresh token's place in its family: the first is 0. */
export interface Generation {
  readonly number: number;
  /** Seconds since 1970; the token is derived from it, so that the same token can be issued again. */
  readonly issuedAt: number;
}

/** The next generation, and whether two clients use the family in turns. */
export interface Advanced extends Generation {
  readonly alternates: boolean;
}

/** The column of marks, whatever the credential is. Passwords were the first. */
export const markColumn = 'password_mark';

function seenIn(text: unknown): SeenPlaces {
  return typeof text === 'string' ? (JSON.parse(text) as SeenPlaces) : nothingSeen;
}

/** The id of a sign-in: a hash of the secret that its cookie or its tokens carry. A reader of the table can't sign in with it. */
export function signInId(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** A random value that cannot be guessed. */
export function randomId(): string {
  return randomBytes(32).toString('base64url');
}

/** Seconds since 1970. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The sign-ins, in one table for sessions and token families (CONTRACT §10). A sign-in that ends is deleted. */
export class SignIns {
  readonly #table: string;

  constructor(tables: SystemTableNames) {
    this.#table = tables.signIn;
  }

  /** Signs a user in. @param signIn `ends` is the latest end, regardless of refreshes; null for none. */
  async open(
    db: Kysely<AnyTables>,
    user: SignInUser,
    signIn: Pick<SignIn, 'id' | 'kind' | 'expires' | 'mark'> & { readonly ends: number | null; readonly seen: SeenPlaces },
  ): Promise<Generation> {
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
        ends_at: signIn.ends,
        seen: JSON.stringify(signIn.seen),
        [markColumn]: signIn.mark,
        generation: 0,
        generation_at: issuedAt,
      })
      .execute();
    return { number: 0, issuedAt };
  }

  /**
   * The successor of a refresh token. Repeated requests get the same one, until that one has been used itself.
   * @returns null if the family has ended, or if the token was spent before: then the family is ended.
   */
  async advance(
    db: Kysely<AnyTables>,
    {
      id,
      spent,
      lifetime,
      trace,
    }: { readonly id: string; readonly spent: number; readonly lifetime: number; readonly trace: RefreshTrace },
  ): Promise<Advanced | null> {
    const issuedAt = nowInSeconds();
    const signIn = await db.selectFrom(this.#table).select(['ends_at', 'seen']).where('id', '=', id).executeTakeFirst();
    if (!signIn) return null;
    const noted = noteRefresh(seenIn(signIn['seen']), trace, issuedAt);
    const expires = Math.min(issuedAt + lifetime, signIn['ends_at'] === null ? Infinity : Number(signIn['ends_at']));
    const next = { generation: spent + 1, generation_at: issuedAt, expires_at: expires, seen: JSON.stringify(noted.seen) };
    const { numUpdatedRows } = await db
      .updateTable(this.#table)
      .set(next)
      .where('id', '=', id)
      .where('kind', '=', 'token')
      .where('generation', '=', spent)
      .where('expires_at', '>', issuedAt)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return { number: spent + 1, issuedAt, alternates: noted.alternates };
    const row = await db.selectFrom(this.#table).select(['generation', 'generation_at']).where('id', '=', id).executeTakeFirst();
    if (!row) return null;
    if (Number(row['generation']) === spent + 1) {
      // The second request for the same successor comes from another client, or from another tab.
      await db.updateTable(this.#table).set({ seen: next.seen }).where('id', '=', id).execute();
      return { number: spent + 1, issuedAt: Number(row['generation_at']), alternates: noted.alternates };
    }
    await this.close(db, id);
    return null;
  }

  /** Extends a session. */
  async extend(db: Kysely<AnyTables>, id: string, expires: number): Promise<void> {
    await db.updateTable(this.#table).set({ expires_at: expires }).where('id', '=', id).execute();
  }

  /** Ends a sign-in. @returns whether it existed. */
  async close(db: Kysely<AnyTables>, id: string): Promise<boolean> {
    const { numDeletedRows } = await db.deleteFrom(this.#table).where('id', '=', id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /**
   * Ends all sign-ins of a user except the current one. If that was made under the changed mark, it stays valid under the new one.
   * @returns whether the current sign-in still existed, under its mark.
   */
  async keepOnly(
    db: Kysely<AnyTables>,
    { id, signIn }: SignInUser,
    changed: { readonly from: string; readonly to: string },
  ): Promise<boolean> {
    let others = db.deleteFrom(this.#table).where('user_id', '=', Number(id));
    if (signIn) others = others.where('id', '!=', signIn.id);
    await others.execute();
    if (!signIn) return true;
    const { numUpdatedRows } = await db
      .updateTable(this.#table)
      .set({ [markColumn]: signIn.mark === changed.from ? changed.to : signIn.mark })
      .where('id', '=', signIn.id)
      .where(markColumn, '=', signIn.mark)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }
}

import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { jwtVerify, SignJWT } from 'jose';
import type { Keys } from './secret.ts';
import { type Generation, signInId } from './sign-ins.ts';

/** Lifetimes of tokens, in seconds. */
export interface TokenLifetimes {
  readonly access: number;
  readonly refresh: number;
  /** How long tokens can be refreshed before the user has to sign in again: 90 days by default. */
  readonly family?: number;
}

type TokenKind = 'access' | 'refresh';

/** The claims of a valid token: its user, and its sign-in. */
export interface TokenClaims {
  readonly userId: string;
  /** The secret of the sign-in; the tables store only its hash. */
  readonly secret: string;
  /** The id of the sign-in. */
  readonly signIn: string;
  /** In a refresh token: its place in its family. */
  readonly generation: number;
  /** Seconds since 1970. */
  readonly expires: number;
}

interface TokenParts {
  readonly kind: TokenKind;
  readonly issuedAt: number;
  readonly claims: Readonly<Record<string, unknown>>;
}

const maxVerified = 1000;

/** Issues and reads the signed tokens of CONTRACT §10. A token names the user; their permissions are read for each request. */
export class Tokens {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];
  readonly lifetimes: TokenLifetimes;
  /** Access tokens whose signature has been verified; their expiry is checked each time. */
  readonly #verified = new LRUCache<string, TokenClaims>({ max: maxVerified });

  /** @param secrets the first one signs; tokens that the others signed are accepted. */
  constructor([current, ...older]: Keys, lifetimes: TokenLifetimes) {
    const keyOf = (secret: string): Uint8Array => createHmac('sha256', secret).update('tokens').digest();
    this.#keys = [keyOf(current), ...older.map(keyOf)];
    this.lifetimes = lifetimes;
  }

  /** The pair of tokens of a generation; its refresh token is the same each time it is issued. */
  async issue(
    owner: Pick<TokenClaims, 'userId' | 'secret'>,
    { number, issuedAt }: Generation,
  ): Promise<{ readonly access: string; readonly refresh: string }> {
    const now = Math.floor(Date.now() / 1000);
    const [access, refresh] = await Promise.all([
      this.#sign(owner, { kind: 'access', issuedAt: now, claims: { jti: crypto.randomUUID() } }),
      this.#sign(owner, { kind: 'refresh', issuedAt, claims: { gen: number } }),
    ]);
    return { access, refresh };
  }

  /** The claims of an access token; null if it is forged, expired or no access token. */
  async readAccess(token: string): Promise<TokenClaims | null> {
    const cached = this.#verified.get(token);
    if (cached) return cached.expires > Date.now() / 1000 ? cached : null;
    const claims = await this.#verify(token, 'access');
    if (claims) this.#verified.set(token, claims);
    return claims;
  }

  /** The claims of a refresh token; null if it is forged, expired or no refresh token. */
  readRefresh(token: string): Promise<TokenClaims | null> {
    return this.#verify(token, 'refresh');
  }

  #sign({ userId, secret }: Pick<TokenClaims, 'userId' | 'secret'>, { kind, issuedAt, claims }: TokenParts): Promise<string> {
    return new SignJWT({ kind, sid: secret, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + this.lifetimes[kind])
      .sign(this.#keys[0]);
  }

  async #verify(token: string, kind: TokenKind): Promise<TokenClaims | null> {
    for (const key of this.#keys) {
      const claims = await this.#verifyBy(key, token, kind);
      if (claims) return claims;
    }
    return null;
  }

  async #verifyBy(key: Uint8Array, token: string, kind: TokenKind): Promise<TokenClaims | null> {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'] });
      const { kind: stated, sid, gen } = payload;
      if (stated !== kind || typeof sid !== 'string' || (kind === 'refresh' && !Number.isInteger(gen))) return null;
      return { userId: payload.sub ?? '', secret: sid, signIn: signInId(sid), generation: Number(gen ?? 0), expires: payload.exp ?? 0 };
    } catch {
      return null;
    }
  }
}

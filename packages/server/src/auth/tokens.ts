import { createHmac, hash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { StaffUser } from './staff.ts';

/** Seconds that tokens live. */
export interface TokenLifetimes {
  readonly access: number;
  readonly refresh: number;
}

type TokenKind = 'access' | 'refresh';

/** What a valid token says: whose it is, and which password it was made under. */
export interface TokenClaims {
  readonly userId: string;
  readonly password: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

const maxVerified = 1000;

/** Makes and reads the signed tokens of CONTRACT §10. A token says who; what they may do is read afresh. */
export class Tokens {
  readonly #key: Uint8Array;
  readonly #lifetimes: TokenLifetimes;
  /** Access tokens whose signature was checked before; their expiry is checked each time. */
  readonly #verified = new Map<string, TokenClaims>();

  constructor(secret: string, lifetimes: TokenLifetimes) {
    this.#key = createHmac('sha256', secret).update('tokens').digest();
    this.#lifetimes = lifetimes;
  }

  /** A new pair for a user. */
  async issue(user: StaffUser): Promise<{ readonly access: string; readonly refresh: string }> {
    const [access, refresh] = await Promise.all([this.#sign(user, 'access'), this.#sign(user, 'refresh')]);
    return { access, refresh };
  }

  /** The claims of an access token; null where it is forged, expired or no access token. */
  async readAccess(token: string): Promise<TokenClaims | null> {
    const known = this.#verified.get(token);
    if (known) return known.expires > Date.now() / 1000 ? known : null;
    const claims = await this.#verify(token, 'access');
    if (claims) {
      if (this.#verified.size >= maxVerified) this.#verified.clear();
      this.#verified.set(token, claims);
    }
    return claims;
  }

  /** The claims of a refresh token; null where it is forged, expired or no refresh token. */
  readRefresh(token: string): Promise<TokenClaims | null> {
    return this.#verify(token, 'refresh');
  }

  #sign(user: StaffUser, kind: TokenKind): Promise<string> {
    return new SignJWT({ kind, pwd: passwordMark(user.password) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(user.id)
      .setIssuedAt()
      .setJti(crypto.randomUUID())
      .setExpirationTime(`${this.#lifetimes[kind]}s`)
      .sign(this.#key);
  }

  async #verify(token: string, kind: TokenKind): Promise<TokenClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'] });
      if (payload['kind'] !== kind || typeof payload['pwd'] !== 'string') return null;
      return { userId: payload.sub ?? '', password: payload['pwd'], expires: payload.exp ?? 0 };
    } catch {
      return null;
    }
  }
}

/** A mark of a password hash that a token carries, so that changing the password ends the tokens made under the old one. */
export function passwordMark(stored: string): string {
  return hash('sha256', stored, 'base64url').slice(0, 16);
}

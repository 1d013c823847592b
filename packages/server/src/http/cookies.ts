/** Names of the cookies that carry a session (CONTRACT §10). */
export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  /** By which a browser is known that has signed in before; `grimoire_device` by default. */
  readonly device?: string;
}

/** The value of a cookie of a request; null where it has none of that name. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [own = '', ...value] = pair.split('=');
    if (own.trim() === name) return value.join('=').trim();
  }
  return null;
}

/** What a cookie that is set is like. */
export interface CookieOptions {
  /** Seconds that it lives; 0 takes it away. */
  readonly maxAge: number;
  readonly isSecure: boolean;
  /** Whether scripts may not read it. */
  readonly isHidden: boolean;
}

/** A `Set-Cookie` header. */
export function writeCookie(name: string, value: string, { maxAge, isSecure, isHidden }: CookieOptions): string {
  const marks = [`Path=/`, `Max-Age=${maxAge}`, 'SameSite=Lax', ...(isHidden ? ['HttpOnly'] : []), ...(isSecure ? ['Secure'] : [])];
  return `${name}=${value}; ${marks.join('; ')}`;
}

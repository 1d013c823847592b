import { parseCookie, stringifyCookie } from 'cookie';

/** Names of the cookies that carry a session (CONTRACT §10). */
export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  /** By which a browser is known that has signed in before; `grimoire_device` by default. */
  readonly device?: string;
}

/** The value of a cookie of a request; null where it has none of that name. */
export function readCookie(header: string | null, name: string): string | null {
  return parseCookie(header ?? '', { decode: asItIs })[name] ?? null;
}

/** What a cookie that is set is like. */
export interface CookieOptions {
  /** Seconds that it lives; 0 takes it away. */
  readonly maxAge: number;
  readonly isSecure: boolean;
  /** Whether scripts may not read it. */
  readonly httpOnly: boolean;
}

/** A `Set-Cookie` header. Throws where a cookie can have no such name or value. */
export function writeCookie(name: string, value: string, { maxAge, isSecure, httpOnly }: CookieOptions): string {
  const marks = [`Path=/`, `Max-Age=${maxAge}`, 'SameSite=Lax', ...(httpOnly ? ['HttpOnly'] : []), ...(isSecure ? ['Secure'] : [])];
  return `${stringifyCookie({ [name]: value }, { encode: asItIs })}; ${marks.join('; ')}`;
}

/** The service's own values need no encoding; a host's may be encoded as the host likes. */
function asItIs(value: string): string {
  return value;
}

import { parseCookie, stringifyCookie } from 'cookie';

/** Names of the cookies that carry a session (CONTRACT §10). */
export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  /** The cookie that marks a browser that has signed in before; `grimoire_device` by default. */
  readonly device?: string;
}

/** Whether a text can be the name of a cookie (RFC 6265). */
export function isCookieName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** The value of a cookie of a request; null if the request has no cookie of that name. */
export function readCookie(header: string | null, name: string): string | null {
  return parseCookie(header ?? '', { decode: asItIs })[name] ?? null;
}

/** The attributes of a cookie. */
export interface CookieOptions {
  /** Its lifetime in seconds; 0 deletes it. */
  readonly maxAge: number;
  readonly isSecure: boolean;
  /** Whether it is hidden from scripts. */
  readonly httpOnly: boolean;
}

/** A `Set-Cookie` header. Throws if the name or the value is not valid in a cookie. */
export function writeCookie(name: string, value: string, { maxAge, isSecure, httpOnly }: CookieOptions): string {
  const marks = [`Path=/`, `Max-Age=${maxAge}`, 'SameSite=Lax', ...(httpOnly ? ['HttpOnly'] : []), ...(isSecure ? ['Secure'] : [])];
  return `${stringifyCookie({ [name]: value }, { encode: asItIs })}; ${marks.join('; ')}`;
}

/** Values of the service need no encoding; a host application may encode its values in its own way. */
function asItIs(value: string): string {
  return value;
}

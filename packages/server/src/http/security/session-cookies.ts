import { deviceLifetime, knownDevice, withDevice } from '../../auth/device.ts';
import type { Keys } from '../../auth/secret.ts';
import { randomId, signInId } from '../../auth/sign-ins.ts';
import { AdminError } from '../../errors/errors.ts';
import { isMac, isSameSecret, mac } from '../../request/mac.ts';
import type { HttpRequest, HttpResponse, Incoming } from '../message.ts';
import { type CookieNames, readCookie, writeCookie } from './cookies.ts';
import type { Origins } from './origins.ts';

/** The dependencies of {@link SessionCookies}. */
export interface SessionCookieParts {
  readonly names: CookieNames;
  /** Seconds that a session lives after its last request. */
  readonly lifetime: number;
  readonly keys: { readonly csrf: Keys; readonly device: Keys };
  readonly origins: Origins;
}

/** The number of characters of a CSRF token's signature. */
const csrfLength = 32;

/** The cookies of the service: the session, its CSRF token, and the mark of a browser that has signed in before (CONTRACT §10). */
export class SessionCookies {
  readonly #parts: SessionCookieParts;

  constructor(parts: SessionCookieParts) {
    this.#parts = parts;
  }

  /** The secret of the session that the request carries; null if it carries none. */
  sessionOf(request: HttpRequest): string | null {
    return readCookie(request.header('cookie'), this.#parts.names.session) || null;
  }

  /** The response with the cookies of a session: its secret, and its CSRF token. */
  withSession(response: HttpResponse, incoming: Incoming, session: string): HttpResponse {
    const { names, lifetime } = this.#parts;
    const options = { maxAge: lifetime, isSecure: isSecure(incoming), httpOnly: true };
    return withCookies(response, writeCookie(names.session, session, options), this.#csrfCookie(incoming, signInId(session)));
  }

  /** The response that deletes the cookies of the session. */
  withoutSession(response: HttpResponse, incoming: Incoming): HttpResponse {
    const { names } = this.#parts;
    const expired = { maxAge: 0, isSecure: isSecure(incoming) };
    return withCookies(
      response,
      writeCookie(names.session, '', { ...expired, httpOnly: true }),
      writeCookie(names.csrf, '', { ...expired, httpOnly: false }),
    );
  }

  /** The response with a CSRF token for the pages of a sign-in. A valid token that the request carries stays: other tabs use it. */
  withCsrfToken(response: HttpResponse, incoming: Incoming, signIn: string): HttpResponse {
    return this.#csrfTokenOf(incoming.request, signIn) === null ? withCookies(response, this.#csrfCookie(incoming, signIn)) : response;
  }

  /**
   * Throws a 403 if a request with cookies does not prove that it comes from a page of the service: its header is not its cookie, the token
   * belongs to another session, or its origin is not trusted (CONTRACT §10).
   */
  requireCsrf({ request, url }: Incoming, signIn: string): void {
    const token = this.#csrfTokenOf(request, signIn);
    const isEchoed = token !== null && isSameSecret(request.header('x-csrftoken') ?? '', token);
    if (!isEchoed) throw new AdminError('csrf_failed');
    this.#parts.origins.require(request, url);
  }

  /** The mark of the browser if it has signed in to the account before; otherwise null. */
  deviceOf(request: HttpRequest, username: string): string | null {
    return knownDevice(this.#deviceCookie(request), username, this.#parts.keys.device);
  }

  /** The response with the cookie that marks the browser as one that has signed in to the account. */
  withKnownDevice(response: HttpResponse, incoming: Incoming, username: string): HttpResponse {
    const value = withDevice(this.#deviceCookie(incoming.request), username, this.#parts.keys.device);
    const options = { maxAge: deviceLifetime, isSecure: isSecure(incoming), httpOnly: true };
    return withCookies(response, writeCookie(this.#deviceName, value, options));
  }

  get #deviceName(): string {
    return this.#parts.names.device ?? 'grimoire_device';
  }

  #deviceCookie(request: HttpRequest): string | null {
    return readCookie(request.header('cookie'), this.#deviceName);
  }

  /** The CSRF token that the request carries in its cookie, if it belongs to the sign-in; otherwise null. */
  #csrfTokenOf(request: HttpRequest, signIn: string): string | null {
    const { names, keys } = this.#parts;
    const cookie = readCookie(request.header('cookie'), names.csrf) ?? '';
    const [nonce = '', seal = '', ...rest] = cookie.split('.');
    const isSealed = rest.length === 0 && isMac(seal, { text: `${nonce} ${signIn}`, keys: keys.csrf, length: csrfLength });
    return isSealed ? cookie : null;
  }

  #csrfCookie(incoming: Incoming, signIn: string): string {
    const { names, lifetime, keys } = this.#parts;
    const token = this.#csrfTokenOf(incoming.request, signIn) ?? makeCsrfToken(signIn, keys.csrf[0]);
    return writeCookie(names.csrf, token, { maxAge: lifetime, isSecure: isSecure(incoming), httpOnly: false });
  }
}

function makeCsrfToken(signIn: string, key: string): string {
  const nonce = randomId().slice(0, 22);
  return `${nonce}.${mac(`${nonce} ${signIn}`, key, csrfLength)}`;
}

function isSecure({ url }: Incoming): boolean {
  return url.protocol === 'https:';
}

function withCookies(response: HttpResponse, ...cookies: readonly string[]): HttpResponse {
  return { ...response, cookies: [...(response.cookies ?? []), ...cookies] };
}

import { signInId } from '../../auth/sign-ins.ts';
import { deviceLifetime, knownDevice, withDevice } from '../../auth/device.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { csrfTokenOf, makeCsrfToken } from './csrf.ts';
import type { HttpResponse } from '../message.ts';
import type { Exchange } from '../exchange.ts';

/** The answer with the cookies of a session: its secret, and the token that its pages send back. */
export function withSession(response: HttpResponse, exchange: Exchange, session: string): HttpResponse {
  const { cookieNames, sessionLifetime: maxAge } = exchange.service.settings;
  const isSecure = exchange.url.protocol === 'https:';
  const own = writeCookie(cookieNames.session, session, { maxAge, isSecure, httpOnly: true });
  return { ...response, cookies: [...(response.cookies ?? []), own, csrfCookie(exchange, signInId(session))] };
}

/** The answer with the cookie by which the browser is known from now on, as one that has signed in to the account. */
export function withKnownDevice(response: HttpResponse, exchange: Exchange, username: string): HttpResponse {
  const { service, url } = exchange;
  const value = withDevice(deviceCookie(exchange), username, service.keys.device);
  const options = { maxAge: deviceLifetime, isSecure: url.protocol === 'https:', httpOnly: true };
  return { ...response, cookies: [...(response.cookies ?? []), writeCookie(deviceName(exchange), value, options)] };
}

/** The mark of the browser where it has signed in to the account before; else null. */
export function deviceOf(exchange: Exchange, username: string): string | null {
  return knownDevice(deviceCookie(exchange), username, exchange.service.keys.device);
}

function deviceName({ service }: Exchange): string {
  return service.settings.cookieNames.device ?? 'grimoire_device';
}

function deviceCookie(exchange: Exchange): string | null {
  return readCookie(exchange.request.header('cookie'), deviceName(exchange));
}

/** The answer with a token for the pages of a session; a request that carries one keeps it, as its other tabs do. */
export function withCsrfToken(response: HttpResponse, exchange: Exchange, signIn: string): HttpResponse {
  if (csrfTokenOf(exchange, signIn) !== null) return response;
  return { ...response, cookies: [...(response.cookies ?? []), csrfCookie(exchange, signIn)] };
}

/** The answer that takes a session's cookies away. */
export function withoutSession(response: HttpResponse, exchange: Exchange): HttpResponse {
  const { cookieNames } = exchange.service.settings;
  const isSecure = exchange.url.protocol === 'https:';
  const gone = { maxAge: 0, isSecure };
  return {
    ...response,
    cookies: [
      writeCookie(cookieNames.session, '', { ...gone, httpOnly: true }),
      writeCookie(cookieNames.csrf, '', { ...gone, httpOnly: false }),
    ],
  };
}

/** A valid token that the request carries lives on under its value: another tab may be about to send it. */
function csrfCookie(exchange: Exchange, signIn: string): string {
  const { service, url } = exchange;
  const token = csrfTokenOf(exchange, signIn) ?? makeCsrfToken(signIn, service.keys.csrf[0]);
  const { cookieNames, sessionLifetime: maxAge } = service.settings;
  return writeCookie(cookieNames.csrf, token, { maxAge, isSecure: url.protocol === 'https:', httpOnly: false });
}

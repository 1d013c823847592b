import { timingSafeEqual } from 'node:crypto';
import { randomId } from '../auth/sign-ins.ts';
import { AdminError } from '../errors.ts';
import { mac } from '../request/mac.ts';
import { readCookie } from './cookies.ts';
import type { Exchange } from './routes.ts';

/** A token that pages of one session alone can know. */
export function makeCsrfToken(session: string, key: string): string {
  return sealed(randomId().slice(0, 22), session, key);
}

function sealed(nonce: string, session: string, key: string): string {
  return `${nonce}.${mac(`${nonce} ${session}`, key).slice(0, 32)}`;
}

/** The `csrftoken` that a request carries, where it is one of this session; else null. */
export function csrfTokenOf({ request, service }: Exchange, session: string): string | null {
  const cookie = readCookie(request.header('cookie'), service.settings.cookieNames.csrf) ?? '';
  const [nonce = ''] = cookie.split('.');
  return service.keys.csrf.some((key) => isSame(cookie, sealed(nonce, session, key))) ? cookie : null;
}

/**
 * Throws a 403 where a request that came with a session's cookie can't be shown to come from the service's own pages: its
 * header is not its cookie, the cookie is of another session, or its origin is another's (CONTRACT §10).
 */
export function requireCsrf(exchange: Exchange, session: string): void {
  const { request, service, url } = exchange;
  const token = csrfTokenOf(exchange, session);
  const isEchoed = token !== null && isSame(request.header('x-csrftoken') ?? '', token);
  if (!isEchoed) throw new AdminError('csrf_failed');
  service.origins.require(request, url);
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && left.length > 0 && timingSafeEqual(left, right);
}

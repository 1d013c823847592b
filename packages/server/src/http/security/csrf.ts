import { randomId } from '../../auth/sign-ins.ts';
import { AdminError } from '../../errors.ts';
import { isMac, isSameSecret, mac } from '../../request/mac.ts';
import { readCookie } from './cookies.ts';
import type { Exchange } from '../exchange.ts';

/** Characters of a seal. */
const length = 32;

/** A token that pages of one session alone can know. */
export function makeCsrfToken(session: string, key: string): string {
  const nonce = randomId().slice(0, 22);
  return `${nonce}.${mac(`${nonce} ${session}`, key, length)}`;
}

/** The `csrftoken` that a request carries, where it is one of this session; else null. */
export function csrfTokenOf({ request, service }: Exchange, session: string): string | null {
  const cookie = readCookie(request.header('cookie'), service.settings.cookieNames.csrf) ?? '';
  const [nonce = '', seal = '', ...rest] = cookie.split('.');
  const isSealed = rest.length === 0 && isMac(seal, { text: `${nonce} ${session}`, keys: service.keys.csrf, length });
  return isSealed ? cookie : null;
}

/**
 * Throws a 403 where a request that came with a session's cookie can't be shown to come from the service's own pages: its
 * header is not its cookie, the cookie is of another session, or its origin is another's (CONTRACT §10).
 */
export function requireCsrf(exchange: Exchange, session: string): void {
  const { request, service, url } = exchange;
  const token = csrfTokenOf(exchange, session);
  const isEchoed = token !== null && isSameSecret(request.header('x-csrftoken') ?? '', token);
  if (!isEchoed) throw new AdminError('csrf_failed');
  service.origins.require(request, url);
}

import type { LoginAnswer, RefreshAnswer, ServiceConfig, SessionAnswer } from '@grimoire/protocol';
import { z } from 'zod';
import type { AccountOrigin } from '../../auth/accounts.ts';
import { challenge } from '../../auth/authenticate.ts';
import { AdminError, notFound } from '../../errors.ts';
import { refuseParameters } from '../../request/parameters.ts';
import { credentialsOf } from '../with-staff.ts';
import { readBody } from '../body.ts';
import { readCookie } from '../security/cookies.ts';
import { requireCsrf } from '../security/csrf.ts';
import { type HttpResponse, json } from '../message.ts';
import type { Exchange, StaffExchange } from '../exchange.ts';
import { deviceOf, withCsrfToken, withKnownDevice, withoutSession, withSession } from '../security/session-cookies.ts';

const loginBody = z.strictObject({
  username: z.string().max(1000),
  password: z.string().max(4096),
  session: z.boolean().optional(),
});
const refreshBody = z.strictObject({ refresh: z.string().max(10_000) });
const logoutBody = z.strictObject({ refresh: z.string().max(10_000).optional() });
const passwordBody = z.strictObject({ old_password: z.string().max(4096), new_password: z.string().max(4096) });

/** `POST /auth/login/`: tokens, or with `session` the cookies of one (CONTRACT §10). */
export async function login(exchange: Exchange): Promise<HttpResponse> {
  const { request, service } = exchange;
  if (service.settings.staffDirectory) throw notFound();
  const { session, ...given } = await readBody(request, loginBody);
  const wantsSession = session === true || service.settings.auth === 'session';
  const presented = { ...given, device: deviceOf(exchange, given.username) };
  const loggedIn = await service.accounts.logIn(presented, wantsSession ? 'session' : 'token', accountOrigin(exchange));
  const user = service.settings.userPayload(loggedIn.user);
  if ('tokens' in loggedIn) {
    const answer: LoginAnswer = { ...loggedIn.tokens, user };
    return withKnownDevice(json(200, JSON.stringify(answer)), exchange, given.username);
  }
  const answer: SessionAnswer = { user };
  const response = withSession(json(200, JSON.stringify(answer)), exchange, loggedIn.session);
  return withKnownDevice(response, exchange, given.username);
}

/** Where a request about an account comes from. */
function accountOrigin({ request, origin }: Exchange): AccountOrigin {
  return { ...origin(), agent: request.header('user-agent') };
}

/** `POST /auth/refresh/`: the pair that follows on a refresh token; 404 where staff sign in by sessions alone. */
export async function refresh(exchange: Exchange): Promise<HttpResponse> {
  const { request, service } = exchange;
  // Sessions have no refresh tokens.
  if (service.settings.staffDirectory || service.settings.auth === 'session') throw notFound();
  const body = await readBody(request, refreshBody);
  const answer: RefreshAnswer = await service.accounts.refresh(body.refresh, accountOrigin(exchange));
  return json(200, JSON.stringify(answer));
}

/** `POST /auth/logout/`: ends the session, or the family of the tokens, that the request names. */
export async function logout(exchange: Exchange): Promise<HttpResponse> {
  const { request, service } = exchange;
  const origin = (): AccountOrigin => accountOrigin(exchange);
  if (service.settings.staffDirectory) throw notFound();
  const hasBody = request.header('content-type') !== null && request.header('content-length') !== '0';
  const body = hasBody ? await readBody(request, logoutBody) : {};
  const named = body.refresh === undefined ? null : await service.accounts.ofRefresh(body.refresh);
  if (named) await service.accounts.logOut(named.signIn, named.user, origin());
  const hasCookie = readCookie(request.header('cookie'), service.settings.cookieNames.session) !== null;
  if (named && request.header('authorization') === null && !hasCookie) return done;
  if (body.refresh !== undefined && !named) throw new AdminError('token_not_valid', challenge);
  const given = await credentialsOf(exchange).catch((error: unknown) => {
    // The refresh token has ended what the access token belonged to.
    if (named) return null;
    throw error;
  });
  const user = given && (await service.staff.bySignIn(given.signIn));
  if (!given || !user) {
    if (named) return done;
    throw new AdminError('token_not_valid', challenge);
  }
  if (given.kind === 'session') requireCsrf(exchange, given.signIn);
  await service.accounts.logOut(given.signIn, user, origin());
  return given.kind === 'session' ? withoutSession(done, exchange) : done;
}

const done: HttpResponse = { status: 204, headers: {}, body: null };

/** `POST /auth/password/`: another password; every other sign-in ends. */
export async function changePassword(exchange: StaffExchange): Promise<HttpResponse> {
  const { request, service, user } = exchange;
  // The password of a host's own user is the host's.
  if (service.settings.staffDirectory) throw notFound();
  const { old_password: old, new_password: next } = await readBody(request, passwordBody);
  const device = deviceOf(exchange, user.username);
  await service.accounts.changePassword(user, { old, new: next, device }, accountOrigin(exchange));
  return done;
}

/** `GET /auth/me/`. */
export function me(exchange: StaffExchange): HttpResponse {
  const { service, user, url, credentials } = exchange;
  refuseParameters(url.searchParams);
  const response = json(200, JSON.stringify(service.settings.userPayload(user)));
  return credentials.kind === 'token' ? response : withCsrfToken(response, exchange, credentials.signIn);
}

/** `GET /config/`, for everybody. */
export function getConfig({ service, url }: Exchange): HttpResponse {
  refuseParameters(url.searchParams);
  const { brand, auth } = service.settings;
  const answer: ServiceConfig = { brand, auth };
  return json(200, JSON.stringify(answer));
}

import type { LoginAnswer, RefreshAnswer, ServiceConfig, SessionAnswer } from '@grimoire/protocol';
import { z } from 'zod';
import { passwordProof } from '../../auth/passwords/password-proof.ts';
import type { Prove } from '../../auth/proof.ts';
import type { ClientTrace } from '../../auth/sign-in-log.ts';
import { authenticationTraits, challenge } from '../../auth/authentication.ts';
import { AdminError } from '../../errors/errors.ts';
import { configDoc, loginDoc, logoutDoc, meDoc, passwordDoc, refreshDoc } from '../../openapi/service-docs.ts';
import { identify } from '../authenticators/authenticator.ts';
import { bodyOf, noBody, optionalBodyOf } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { type HttpResponse, json } from '../message.ts';
import { anyParameters, noParameters } from '../parameters.ts';
import { ofStranger } from '../../request/json.ts';
import type { ServiceSettings } from '../../service/settings.ts';

const username = z.string().max(1000);
const password = z.string().max(4096);
const refreshToken = z.string().max(10_000);
const loginBody = z.strictObject({ username, password, session: z.boolean().optional() });

/** If users sign in to the host application alone, these paths do not exist. */
function hasSignIns({ staffSource }: ServiceSettings): boolean {
  return staffSource.hasSignIns;
}

function clientTrace({ request, trace }: Exchange): ClientTrace {
  return { ...trace(), agent: request.header('user-agent') };
}

const done: HttpResponse = { status: 204, headers: {}, body: null };

/** Signs in: the response has tokens, or with `session` the cookies of a session (CONTRACT §10). */
export const logIn: Endpoint = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  isServed: hasSignIns,
  right: null,
  parameters: anyParameters,
  body: bodyOf(loginBody, ofStranger),
  handler: { kind: 'respond', run: (call) => logInWith(call, call.body) },
  doc: loginDoc,
});

async function logInWith(exchange: Exchange, { session, ...given }: z.infer<typeof loginBody>): Promise<HttpResponse> {
  const { request, service } = exchange;
  const wantsSession = session === true || service.settings.auth === 'session';
  const presented = { ...given, device: service.cookies.deviceOf(request, given.username) };
  const prove: Prove = () => passwordProof(service.staff, presented);
  const loggedIn = await service.accounts.signIn(presented, prove, wantsSession ? 'session' : 'token', clientTrace(exchange));
  const user = service.settings.userPayload(loggedIn.user);
  if ('tokens' in loggedIn) {
    const answer: LoginAnswer = { ...loggedIn.tokens, user };
    return service.cookies.withKnownDevice(json(200, JSON.stringify(answer)), exchange, given.username);
  }
  const answer: SessionAnswer = { user };
  const response = service.cookies.withSession(json(200, JSON.stringify(answer)), exchange, loggedIn.session);
  return service.cookies.withKnownDevice(response, exchange, given.username);
}

/** Exchanges a refresh token for the next pair of tokens; sessions have none. */
export const refresh: Endpoint = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  isServed: (settings) => hasSignIns(settings) && settings.auth !== 'session',
  right: null,
  parameters: anyParameters,
  body: bodyOf(z.strictObject({ refresh: refreshToken }), ofStranger),
  handler: {
    kind: 'respond',
    async run(call) {
      const answer: RefreshAnswer = await call.service.accounts.refresh(call.body.refresh, clientTrace(call));
      return json(200, JSON.stringify(answer));
    },
  },
  doc: refreshDoc,
});

/** Ends the session, or the family of the tokens, that the request carries. */
export const logOut: Endpoint = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  isServed: hasSignIns,
  right: null,
  parameters: anyParameters,
  body: optionalBodyOf(z.strictObject({ refresh: refreshToken.optional() }), ofStranger),
  handler: { kind: 'respond', run: (call) => logOutWith(call, call.body.refresh) },
  doc: logoutDoc,
});

async function logOutWith(exchange: Exchange, token: string | undefined): Promise<HttpResponse> {
  const { request, service } = exchange;
  const named = token === undefined ? null : await service.accounts.ofRefresh(token);
  if (named) await service.accounts.logOut(named.signIn, named.user, clientTrace(exchange));
  const hasCookie = service.cookies.sessionOf(request) !== null;
  if (named && request.header('authorization') === null && !hasCookie) return done;
  if (token !== undefined && !named) throw new AdminError('token_not_valid', challenge);
  const identity = await identify(service.authenticators.ofSignIns, exchange).catch((error: unknown) => {
    // The refresh token has ended the sign-in of the access token.
    if (named) return null;
    throw error;
  });
  const user = identity && (await identity.read());
  if (!identity || !user) {
    if (named) return done;
    throw new AdminError('token_not_valid', challenge);
  }
  const { signIn } = identity.authenticationOf(user);
  if (identity.isAmbient) service.cookies.requireCsrf(exchange, signIn);
  await service.accounts.logOut(signIn, user, clientTrace(exchange));
  return identity.isAmbient ? service.cookies.withoutSession(done, exchange) : done;
}

/** Changes the password of the user; all other sign-ins of the user end. */
export const changePassword: Endpoint = endpoint({
  method: 'POST',
  path: '/auth/password',
  access: 'staff',
  isServed: hasSignIns,
  right: null,
  parameters: anyParameters,
  body: bodyOf(z.strictObject({ old_password: password, new_password: password })),
  handler: {
    kind: 'respond',
    changesRows: true,
    async run(call) {
      const { body, request, service, user } = call;
      const device = service.cookies.deviceOf(request, user.username);
      await service.passwordChanges.change(user, { old: body.old_password, new: body.new_password, device }, clientTrace(call));
      return done;
    },
  },
  doc: passwordDoc,
});

/** The user. A session that has no CSRF token yet gets one. */
export const getMe: Endpoint = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    run(call) {
      const { service, user, authentication } = call;
      const response = json(200, JSON.stringify(service.settings.userPayload(user)));
      const { isAmbient } = authenticationTraits[authentication.kind];
      return isAmbient ? service.cookies.withCsrfToken(response, call, authentication.signIn) : response;
    },
  },
  doc: meDoc,
});

/** The brand, and how users sign in. */
export const getConfig: Endpoint = endpoint({
  method: 'GET',
  path: '/config',
  access: 'public',
  right: null,
  parameters: noParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    run({ service }) {
      const { brand, auth, readOnly } = service.settings;
      const { languages, registry } = service;
      const spoken = { language: registry.wording.tag, languages: languages.offered };
      const answer: ServiceConfig = { brand, auth, ...(readOnly() ? { maintenance: true } : {}), ...spoken };
      return json(200, JSON.stringify(answer));
    },
  },
  doc: configDoc,
});

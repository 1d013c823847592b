import type { RefreshAnswer, ServiceConfig } from '@grimoire/protocol';
import { z } from 'zod';
import { authenticationTraits, challenge } from '../auth/authentication.ts';
import { waysOf } from '../auth/sign-in-method.ts';
import { AdminError } from '../errors/errors.ts';
import { identify } from '../http/authenticators/authenticator.ts';
import { bodyOf, noBody, optionalBodyOf } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import { type HttpResponse, json } from '../http/message.ts';
import { anyParameters, noParameters } from '../http/parameters.ts';
import { ofStranger } from '../request/json.ts';
import { clientTrace, done, hasSignIns } from './exchange-parts.ts';
import { configDoc, logoutDoc, meDoc, refreshDoc } from './sign-in-docs.ts';

const refreshToken = z.string().max(10_000);

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
      const { brand, auth, readOnly, staffSource } = service.settings;
      const { languages, registry } = service;
      const spoken = { language: registry.wording.tag, languages: languages.offered };
      const signIn = { sign_in: waysOf(staffSource.methods) };
      const answer: ServiceConfig = { brand, auth, ...signIn, ...(readOnly() ? { maintenance: true } : {}), ...spoken };
      return json(200, JSON.stringify(answer));
    },
  },
  doc: configDoc,
});

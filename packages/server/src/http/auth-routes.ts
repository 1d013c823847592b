import type { LoginAnswer, RefreshAnswer, ServiceConfig } from '@grimoire/protocol';
import { z } from 'zod';
import { challenge } from '../auth/authenticate.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { passwordMark } from '../auth/tokens.ts';
import { AdminError } from '../errors.ts';
import { refuseParameters } from '../request/parameters.ts';
import { readBody } from './body.ts';
import { type HttpResponse, json } from './exchange.ts';
import type { Exchange, StaffExchange } from './routes.ts';

const credentials = z.strictObject({ username: z.string().max(1000), password: z.string().max(4096) });
const refreshBody = z.strictObject({ refresh: z.string().max(10_000) });

/** `POST /auth/login/`: the same 401 after the same work for whoever may not come in (CONTRACT §10). */
export async function login({ request, service }: Exchange): Promise<HttpResponse> {
  const { username, password } = await readBody(request, credentials);
  const user = username.includes('\0') ? null : await service.staff.byUsername(username);
  const matches = await verifyPassword(user?.password ?? null, password);
  if (!user || !matches || !user.isActive || !user.isStaff) throw new AdminError('invalid_credentials', challenge);
  await service.staff.touchLogin(user.id);
  const answer: LoginAnswer = { ...(await service.tokens.issue(user)), user: service.settings.userPayload(user) };
  return json(200, JSON.stringify(answer));
}

/** `POST /auth/refresh/`: a new pair for a refresh token whose user is still staff with the same password. */
export async function refresh({ request, service }: Exchange): Promise<HttpResponse> {
  const body = await readBody(request, refreshBody);
  const claims = await service.tokens.readRefresh(body.refresh);
  const user = claims && (await service.staff.byId(claims.userId));
  const isGood = user?.isActive && user.isStaff && passwordMark(user.password) === claims?.password;
  if (!user || !isGood) throw new AdminError('token_not_valid', challenge);
  const answer: RefreshAnswer = await service.tokens.issue(user);
  return json(200, JSON.stringify(answer));
}

/** `GET /auth/me/`. */
export function me({ service, user, url }: StaffExchange): HttpResponse {
  refuseParameters(url.searchParams);
  return json(200, JSON.stringify(service.settings.userPayload(user)));
}

/** `GET /config/`, for everybody. */
export function getConfig({ service, url }: Exchange): HttpResponse {
  refuseParameters(url.searchParams);
  const { brand, auth } = service.settings;
  const answer: ServiceConfig = { brand, auth };
  return json(200, JSON.stringify(answer));
}

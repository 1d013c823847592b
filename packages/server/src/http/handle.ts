import { randomUUID } from 'node:crypto';
import type { ErrorLog } from '../error-log.ts';
import { AdminError, notFound } from '../errors.ts';
import { withStaff } from './with-staff.ts';
import { compressed } from './compress.ts';
import { corsHeaders, preflight } from './security/cors.ts';
import { errorResponse } from './errors.ts';
import type { HttpRequest, HttpResponse } from './message.ts';
import type { Exchange, ModelExchange, StaffExchange } from './exchange.ts';
import { matchRoute } from './routes.ts';
import type { Service } from './service.ts';
import type { Origin } from '../write/session.ts';

/**
 * Answers a request. Match, authenticate, and find the model here; each route then parses, plans, authorizes, runs and
 * responds. Whatever is thrown on the way becomes an answer here, once.
 */
export async function handle(service: Service, request: HttpRequest): Promise<HttpResponse> {
  const requestId = randomUUID();
  let response: HttpResponse;
  try {
    response = preflight(request, service.settings.corsOrigins) ?? (await answer(service, request, requestId));
  } catch (error) {
    response = failed(service.translateError(error), { request, requestId, log: service.log });
  }
  const cors = corsHeaders(request, service.settings.corsOrigins);
  const withCors = { ...response, headers: { ...response.headers, ...cors } };
  const sent = await compressed(withCors, request, () => service.hosts.addressOf(service.proxies.addressOf(request)));
  return finished(sent, request, requestId);
}

/** Answers a request that came before the service could start: its database is away, or its configuration wrong. */
export function handleUnstarted(error: unknown, request: HttpRequest, log: ErrorLog): HttpResponse {
  const requestId = randomUUID();
  return finished(failed(error, { request, requestId, log }), request, requestId);
}

interface Failed {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly log: ErrorLog;
}

function failed(error: unknown, { request, requestId, log }: Failed): HttpResponse {
  return errorResponse(error, {
    requestId,
    log: (cause) => log.error(cause, 'request failed', { requestId, method: request.method }),
  });
}

function finished(response: HttpResponse, request: HttpRequest, requestId: string): HttpResponse {
  const headers = { ...response.headers, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId };
  return { ...response, headers, body: request.method === 'HEAD' ? null : response.body };
}

async function answer(service: Service, request: HttpRequest, requestId: string): Promise<HttpResponse> {
  const url = service.hosts.addressOf(service.proxies.addressOf(request));
  const origin = (): Origin => ({ requestId, ip: service.proxies.clientOf(request) });
  const path = pathBelow(service.basePath, url.pathname);
  if (path === null || !isMountOf(request.mountPath ?? '', service.basePath)) throw mountedElsewhere(service.basePath);
  const match = matchRoute(path, request.method);
  const exchange: Exchange = { service, request, url, origin, parameters: match?.parameters ?? {} };
  if (match?.route.access === 'public') return call(match.route.methods, exchange);
  return withStaff(exchange, async (staffExchange) => {
    if (!match) throw notFound();
    if (match.route.access === 'public') return call(match.route.methods, exchange);
    if (match.route.access === 'staff') return call(match.route.methods, staffExchange);
    return call(match.route.methods, withModel(staffExchange));
  });
}

function pathBelow(base: string, path: string): string | null {
  if (!path.startsWith(base)) return null;
  const rest = path.slice(base.length);
  return rest === '' ? '/' : rest.startsWith('/') ? rest : null;
}

/** Whether what is mounted at this path may be below that base. */
function isMountOf(mount: string, base: string): boolean {
  return `${base}/`.startsWith(`${mount.replace(/\/$/, '')}/`);
}

function mountedElsewhere(base: string): AdminError {
  return notFound(
    `This address is not below ${base}/, the \`baseUrl\` of the API: mount it there, or say in \`baseUrl\` where it is mounted.`,
  );
}

function withModel(exchange: StaffExchange): ModelExchange {
  const model = exchange.service.registry.find(exchange.parameters['model'] ?? '');
  if (!model || !exchange.policy.knows(model)) throw notFound();
  return { ...exchange, model };
}

type Handlers<E> = Readonly<Record<string, ((exchange: E) => Promise<HttpResponse> | HttpResponse) | undefined>>;

function call<E extends Exchange>(methods: Handlers<E>, exchange: E): Promise<HttpResponse> | HttpResponse {
  const method = exchange.request.method === 'HEAD' ? 'GET' : exchange.request.method;
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handler) return handler(exchange);
  const allowed = Object.keys(methods).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
  throw new AdminError('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
}

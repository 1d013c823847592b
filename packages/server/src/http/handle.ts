import { randomUUID } from 'node:crypto';
import type { ErrorLog } from '../errors/error-log.ts';
import { endOfTurn } from '../process/event-loop.ts';
import { type AdminError, notFound } from '../errors/errors.ts';
import { withStaff } from './authenticate.ts';
import { compressed } from './compress.ts';
import { corsHeaders, preflight } from './security/cors.ts';
import { errorResponse } from './errors.ts';
import type { HttpRequest, HttpResponse } from './message.ts';
import { inLanguageOf, languageHeaders } from './language.ts';
import { asWork, currentWork, RequestWork } from '../process/request-work.ts';
import type { Exchange } from './exchange.ts';
import { confirmsInTransaction, respond } from './respond.ts';
import type { HttpService } from './service.ts';
import type { RequestTrace } from '../write/unit-of-work.ts';
import { usual, type Wording } from '../texts/message.ts';

/** The status in logs and metrics of a request whose client has gone, as nginx writes it. */
const abandonedStatus = 499;

/** The response to a request. An error that is thrown on the way becomes a response here, and only here. */
export async function handle(service: HttpService, request: HttpRequest): Promise<HttpResponse> {
  const requestId = randomUUID();
  const work = new RequestWork();
  await endOfTurn();
  const respondTo = (): Promise<HttpResponse> => responseTo(service, request, requestId);
  const response = await asWork(work, () => service.traceRequest?.(request.method, work, respondTo) ?? respondTo());
  service.observe?.({
    id: requestId,
    method: request.method,
    // The client has closed the connection: the status of the response would look like a failure of the service.
    status: work.isAbandoned ? abandonedStatus : response.status,
    isAbandoned: work.isAbandoned,
    milliseconds: performance.now() - work.started,
    statements: work.statements,
    rows: work.rows,
    reads: work.reads,
    slowest: work.slowest,
    ...work.about,
  });
  return response;
}

async function responseTo(composed: HttpService, request: HttpRequest, requestId: string): Promise<HttpResponse> {
  let service = composed;
  let response: HttpResponse;
  try {
    service = inLanguageOf(request, composed);
    response = preflight(request, service.settings.corsOrigins) ?? (await answer(service, request, requestId));
  } catch (error) {
    const model = modelOf(service, request);
    response = failed(service.translateError(error), {
      request,
      requestId,
      wording: service.registry.wording,
      log: service.log,
      ...(model ? { model } : {}),
    });
  }
  const cors = corsHeaders(request, service.settings.corsOrigins);
  const withCors = { ...response, headers: { ...response.headers, ...cors, ...languageHeaders(request, service, cors) } };
  const sent = await compressed(withCors, request, () => service.hosts.publicUrl(service.proxies.forwardedUrl(request)));
  return finished(sent, request, requestId);
}

/** The response to a request if the service could not start: the database is not available, or the configuration is invalid. */
export function handleUnstarted(error: unknown, request: HttpRequest, log: ErrorLog): HttpResponse {
  const requestId = randomUUID();
  return finished(failed(error, { request, requestId, wording: usual, log }), request, requestId);
}

interface Failed {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly wording: Wording;
  readonly log: ErrorLog;
  /** The key of the model that the request is about. */
  readonly model?: string;
}

/** The key of the model that a request is about. The address itself is not logged: it has keys and values. */
function modelOf({ registry }: HttpService, { url }: HttpRequest): string | undefined {
  const [, key] = /\/r\/([^/?#]+)/.exec(url) ?? [];
  return key === undefined ? undefined : registry.models.find((model) => encodeURIComponent(model.key) === key || model.key === key)?.key;
}

function failed(error: unknown, { request, requestId, wording, log, ...about }: Failed): HttpResponse {
  return errorResponse(error, {
    requestId,
    wording,
    log: (cause) => log.error(cause, 'request failed', { requestId, method: request.method, ...about }),
  });
}

function finished(response: HttpResponse, request: HttpRequest, requestId: string): HttpResponse {
  const headers = { ...response.headers, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId };
  return { ...response, headers, body: request.method === 'HEAD' ? null : response.body };
}

/** match → authenticate → {@link respond}. */
async function answer(service: HttpService, request: HttpRequest, requestId: string): Promise<HttpResponse> {
  const url = service.hosts.publicUrl(service.proxies.forwardedUrl(request));
  const trace = (): RequestTrace => ({ requestId, ip: service.proxies.clientOf(request) });
  const prefix = service.proxies.prefixOf(request);
  const path = pathBelow(`${prefix}${service.basePath}`, url.pathname);
  if (path === null || !isMountOf(request.mountPath ?? '', service.basePath)) {
    service.mounted.warn(new URL(request.url).pathname);
    throw mountedElsewhere(service.basePath);
  }
  const match = service.router.match(path, request.method);
  const exchange: Exchange = { service, request, url, prefix, trace, pathParameters: match?.parameters ?? {} };
  const work = currentWork();
  if (work && match) work.about.route = match.path;
  if (match?.access === 'public') return respond(match, exchange);
  // A sign-in, which is public, goes on without its client: an attempt is counted and recorded to its end.
  request.onAbandoned?.(() => work?.abandon());
  return withStaff(exchange, match !== null && confirmsInTransaction(match, request.method), async (staffExchange) => {
    if (!match) throw notFound();
    return respond(match, staffExchange);
  });
}

function pathBelow(base: string, path: string): string | null {
  if (!path.startsWith(base)) return null;
  const rest = path.slice(base.length);
  return rest === '' ? '/' : rest.startsWith('/') ? rest : null;
}

/** Whether a service that is mounted at this path can have that base path. */
function isMountOf(mount: string, base: string): boolean {
  return `${base}/`.startsWith(`${mount.replace(/\/$/, '')}/`);
}

function mountedElsewhere(base: string): AdminError {
  return notFound(
    `This address is not below ${base}/, the \`baseUrl\` of the API: mount it there, or say in \`baseUrl\` where it is mounted. A mount that removes its path from the address must pass on the whole address.`,
  );
}

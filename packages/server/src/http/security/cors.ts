import type { HttpRequest, HttpResponse } from '../message.ts';

/** What pages of other origins may send, and read of an answer (CONTRACT §11). */
const allowedHeaders = 'Authorization, Content-Type, X-CSRFToken, If-Match, Idempotency-Key';
const exposedHeaders = 'ETag, Location, Retry-After, X-Request-Id';

/** Seconds that a browser remembers what it was allowed. */
const maxAge = '600';

/** The answer to a browser that asks whether its page may ask; null where it is no such question, or nobody else may. */
export function preflight(request: HttpRequest, origins: readonly string[]): HttpResponse | null {
  if (request.method !== 'OPTIONS' || request.header('access-control-request-method') === null) return null;
  if (!isAllowed(request, origins)) return null;
  const headers = {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': maxAge,
  };
  return { status: 204, headers, body: null };
}

/** The headers that let a page of another origin read an answer. Never with cookies: those are for the service's own pages. */
export function corsHeaders(request: HttpRequest, origins: readonly string[]): Readonly<Record<string, string>> {
  if (origins.length === 0) return {};
  if (!isAllowed(request, origins)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': request.header('origin') ?? '',
    'Access-Control-Expose-Headers': exposedHeaders,
  };
}

function isAllowed(request: HttpRequest, origins: readonly string[]): boolean {
  const origin = request.header('origin');
  return origin !== null && origins.includes(origin);
}

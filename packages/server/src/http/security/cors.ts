import type { HttpRequest, HttpResponse } from '../message.ts';

/** The headers that pages of other origins may send, and read in a response (CONTRACT §11). */
const allowedHeaders = 'Authorization, Content-Type, X-CSRFToken, If-Match, Idempotency-Key';
const exposedHeaders = 'ETag, Location, Retry-After, X-Change-Set, X-Request-Id';

/** Seconds for which a browser caches the response to a preflight request. */
const maxAge = '600';

/** The response to a preflight request of an allowed origin; null for every other request. */
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

/**
 * The headers that allow a page of another origin to read a response, never with credentials in cookies: only the service's own pages use
 * those.
 */
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

import { bodyIsGone, readText } from './body-text.ts';
import { type HttpRequest, type HttpResponse, sentHeaders } from './message.ts';

/**
 * Facts about a request that only the server knows. `remoteAddress` is for callers; the other properties are what Hono on Node, Bun and
 * Deno pass as the second argument of a handler.
 */
export interface RequestInfo {
  /** The address of the peer that opened the connection, for the audit log. */
  readonly remoteAddress?: string | null;
  /** Hono on Node (`@hono/node-server`): Node's request. */
  readonly incoming?: { readonly url?: string | undefined; readonly socket?: { readonly remoteAddress?: string | undefined } | undefined };
  /** Bun: the server. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null;
  /** Deno: the address of the peer. */
  readonly remoteAddr?: object;
}

/** Converts a Web-standard request. */
export function fromFetch(request: Request, info?: RequestInfo): HttpRequest {
  return {
    raw: request,
    remoteAddress: peerOf(request, info),
    method: request.method,
    url: wholeUrl(request, info),
    header: (name) => request.headers.get(name),
    onAbandoned(listener) {
      // A polyfill may have none.
      const signal = request.signal as AbortSignal | undefined;
      if (signal?.aborted) listener();
      else signal?.addEventListener('abort', listener, { once: true });
    },
    async text(limit) {
      if (request.bodyUsed) throw bodyIsGone('Give it a `clone()` of the request.');
      return readText({ chunks: request.body ?? [], header: (name) => request.headers.get(name) }, limit);
    },
  };
}

function peerOf(request: Request, info: RequestInfo | undefined): string | null {
  const deno: { readonly hostname?: unknown } | undefined = info?.remoteAddr;
  const address = info?.remoteAddress ?? info?.incoming?.socket?.remoteAddress ?? info?.requestIP?.(request)?.address ?? deno?.hostname;
  return typeof address === 'string' ? address : null;
}

/** The URL before Hono's `app.mount()` removed its path. */
function wholeUrl(request: Request, info: RequestInfo | undefined): string {
  const target = info?.incoming?.url;
  if (target === undefined || !target.startsWith('/')) return request.url;
  const { origin, pathname } = new URL(request.url);
  const whole = new URL(`${origin}${target}`);
  return whole.pathname.endsWith(pathname) || pathname === '/' ? whole.href : request.url;
}

/** Converts a response to a Web-standard one. */
export function toFetch(response: HttpResponse): Response {
  const { body } = response;
  const headers = Object.entries(sentHeaders(response)).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const content = body === null || typeof body === 'string' ? body : body instanceof Uint8Array ? new Uint8Array(body) : streamOf(body);
  return new Response(content, { status: response.status, headers });
}

/** A stream that pulls the bytes when it is read, and calls `return` on their iterator when it is cancelled. */
function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

import { bodyIsGone, readText } from './body-text.ts';
import { type HttpRequest, type HttpResponse, sentHeaders } from './message.ts';

/** Facts about a request that only the server knows. */
export interface RequestInfo {
  /** The address of the peer that opened the connection, for the audit log. */
  readonly remoteAddress?: string | null;
}

/** Converts a Web-standard request. */
export function fromFetch(request: Request, info?: RequestInfo): HttpRequest {
  return {
    raw: request,
    remoteAddress: typeof info?.remoteAddress === 'string' ? info.remoteAddress : null,
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name),
    async text(limit) {
      if (request.bodyUsed) throw bodyIsGone('Give it a `clone()` of the request.');
      return readText({ chunks: request.body ?? [], header: (name) => request.headers.get(name) }, limit);
    },
  };
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

import { AdminError } from '../errors.ts';
import { type HttpRequest, type HttpResponse, sentHeaders } from './exchange.ts';

/** What a server knows of a request beyond the request itself. */
export interface RequestInfo {
  /** The address of whoever opened the connection, for the audit log. */
  readonly remoteAddress?: string | null;
}

/** A Web-standard request as the service reads it. */
export function fromFetch(request: Request, info?: RequestInfo): HttpRequest {
  return {
    raw: request,
    remoteAddress: typeof info?.remoteAddress === 'string' ? info.remoteAddress : null,
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name),
    async text(limit) {
      if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AdminError('body_too_large');
      return collect(request.body ?? [], limit);
    },
  };
}

/** An answer of the service as a Web-standard one. */
export function toFetch(response: HttpResponse): Response {
  const { body } = response;
  const headers = Object.entries(sentHeaders(response)).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const content = body === null || typeof body === 'string' ? body : streamOf(body);
  return new Response(content, { status: response.status, headers });
}

/** Bytes as a stream: asked for when it is read, returned from when it is given up. */
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

/** Reads a body as UTF-8. Throws 413 as soon as it is longer than `limit` bytes. */
export async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > limit) throw new AdminError('body_too_large');
      parts.push(chunk);
    }
  } catch (error) {
    // Whoever hangs up in the middle of a body hears nothing more, and nothing is wrong here.
    throw error instanceof AdminError
      ? error
      : new AdminError('parse_error', { cause: error, detail: 'The request ended before its body.' });
  }
  return Buffer.concat(parts).toString('utf8');
}

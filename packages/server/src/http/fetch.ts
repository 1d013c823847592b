import { AdminError } from '../errors.ts';
import type { HttpRequest, HttpResponse } from './exchange.ts';

/** A Web-standard request as the service reads it. */
export function fromFetch(request: Request): HttpRequest {
  return {
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
  return new Response(response.body, { status: response.status, headers: response.headers });
}

/** Reads a body as UTF-8. Throws 413 as soon as it is longer than `limit` bytes. */
export async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new AdminError('body_too_large');
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

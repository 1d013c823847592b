import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { AdminError } from '../errors.ts';
import { type HttpRequest, type HttpResponse, sentHeaders } from './exchange.ts';
import { collect } from './fetch.ts';

/** What {@link toNodeHandler} needs of an admin. */
export interface NodeMountable {
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/**
 * The service as a handler of `node:http`, and of what hands on its request and response.
 * Give the server `maxHeaderSize: 65536`: clients may send several hundred keys in one address (CONTRACT §2).
 * @example http.createServer({ maxHeaderSize: 65536 }, toNodeHandler(admin))
 */
export function toNodeHandler(admin: NodeMountable): (message: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => {
    admin
      .handle(fromNode(message))
      .then((answer) => send(answer, message, response))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  };
}

function fromNode(message: IncomingMessage): HttpRequest {
  const isEncrypted = (message.socket as { encrypted?: boolean }).encrypted === true;
  // Express and Connect take the mount path off `url` and keep the whole in `originalUrl`.
  const path = (message as { originalUrl?: string }).originalUrl ?? message.url ?? '/';
  const host = message.headers.host ?? 'localhost';
  return {
    method: message.method ?? 'GET',
    url: `${isEncrypted ? 'https' : 'http'}://${isHost(host) ? host : 'invalid'}${path.startsWith('/') ? path : `/${path}`}`,
    raw: message,
    remoteAddress: message.socket.remoteAddress ?? null,
    header(name) {
      const value = message.headers[name.toLowerCase()];
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    },
    async text(limit) {
      if (Number(message.headers['content-length'] ?? 0) > limit) throw new AdminError('body_too_large');
      return collect(message, limit);
    },
  };
}

function isHost(text: string): boolean {
  return /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}`);
}

function send(answer: HttpResponse, message: IncomingMessage, response: ServerResponse): void {
  if (answer.body !== null && typeof answer.body !== 'string') return sendFile(answer, answer.body, response);
  const body = answer.body ?? '';
  const headers: OutgoingHttpHeaders = sentHeaders(answer);
  if (message.method !== 'HEAD' && answer.status !== 204) headers['Content-Length'] = Buffer.byteLength(body);
  // A body that nobody read would be taken for the next request of the connection.
  if (!message.complete) headers['Connection'] = 'close';
  response.writeHead(answer.status, headers);
  response.end(message.method === 'HEAD' ? undefined : body);
}

/** Sends bytes as they come. An error in their middle breaks the connection, so that nobody takes a part for the whole. */
function sendFile(answer: HttpResponse, bytes: AsyncIterable<Uint8Array>, response: ServerResponse): void {
  // Whoever has hung up by now is sent nothing: but that nothing is sent has to be told to who makes the bytes.
  if (response.destroyed || response.closed) return giveUp(bytes);
  response.writeHead(answer.status, sentHeaders(answer));
  pipeline(Readable.from(bytes, { objectMode: false }), response, () => {});
}

function giveUp(bytes: AsyncIterable<Uint8Array>): void {
  bytes[Symbol.asyncIterator]()
    .return?.()
    .catch(() => undefined);
}

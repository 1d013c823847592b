/// <reference types="node" preserve="true" />
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { type HttpRequest, type HttpResponse, sentHeaders } from './message.ts';
import { fromNode } from './from-node.ts';
import { StallWatch } from './stall-watch.ts';

/** The part of an admin that {@link toNodeHandler} uses. */
export interface NodeMountable {
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/** The request of Fastify, or of another framework that has Node's request in `raw`. */
export interface WrappedRequest {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
}

/** The reply of such a framework. */
export interface WrappedReply {
  readonly raw: ServerResponse;
  /** Tells the framework that it must not send a response. */
  hijack(): unknown;
}

/** Accepts the arguments of a handler of `node:http` and Express, and those of a route of Fastify. */
export type NodeHandler = (request: IncomingMessage | WrappedRequest, response: ServerResponse | WrappedReply) => void;

/** Options of {@link toNodeHandler}. */
export interface NodeHandlerOptions {
  /** Milliseconds after which the connection of a client that reads nothing of its response is closed; 60,000 by default. */
  readonly stallTimeout?: number;
}

/**
 * The service as a handler of `node:http`, Express, Connect and Fastify.
 * Set `maxHeaderSize: 65536` for the server: clients may send several hundred keys in one URL (CONTRACT §2).
 * @example http.createServer({ maxHeaderSize: 65536 }, toNodeHandler(admin))
 */
export function toNodeHandler(admin: NodeMountable, { stallTimeout = 60_000 }: NodeHandlerOptions = {}): NodeHandler {
  const stalls = new StallWatch(stallTimeout);
  return (request, reply) => {
    const message = 'raw' in request && 'hijack' in reply ? request.raw : (request as IncomingMessage);
    const response = 'hijack' in reply ? reply.raw : reply;
    if ('hijack' in reply) reply.hijack();
    stalls.watch(response);
    admin
      .handle(fromNode(message, request, response))
      .then((answer) => send(answer, message, response))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  };
}

function send(answer: HttpResponse, message: IncomingMessage, response: ServerResponse): void {
  const body = answer.body ?? '';
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return sendFile(answer, body, response);
  const headers: OutgoingHttpHeaders = sentHeaders(answer);
  if (message.method !== 'HEAD' && answer.status !== 204) headers['Content-Length'] = Buffer.byteLength(body);
  const content = message.method === 'HEAD' ? '' : body;
  if (message.complete) return void response.writeHead(answer.status, headers).end(content);
  // Node would parse the rest of an unread body as the next request of the connection.
  headers['Connection'] = 'close';
  response.writeHead(answer.status, headers).write(content);
  response.flushHeaders();
  discardRest(message, () => response.end());
}

/** Bytes of an unread body that are still received. */
const restLimit = 8_000_000;

/** Milliseconds that receiving them may take. */
const restPatience = 2000;

/**
 * Receives the rest of a body without keeping it. A proxy that can not send all of it takes the connection for broken, and answers 502 in place
 * of the response, which is sent already.
 */
function discardRest(message: IncomingMessage, done: () => void): void {
  let rest = restLimit;
  const over = (): void => {
    clearTimeout(timer);
    done();
  };
  const timer = setTimeout(over, restPatience);
  message.on('data', (chunk: Uint8Array) => {
    rest -= chunk.byteLength;
    if (rest < 0) over();
  });
  message.once('close', over);
  message.resume();
}

/**
 * Sends bytes as they arrive. After an error in between, it closes the connection, so that the client does not take a part of the file for
 * the whole.
 */
function sendFile(answer: HttpResponse, bytes: AsyncIterable<Uint8Array>, response: ServerResponse): void {
  // The client has closed the connection already: the source of the bytes must be told to stop.
  if (response.destroyed || response.closed) return giveUp(bytes);
  response.writeHead(answer.status, sentHeaders(answer));
  pipeline(Readable.from(bytes, { objectMode: false }), response, () => {});
}

function giveUp(bytes: AsyncIterable<Uint8Array>): void {
  bytes[Symbol.asyncIterator]()
    .return?.()
    .catch(() => undefined);
}

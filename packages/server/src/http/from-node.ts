import type { IncomingMessage, ServerResponse } from 'node:http';
import { AdminError } from '../errors/errors.ts';
import { bodyIsGone, heldText, readText, utf8Text } from './body-text.ts';
import type { HttpRequest } from './message.ts';
import { say } from '../texts/message.ts';

/** Properties that frameworks add to Node's request. */
interface HostedRequest {
  /** The URL before Express or Connect removed the mount path from `url`. */
  readonly originalUrl?: string;
  /** The path at which Express has mounted the handler. */
  readonly baseUrl?: unknown;
  /** The bytes of the body, if the application keeps them. */
  readonly rawBody?: unknown;
  /** The result of the application's own body parser. */
  readonly body?: unknown;
}

/**
 * Converts a request of `node:http`.
 * @param raw the request of the framework: Node's request, or an object that has it in `raw`.
 * @param response the response to it, whose connection the client may close.
 */
export function fromNode(message: IncomingMessage, raw: object, response: ServerResponse): HttpRequest {
  const isEncrypted = (message.socket as { encrypted?: boolean }).encrypted === true;
  const { host, path } = targetOf(message);
  // The application has read the body, not this handler.
  const isRead = message.readableDidRead || message.readableEnded;
  const { baseUrl } = message as HostedRequest;
  const header = (name: string): string | null => {
    const value = message.headers[name.toLowerCase()];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  };
  return {
    method: message.method ?? 'GET',
    url: `${isEncrypted ? 'https' : 'http'}://${isHost(host) ? host : 'invalid'}${path}`,
    raw,
    remoteAddress: message.socket.remoteAddress ?? null,
    ...(typeof baseUrl === 'string' ? { mountPath: baseUrl } : {}),
    header,
    onAbandoned(listener) {
      if (response.destroyed && !response.writableEnded) return listener();
      response.once('close', () => {
        if (!response.writableEnded) listener();
      });
    },
    async text(limit) {
      if (isRead) return isEmpty(message) ? '' : heldText(textOf({ ...bodyOf(message), ...bodyOf(raw) }), limit);
      // The rest of a refused body is received and not kept: `toNodeHandler`.
      return readText({ chunks: message.iterator({ destroyOnReturn: false }), header }, limit);
    },
  };
}

/** Whether no body was sent: parsers then return an empty object. */
function isEmpty({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/** Host and path of a request, whose target may be an absolute URL (RFC 9112, 3.2.2). */
function targetOf(message: IncomingMessage): { readonly host: string; readonly path: string } {
  const target = (message as HostedRequest).originalUrl ?? message.url ?? '/';
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const { host, pathname, search } = new URL(target);
    return { host, path: `${pathname}${search}` };
  }
  return { host: message.headers.host ?? 'localhost', path: target.startsWith('/') ? target : `/${target}` };
}

/** The last host that was one: most requests name the same. */
let knownHost: string | undefined;

function isHost(text: string): boolean {
  if (text === knownHost) return true;
  const isOne = /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}`);
  if (isOne) knownHost = text;
  return isOne;
}

function bodyOf(request: object): HostedRequest {
  const { rawBody, body } = request as HostedRequest;
  return { ...(rawBody === undefined ? {} : { rawBody }), ...(body === undefined ? {} : { body }) };
}

/** The JSON text of a body that the application has read. Its bytes are preferred: a parser rounds long numbers. */
function textOf({ rawBody, body }: HostedRequest): string {
  const parsed = rawBody ?? body;
  if (typeof parsed === 'string') return parsed;
  if (parsed instanceof Uint8Array) return utf8Text(parsed);
  const text = jsonOf(parsed);
  if (text !== undefined) return text;
  throw bodyIsGone(
    'Mount the service before your body parsers, or set `body` of the request to what they made of it. In Fastify, give the route `toNodeHandler(admin)` itself.',
  );
}

/** A parser turns a number beyond the range of a double into infinity, which JSON would turn into null. */
class TooLargeNumber extends Error {}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === 'number' && !Number.isFinite(part)) throw new TooLargeNumber();
      return part;
    });
  } catch (error) {
    if (error instanceof TooLargeNumber) throw new AdminError('parse_error', { detail: say('hugeNumber') });
    return undefined;
  }
}

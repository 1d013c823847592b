/** A request, independent of the server that received it. */
export interface HttpRequest {
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  /** The server's own request, for the code of the host application. */
  readonly raw: unknown;
  /** The address of the peer that opened the connection; null if the server does not provide it. */
  readonly remoteAddress: string | null;
  /** The path that the framework has mounted the service at, if the framework provides it. */
  readonly mountPath?: string;
  /** Calls a function if the client closes its connection before it has the response, if the server can tell. */
  readonly onAbandoned?: (listener: () => void) => void;
  header(name: string): string | null;
  /**
   * The body as text.
   * Throws an `AdminError` 413 if the body is longer than `limit` bytes.
   */
  text(limit: number): Promise<string>;
}

/** A request, and the URL that the client has sent it to: behind a proxy, that is not `request.url`. */
export interface Incoming {
  readonly request: HttpRequest;
  readonly url: URL;
}

/** A response of an endpoint, independent of the server that sends it. `handle.ts` adds the headers that every response has. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
  /** JSON text, bytes, a stream of bytes, or null for no body. The server reads a stream to its end, or calls `return` on its iterator. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

/**
 * The headers of a response in the form that servers accept. Node refuses control characters and characters that are not Latin-1; they are
 * percent-encoded (RFC 3986).
 */
export function sentHeaders({ headers, cookies = [] }: HttpResponse): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = {};
  for (const name of Object.keys(headers)) sent[name] = headerText(headers[name]);
  if (cookies.length > 0) sent['Set-Cookie'] = cookies.map(headerText);
  return sent;
}

const unsendable = /[^\t -~]/gu;

/** @param value a text, according to its type; JavaScript code of a host application may have passed a number. */
function headerText(value: unknown): string {
  const text = String(value);
  return text.search(unsendable) === -1 ? text : text.toWellFormed().replace(unsendable, encodeURIComponent);
}

/** A response with a JSON body. */
export function json(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, body, headers: { 'Content-Type': 'application/json', ...headers } };
}

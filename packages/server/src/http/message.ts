/** A request as the service reads it, from whatever server it came. */
export interface HttpRequest {
  readonly method: string;
  /** The absolute address. */
  readonly url: string;
  /** The server's own request, for a host's own code. */
  readonly raw: unknown;
  /** The address of the peer that opened the connection; null if the server does not provide it. */
  readonly remoteAddress: string | null;
  /** The path that the framework has mounted the service at, where it says so. */
  readonly mountPath?: string;
  header(name: string): string | null;
  /**
   * The body as text.
   * Throws an `AdminError` 413 where it is longer than `limit` bytes.
   */
  text(limit: number): Promise<string>;
}

/** An answer, before it becomes that of a server. All its headers are there: none is added later. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
  /** JSON text, bytes, the bytes of a file as they come, or null for none. What sends a file's bytes reads them, or returns from them. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

/**
 * The headers of an answer as servers take them: Node refuses what is not Latin-1 and control characters, after the answer
 * was made. Those are written as in an address, by percent signs (RFC 3986).
 */
export function sentHeaders({ headers, cookies = [] }: HttpResponse): Record<string, string | string[]> {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)]));
  return cookies.length === 0 ? sent : { ...sent, 'Set-Cookie': cookies.map(headerText) };
}

/** @param value a text by its type; from a host's JavaScript it may be a number. */
function headerText(value: unknown): string {
  return String(value)
    .toWellFormed()
    .replace(/[^\t -~]/gu, encodeURIComponent);
}

/** An answer with a JSON body. */
export function json(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, body, headers: { 'Content-Type': 'application/json', ...headers } };
}

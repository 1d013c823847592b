import type { ErrorLog } from '../../errors/error-log.ts';
import { AdminError } from '../../errors/errors.ts';
import type { TrustedProxies } from './client-address.ts';
import type { HttpRequest } from '../message.ts';
import { say } from '../../texts/message.ts';

/** The dependencies of {@link Origins}. */
export interface OriginParts {
  /** Other origins whose pages may write with the cookie of a session. */
  readonly trusted: readonly string[];
  readonly proxies: TrustedProxies;
  readonly log: ErrorLog;
}

/** The largest number of refused origins in the log: a client can send any number of them. */
const maxLogged = 10;

/** The origins whose pages may write with the cookie of a session: the service's own, and those that the settings trust. */
export class Origins {
  readonly #parts: OriginParts;
  /** Origins that are in the log already. */
  readonly #logged = new Set<string>();

  constructor(parts: OriginParts) {
    this.#parts = parts;
  }

  /**
   * Throws a 403 if the page that sent a request has another origin. The log names each origin once, and at most ten: behind a proxy that
   * terminates TLS and is not trusted, every page seems to have another origin.
   * @param url the URL to which the client has sent the request.
   */
  require(request: HttpRequest, url: URL): void {
    const header = request.header('origin');
    if (header === null || header === url.origin || this.#parts.trusted.includes(header)) return;
    const origin = printable(header);
    const reason = `The page is of ${origin}, the request was for ${url.origin}.`;
    const advice = `If ${origin} is this service behind a proxy, name the proxy in settings.trustedProxies (serve --trusted-proxies), or set settings.publicUrl.`;
    if (!this.#logged.has(origin) && this.#logged.size < maxLogged) {
      this.#logged.add(origin);
      this.#parts.log.warn(`A write was refused (csrf_failed). ${reason} ${this.#senderOf(request)} ${advice}`, {});
    }
    throw new AdminError('csrf_failed', { detail: say('otherOrigin', { page: origin, request: url.origin }) });
  }

  #senderOf(request: HttpRequest): string {
    const from = `It came from ${request.remoteAddress ?? 'an address that the server does not tell'}`;
    return this.#parts.proxies.trusts(request) ? `${from}, a trusted proxy.` : `${from}, which is no trusted proxy.`;
  }
}

/** The origin, if its syntax is valid: the header is a text of the client, and other text must not enter the log. */
function printable(origin: string): string {
  return /^https?:\/\/[\w.:[\]-]{1,255}$/.test(origin) ? origin : 'an origin without a name';
}

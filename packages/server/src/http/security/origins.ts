import type { ErrorLog } from '../../error-log.ts';
import { AdminError } from '../../errors.ts';
import type { TrustedProxies } from './client-address.ts';
import type { HttpRequest } from '../message.ts';

/** What origins are judged by. */
export interface OriginParts {
  /** Other origins whose pages may write with a session's cookie. */
  readonly trusted: readonly string[];
  readonly proxies: TrustedProxies;
  readonly log: ErrorLog;
}

/** Refused origins that the log names: a client can send any number. */
const maxLogged = 10;

/** The origins whose pages may write with a session's cookie: the service's own, and those that the settings trust. */
export class Origins {
  readonly #parts: OriginParts;
  /** Origins that the log has named. */
  readonly #logged = new Set<string>();

  constructor(parts: OriginParts) {
    this.#parts = parts;
  }

  /**
   * Throws a 403 where the page that sent a request is of another origin. The log names each origin once, and ten origins at most:
   * behind a proxy that takes TLS away, every page seems to be of another origin.
   * @param url address that the request was for.
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
    throw new AdminError('csrf_failed', { detail: `${reason} ${advice}` });
  }

  #senderOf(request: HttpRequest): string {
    const from = `It came from ${request.remoteAddress ?? 'an address that the server does not tell'}`;
    return this.#parts.proxies.trusts(request) ? `${from}, a trusted proxy.` : `${from}, which is no trusted proxy.`;
  }
}

/** A header is a client's text: of an origin that is none, nothing is repeated. */
function printable(origin: string): string {
  return /^https?:\/\/[\w.:[\]-]{1,255}$/.test(origin) ? origin : 'an origin without a name';
}

import { AdminError } from '../../errors/errors.ts';
import { errorResponse } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../message.ts';
import { usual } from '../../texts/message.ts';
import type { Resolved } from '../../settings/setting.ts';
import type { SecuritySettings } from './settings.ts';

/** The hosts for which the service responds, and its public origin. */
type HostSettings = Pick<Resolved<SecuritySettings>, 'allowedHosts' | 'publicUrl'>;

/**
 * The hosts of a server that listens on the loopback address. They exclude the host of another site whose name resolves to that address.
 */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Checks the host of requests: links in responses contain it, and clients can send any `Host`. */
export class Hosts {
  readonly #allowed: readonly string[] | undefined;
  readonly #public: URL | undefined;

  /** Throws if `publicUrl` is no origin. */
  constructor({ allowedHosts, publicUrl }: HostSettings) {
    this.#public = publicUrl === undefined ? undefined : originOf(publicUrl);
    const own = this.#public ? [this.#public.hostname] : [];
    this.#allowed = allowedHosts && [...allowedHosts.map((host) => host.toLowerCase()), ...own];
  }

  /** The URL of a request as its client knows it. Throws a 400 `bad_host`. */
  publicUrl(url: URL): URL {
    if (this.#allowed && !this.#allowed.some((host) => isOf(url.hostname, host))) throw new AdminError('bad_host');
    if (!this.#public) return url;
    return new URL(`${this.#public.origin}${url.pathname}${url.search}`);
  }
}

function isOf(hostname: string, allowed: string): boolean {
  return allowed.startsWith('.') ? hostname === allowed.slice(1) || hostname.endsWith(allowed) : hostname === allowed;
}

/** Whether a text is an origin with a scheme of HTTP. */
export function isPublicUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.username === '';
}

/** Whether a text is a host name, or a host name with a dot before it. */
export function isHostName(text: string): boolean {
  const address = `http://${text.replace(/^\./, '')}`;
  return URL.canParse(address) && `http://${new URL(address).hostname}` === address.toLowerCase();
}

/** Throws if the text is no origin. */
export function originOf(text: string): URL {
  if (!isPublicUrl(text)) throw new Error(`publicUrl: "${text}" is none. Write one such as https://admin.example.com, without a path.`);
  return new URL(text);
}

interface Handler {
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/** A handler that responds to requests for these hosts only; for others, the response is a 400. */
export function onlyHosts(handler: Handler, hosts: Hosts): Handler {
  return {
    async handle(request) {
      try {
        const url = hosts.publicUrl(new URL(request.url));
        return await handler.handle({ ...request, url: url.href });
      } catch (error) {
        if (!(error instanceof AdminError)) throw error;
        return errorResponse(error, { requestId: '', log: () => {}, wording: usual });
      }
    },
  };
}

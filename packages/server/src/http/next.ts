import type { DashboardOptions } from './dashboard/dashboard.ts';
import { fromFetch, toFetch } from './fetch.ts';
import type { HttpRequest } from './message.ts';
import type { NodeMountable } from './node.ts';

/** The part of an admin that {@link nextHandlers} uses. */
export interface NextMountable {
  withDashboard(options?: DashboardOptions): NodeMountable & {
    /** Its dashboard, at whose path the route is. */
    readonly dashboard: { readonly path: string };
  };
}

/** What a `route.ts` of the App Router exports. */
export type NextHandlers = Readonly<
  Record<'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS', (request: Request) => Promise<Response>>
>;

/** Options of {@link nextHandlers}. */
export interface NextOptions extends DashboardOptions {
  /**
   * Whether a proxy in front of Next.js always adds the address of its client to `X-Forwarded-For`; false by default. Without such a proxy,
   * clients can write that header themselves: it is then ignored, and the address of the client is not known.
   */
  readonly behindProxy?: boolean;
}

/**
 * The API and the dashboard as handlers of the App Router of Next.js, for `app/admin/[[...path]]/route.ts`; the `baseUrl` of the admin is
 * then `/admin/api/`; with the `basePath` `/shop` of Next.js it is `/shop/admin/api/`. `next.config.ts` must have `serverExternalPackages: ['grimoire']`.
 * @example export const { GET, HEAD, POST, PATCH, DELETE, OPTIONS } = nextHandlers(admin);
 */
export function nextHandlers(admin: NextMountable, { behindProxy = false, ...options }: NextOptions = {}): NextHandlers {
  const both = admin.withDashboard(options);
  const respond = async (request: Request): Promise<Response> =>
    toFetch(await both.handle(fromNext(request, behindProxy, both.dashboard.path)));
  return { GET: respond, HEAD: respond, POST: respond, PATCH: respond, DELETE: respond, OPTIONS: respond };
}

/**
 * Converts a request of Next.js, which tells neither the peer of the connection nor the host that the client named: its URL has the host at
 * which Next.js listens. It sets `X-Forwarded-For` only if the request has none. Behind a proxy, the last address is the one that the proxy
 * has added.
 */
function fromNext(request: Request, behindProxy: boolean, path: string): HttpRequest {
  const { headers } = request;
  const hops = behindProxy ? list(headers.get('x-forwarded-for')) : [];
  const peer = hops.pop() ?? null;
  const header = (name: string): string | null => {
    // Next.js drops the name of a compression from answers, and compresses them itself.
    if (name.toLowerCase() === 'accept-encoding') return null;
    if (name.toLowerCase() === 'x-forwarded-for') return hops.join(', ');
    return behindProxy || !/^(x-)?forwarded/i.test(name) ? headers.get(name) : null;
  };
  return { ...fromFetch(request, { remoteAddress: peer }), url: urlOf(request, path), header };
}

function urlOf({ url, headers }: Request, path: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  const named = headers.get('host') ?? host;
  const scheme = list(headers.get('x-forwarded-proto')).at(-1) ?? protocol.slice(0, -1);
  const origin = `${scheme === 'https' ? 'https' : 'http'}://${named}`;
  return `${/^[\w.:[\]-]+$/.test(named) && URL.canParse(origin) ? origin : 'http://invalid'}${basePathOf(pathname, path)}${pathname}${search}`;
}

/**
 * The `basePath` that Next.js has removed from the address of a request: what stands in the path of the dashboard before the first part of
 * it with which the address begins; empty if the address is below the whole path, or below no part of it.
 */
function basePathOf(pathname: string, path: string): string {
  const address = `${pathname}/`;
  for (let start = 0; start < path.length - 1; start = path.indexOf('/', start + 1))
    if (address.startsWith(path.slice(start))) return path.slice(0, start);
  return '';
}

function list(header: string | null): string[] {
  const parts = header?.split(',').map((part) => part.trim());
  return parts?.filter((part) => part !== '') ?? [];
}

import type { Dashboard } from './dashboard.ts';
import type { HttpRequest, HttpResponse } from '../message.ts';
import { fromFetch, type RequestInfo, toFetch } from '../fetch.ts';

/** A handler of the requests below one path. */
interface Mounted {
  readonly baseUrl: string;
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/**
 * The API and its dashboard, for a server that has nothing else. A request goes to the one with the longer path, if its URL is below that
 * path.
 */
export class WithDashboard {
  readonly dashboard: Dashboard;
  readonly #api: Mounted;

  constructor(api: Mounted, dashboard: Dashboard) {
    if (dashboard.path === api.baseUrl) throw new Error(`The dashboard and the API can not both be at "${api.baseUrl}".`);
    this.#api = api;
    this.dashboard = dashboard;
  }

  /** Responds to a Web-standard request. */
  readonly fetch = async (request: Request, info?: RequestInfo): Promise<Response> => toFetch(await this.handle(fromFetch(request, info)));

  /** Responds to a request of any server; `toNodeHandler` uses it. */
  handle(request: HttpRequest): Promise<HttpResponse> {
    const { pathname } = new URL(request.url);
    const { path } = this.dashboard;
    const isDashboardInner = path.length > this.#api.baseUrl.length;
    const isInner = isBelow(pathname, isDashboardInner ? path : this.#api.baseUrl);
    return (isInner === isDashboardInner ? this.dashboard : this.#api).handle(request);
  }
}

function isBelow(pathname: string, base: string): boolean {
  return pathname.startsWith(base) || `${pathname}/` === base;
}

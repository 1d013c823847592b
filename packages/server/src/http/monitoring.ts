import { timingSafeEqual, hash } from 'node:crypto';
import { fromFetch, type RequestInfo, toFetch } from './fetch.ts';
import type { HttpRequest, HttpResponse } from './message.ts';
import type { Metrics, MetricsText } from '../monitoring/metrics.ts';

/** Options of the addresses for operators. */
export interface MonitoringOptions {
  /** The path at which they are mounted: `/` by default. */
  readonly path?: string;
  /**
   * Who may read `metrics`: clients that send this token as `Authorization: Bearer …`. With `'anyone'`, each client may: for a port that only
   * operators reach. Without this option there are no metrics.
   */
  readonly metrics?: { readonly token: string } | 'anyone';
  /** The text of the metrics, if they are not those of this process: such as the sum of several processes. */
  readonly text?: () => Promise<MetricsText>;
}

/** What the addresses ask of the admin. */
export interface MonitoringParts {
  /** Whether the database answers, and the service is not ending. */
  readonly isReady: () => Promise<boolean>;
  /** Begins to collect metrics when it is first called. */
  readonly metrics: () => Promise<Metrics>;
}

type Answer = () => Promise<HttpResponse>;

/**
 * Addresses for operators, without an account: `healthz` (the process answers), `readyz` (so does the database) and `metrics`. The first two
 * answer with a status only: 200 or 503.
 */
export class Monitoring {
  readonly path: string;
  readonly #parts: MonitoringParts;
  readonly #metrics: MonitoringOptions['metrics'];
  readonly #text: () => Promise<MetricsText>;

  constructor({ path = '/', metrics, text }: MonitoringOptions, parts: MonitoringParts) {
    this.path = `/${path.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
    this.#parts = parts;
    this.#metrics = metrics;
    this.#text = text ?? (async () => (await parts.metrics()).text());
    if (typeof metrics === 'object' && metrics.token.length < 16)
      throw new Error(
        `The token in monitoring({ metrics: { token } }) ${metrics.token === '' ? 'is empty' : 'has less than 16 characters'}.`,
      );
    // From now on, requests are counted.
    if (metrics && !text) void parts.metrics();
  }

  /** The metrics of this process as data, as `getMetricsAsJSON` of prom-client gives them: to be summed with those of other processes. */
  async values(): Promise<readonly object[]> {
    return (await this.#parts.metrics()).values();
  }

  /** Responds to a Web-standard request. */
  readonly fetch = async (request: Request, info?: RequestInfo): Promise<Response> => toFetch(await this.handle(fromFetch(request, info)));

  /** Responds to a request of any server; `toNodeHandler` uses it. */
  async handle(request: HttpRequest): Promise<HttpResponse> {
    const answer = this.#answerOf(request);
    if (!answer) return status(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return { ...status(405), headers: { ...plain, Allow: 'GET, HEAD' } };
    const response = await answer();
    return request.method === 'HEAD' ? { ...response, body: null } : response;
  }

  #answerOf(request: HttpRequest): Answer | null {
    const { pathname } = new URL(request.url);
    const name = pathname.startsWith(this.path) ? pathname.slice(this.path.length).replace(/\/$/, '') : '';
    if (name === 'healthz') return async () => status(200);
    if (name === 'readyz') return async () => status((await this.#parts.isReady()) ? 200 : 503);
    return name === 'metrics' && this.#metrics ? () => this.#answerMetrics(request) : null;
  }

  async #answerMetrics(request: HttpRequest): Promise<HttpResponse> {
    if (this.#metrics !== 'anyone' && !isBearer(request.header('authorization'), this.#metrics?.token ?? ''))
      return { ...status(401), headers: { ...plain, 'WWW-Authenticate': 'Bearer' } };
    const { type, body } = await this.#text();
    return { status: 200, headers: { ...plain, 'Content-Type': type }, body };
  }
}

const plain = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function status(code: number): HttpResponse {
  return { status: code, headers: plain, body: null };
}

function isBearer(header: string | null, token: string): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  return token !== '' && timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}

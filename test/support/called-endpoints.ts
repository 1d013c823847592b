import type { Endpoint } from '../../packages/server/src/http/endpoint.ts';
import { EndpointRouter } from '../../packages/server/src/http/router.ts';
import { endpoints } from '../../packages/server/src/admin/features.ts';
import type { Answer, Client } from './service.ts';

/** Records which of the declared endpoints are called: a test of all endpoints fails for one that it has no request for. */
export class CalledEndpoints {
  readonly #router = new EndpointRouter(endpoints);
  readonly #called = new Set<Endpoint>();

  /** The client, with its calls recorded. @param hold called with each answer before the client returns it. */
  recording(client: Client, hold?: (method: string, path: string, answer: Answer) => Promise<void>): Client {
    const record = (method: string, path: string): void => {
      const match = this.#router.match(path.replace(/\?.*/, ''), method);
      const endpoint = match?.endpoints[method as Endpoint['method']];
      if (endpoint) this.#called.add(endpoint);
    };
    const request: Client['request'] = async (method, path, init) => {
      record(method, path);
      const answer = await client.request(method, path, init);
      await hold?.(method, path, answer);
      return answer;
    };
    return {
      ...client,
      request,
      get: (path) => request('GET', path),
      post: (path, body) => request('POST', path, { body }),
      patch: (path, body, headers = {}) => request('PATCH', path, { body, headers }),
      delete: (path, headers = {}) => request('DELETE', path, { headers }),
    };
  }

  /** The declared endpoints that were not called, as `GET /path`. */
  missing(isExpected: (endpoint: Endpoint) => boolean): string[] {
    return endpoints
      .filter((endpoint) => isExpected(endpoint) && !this.#called.has(endpoint))
      .map(({ method, path }) => `${method} ${path}`);
  }
}

import { TrieRouter } from 'hono/router/trie-router';
import type { Access, Endpoint, Method } from './endpoint.ts';

/** The endpoints of one path, and who may call them. */
interface Route {
  /** Below the base path, such as `/r/:model/:pk`. */
  readonly path: string;
  readonly access: Access;
  readonly endpoints: Partial<Record<Method, Endpoint>>;
}

/** The route of a request, with its decoded path parameters. */
export interface Match extends Readonly<Route> {
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the endpoints of a path. */
export class EndpointRouter {
  readonly #router = new TrieRouter<Route>();

  /** Throws if two endpoints have the same method and path, or if the endpoints of one path differ in who may call them. */
  constructor(endpoints: readonly Endpoint[]) {
    const routes = new Map<string, Route>();
    for (const endpoint of endpoints) {
      const { access, method, path } = endpoint;
      const route: Route = routes.get(path) ?? { path, access, endpoints: {} };
      if (route.access !== access || route.endpoints[method])
        throw new Error(`${method} ${path} does not fit the other endpoints of its path.`);
      route.endpoints[method] = endpoint;
      routes.set(path, route);
    }
    for (const [path, route] of routes) this.#router.add('ALL', path, route);
  }

  /**
   * The route of a path below the base path; null if there is none. A slash at the end is ignored. Of several routes, the one that takes
   * the method: the row with the key "action" has a history, and there may be an action "history".
   */
  match(path: string, method: string): Match | null {
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    // Of several matches, the first one was added first.
    const matches = this.#router.match('GET', bare)[0] as readonly Candidate[];
    const match = matches.length > 1 ? bestOf(matches, method) : matches[0];
    if (!match) return null;
    const [route, encoded] = match;
    const parameters: Record<string, string> = {};
    for (const name of Object.keys(encoded)) {
      const value = decode(encoded[name] ?? '');
      if (value === null) return null;
      parameters[name] = value;
    }
    return { ...route, parameters };
  }
}

type Candidate = readonly [route: Route, encoded: Readonly<Record<string, string>>];

/** Of the candidates with as many parameters as the first one, that which takes the method; otherwise the first. */
function bestOf(candidates: readonly Candidate[], method: string): Candidate | undefined {
  const [first] = candidates;
  const equals = candidates.filter(([, given]) => Object.keys(given).length === Object.keys(first?.[1] ?? {}).length);
  return equals.find(([{ endpoints }]) => Object.hasOwn(endpoints, method)) ?? first;
}

function decode(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

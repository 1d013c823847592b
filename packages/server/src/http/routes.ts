import { TrieRouter } from 'hono/router/trie-router';
import type { Credentials } from '../auth/authenticate.ts';
import type { StaffUser } from '../auth/staff.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import { postAction } from './action-route.ts';
import { changePassword, getConfig, login, logout, me, refresh } from './auth-routes.ts';
import type { HttpRequest, HttpResponse } from './exchange.ts';
import { getDocs, getDocsFile } from './docs-route.ts';
import { getOpenApi } from './openapi-route.ts';
import { getPage } from './list-route.ts';
import { getRelated, getRow, getSuggestions } from './row-routes.ts';
import { getModelSchema, getModels } from './schema-routes.ts';
import { postBulk } from './bulk-route.ts';
import { getHistory } from './history-route.ts';
import type { Service } from './service.ts';
import { getWidget, getWidgets } from './widget-route.ts';
import { deleteRow, patchRow, postRow } from './write-routes.ts';
import type { Origin } from '../write/session.ts';

/** A request on its way: what it asks of, and for whom. */
export interface Exchange {
  readonly service: Service;
  readonly request: HttpRequest;
  /** The address as the client asked for it. */
  readonly url: URL;
  /** Where it comes from, for the audit log. */
  readonly origin: () => Origin;
  /** Decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** An exchange whose user is known to be staff. */
export interface StaffExchange extends Exchange {
  readonly user: StaffUser;
  /** How the user came. */
  readonly credentials: Credentials;
  readonly policy: Policy;
}

/** An exchange about a model that the user knows of. */
export interface ModelExchange extends StaffExchange {
  readonly model: Model;
}

type Methods<E> = Readonly<Partial<Record<'GET' | 'POST' | 'PATCH' | 'DELETE', (exchange: E) => Promise<HttpResponse> | HttpResponse>>>;

/** An address and what answers there: anyone, staff, or staff about one model. */
export type Route =
  | { readonly access: 'public'; readonly methods: Methods<Exchange> }
  | { readonly access: 'staff'; readonly methods: Methods<StaffExchange> }
  | { readonly access: 'model'; readonly methods: Methods<ModelExchange> };

const routes: Readonly<Record<string, Route>> = {
  '/config': { access: 'public', methods: { GET: getConfig } },
  '/auth/login': { access: 'public', methods: { POST: login } },
  '/auth/refresh': { access: 'public', methods: { POST: refresh } },
  '/auth/logout': { access: 'public', methods: { POST: logout } },
  '/auth/password': { access: 'staff', methods: { POST: changePassword } },
  '/auth/me': { access: 'staff', methods: { GET: me } },
  '/docs': { access: 'public', methods: { GET: getDocs } },
  '/docs/:file': { access: 'public', methods: { GET: getDocsFile } },
  '/openapi.json': { access: 'staff', methods: { GET: getOpenApi } },
  '/schema': { access: 'staff', methods: { GET: getModels } },
  '/schema/:model': { access: 'model', methods: { GET: getModelSchema } },
  '/r/:model': { access: 'model', methods: { GET: getPage, POST: postRow } },
  '/r/:model/autocomplete': { access: 'model', methods: { GET: getSuggestions } },
  '/r/:model/bulk': { access: 'model', methods: { POST: postBulk } },
  '/r/:model/:pk': { access: 'model', methods: { GET: getRow, PATCH: patchRow, DELETE: deleteRow } },
  '/r/:model/:pk/related': { access: 'model', methods: { GET: getRelated } },
  '/r/:model/:pk/history': { access: 'model', methods: { GET: getHistory } },
  '/r/:model/action/:name': { access: 'model', methods: { POST: postAction } },
  '/widgets': { access: 'staff', methods: { GET: getWidgets } },
  '/widgets/:name': { access: 'staff', methods: { GET: getWidget } },
};

// Routes stand here without their trailing slash; `matchRoute` takes it off (DESIGN, "SPEC's names and ours").
const router = new TrieRouter<Route>();
for (const [path, route] of Object.entries(routes)) router.add('ALL', path, route);

/**
 * The route of a path below the base URL, with its decoded parameters; null where there is none. Of two that are equally
 * exact, the one that answers the method: a row whose key is "action" has a history, and there may be an action "history".
 */
export function matchRoute(
  path: string,
  method: string,
): { readonly route: Route; readonly parameters: Readonly<Record<string, string>> } | null {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  // Of several matches the first is the one that was added first.
  const matches = router.match('GET', bare)[0] as readonly [Route, Readonly<Record<string, string>>][];
  const [first] = matches;
  const equals = matches.filter(([, given]) => Object.keys(given).length === Object.keys(first?.[1] ?? {}).length);
  const match = equals.find(([route]) => Object.hasOwn(route.methods, method)) ?? first;
  if (!match) return null;
  const [route, encoded] = match;
  const parameters: Record<string, string> = {};
  for (const [name, text] of Object.entries(encoded)) {
    const value = decode(text);
    if (value === null) return null;
    parameters[name] = value;
  }
  return { route, parameters };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

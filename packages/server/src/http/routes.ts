import { TrieRouter } from 'hono/router/trie-router';
import { postAction } from './routes/action-route.ts';
import { changePassword, getConfig, login, logout, me, refresh } from './routes/auth-routes.ts';
import type { Exchange, ModelExchange, StaffExchange } from './exchange.ts';
import type { HttpResponse } from './message.ts';
import { getDocs, getDocsFile } from './routes/docs-route.ts';
import { getOpenApi } from './routes/openapi-route.ts';
import { getPage } from './routes/list-route.ts';
import { getRelated, getRow, getSuggestions } from './routes/row-routes.ts';
import { getModelSchema, getModels } from './routes/schema-routes.ts';
import { postBulk } from './routes/bulk-route.ts';
import { getHistory } from './routes/history-route.ts';
import { getWidget, getWidgets } from './routes/widget-route.ts';
import { deleteRow, patchRow, postRow } from './routes/write-routes.ts';

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

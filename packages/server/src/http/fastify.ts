import type { DashboardOptions } from './dashboard/dashboard.ts';
import { type NodeHandler, type NodeMountable, toNodeHandler } from './node.ts';

/** The part of an admin that the plugin uses. */
export interface FastifyMountable {
  readonly baseUrl: string;
  withDashboard(options?: DashboardOptions): NodeMountable & { readonly dashboard: { readonly path: string } };
  close(): Promise<void>;
}

/** The part of Fastify that the plugin uses. */
export interface FastifyApp {
  readonly prefix: string;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(type: string, parser: (request: unknown, payload: unknown, done: (error: null) => void) => void): unknown;
  all(path: string, handler: NodeHandler): unknown;
  addHook(name: 'onClose', hook: () => Promise<void>): unknown;
}

/** Options of the plugin. */
export interface FastifyOptions extends DashboardOptions {
  readonly admin: FastifyMountable;
}

/**
 * The API and the dashboard as a plugin of Fastify 5, at the paths of the admin: `baseUrl: '/admin/api/'` has its dashboard at `/admin/`.
 * Closing the application closes the admin. Throws if it is registered with a `prefix` that these paths do not begin with.
 * @example await app.register(grimoire, { admin })
 */
export async function grimoire(app: FastifyApp, { admin, ...options }: FastifyOptions): Promise<void> {
  const both = admin.withDashboard(options);
  // The admin reads bodies itself: Fastify would round long numbers, and answer malformed JSON in its own way.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handler = toNodeHandler(both);
  const paths = [both.dashboard.path, admin.baseUrl].map((path) => below(app.prefix, path));
  const [first = '/', second = '/'] = paths;
  for (const path of second.startsWith(first) ? [first] : paths) {
    app.all(path.slice(0, -1) || '/', handler);
    app.all(`${path}*`, handler);
  }
  app.addHook('onClose', () => admin.close());
}

/** The path without the prefix, which Fastify puts before the path of each route. */
function below(prefix: string, path: string): string {
  const base = prefix.replace(/\/+$/, '');
  if (!path.startsWith(`${base}/`))
    throw new Error(`The plugin is registered with the prefix ${base}, but the admin has ${path}: set its \`baseUrl\`.`);
  return path.slice(base.length);
}

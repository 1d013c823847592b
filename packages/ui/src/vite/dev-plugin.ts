import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Plugin, UserConfig, ViteDevServer } from 'vite';
import { type DevExtension, devPage, hasImports } from './dev-page.ts';
import { externals } from './externals.ts';
import { kitVersion } from './kit-version.ts';

/** Everything below it is the development server's; all other requests are passed to the service. */
const base = '/@extension/';
const entryId = '\0grimoire-entry';

/** Options of the development server. */
export interface DevOptions {
  /** Of the extension, relative to the root: `src/index.tsx`. */
  readonly entry: string;
  /** The origin of the service. */
  readonly service: string;
}

/**
 * Serves an extension while it is developed. The page, the API and the extension have one origin, so that the policy of the page stays as it is;
 * an edit replaces the extension in the open page.
 */
export function extensionDevelopment({ entry, service }: DevOptions): Plugin {
  return {
    name: 'grimoire-extension-development',
    apply: 'serve',
    enforce: 'pre',
    config: (): UserConfig => ({
      base,
      appType: 'custom',
      // The dashboard has React of production, which has no hot replacement of its own.
      oxc: { jsx: { runtime: 'automatic', development: false, refresh: false } },
      optimizeDeps: { exclude: Object.keys(externals), rolldownOptions: { external: Object.keys(externals) } },
    }),
    resolveId(name) {
      if (name === entryId) return name;
      return Object.hasOwn(externals, name) ? { id: name, external: true } : null;
    },
    load: (id) => (id === entryId ? entryScript(entry) : null),
    configureServer: (server) => void server.middlewares.use(answersOf(server, service)),
  };
}

function entryScript(entry: string): string {
  const module = JSON.stringify(`/${entry}`);
  return `import extension from ${module};
export default extension;
import.meta.hot.accept(${module}, (next) => {
  if (next) dispatchEvent(new CustomEvent('grimoire:extension', { detail: next.default }));
});`;
}

type Answer = (asked: IncomingMessage, answer: ServerResponse, next: () => void) => void;

function answersOf(server: ViteDevServer, service: string): Answer {
  return (asked, answer, next) => {
    const path = asked.url ?? '/';
    const shared = path.startsWith(`${base}@id/`) ? decodeURIComponent(path.slice(`${base}@id/`.length)) : '';
    if (Object.hasOwn(externals, shared)) return script(answer, sharedScript(shared));
    if (path.startsWith(base)) return next();
    pass(asked, answer, { server, service });
  };
}

/** The import map of the page knows where such a module is. */
function sharedScript(name: string): string {
  const from = JSON.stringify(name);
  return `export * from ${from};${/^react(?:-dom)?$/.test(name) ? ` export { default } from ${from};` : ''}`;
}

function script(answer: ServerResponse, text: string): void {
  answer.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }).end(text);
}

/** Passes a request to the service, and puts the extension into its page. */
function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  { server, service }: { readonly server: ViteDevServer; readonly service: string },
): void {
  // The host stays that of the browser: the service compares the origin of writes with it.
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const passed = request(new URL(asked.url ?? '/', service), { method: asked.method ?? 'GET', headers }, (response) => {
    const isPage = response.headers['content-type']?.startsWith('text/html') === true && asked.method === 'GET';
    if (isPage) return void answerPage(response, answer, server);
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  passed.on('error', () => {
    answer.writeHead(502, { 'Content-Type': 'text/plain' }).end(`The service does not answer at ${service}. Start it, or set \`service\`.`);
  });
  asked.pipe(passed);
}

async function answerPage(response: IncomingMessage, answer: ServerResponse, server: ViteDevServer): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  const { 'content-length': _, ...headers } = response.headers;
  const extension: DevExtension = { kit: kitVersion(), entry: `${base}@id/${entryId.replace('\0', '__x00__')}` };
  const page = devPage(text, extension);
  if (page !== null && !hasImports(page))
    server.config.logger.error(
      'The service has no extension: set `dashboard: { extension: … }` in its config, also before the first build.',
    );
  answer.writeHead(response.statusCode ?? 200, headers).end(page ?? text);
}

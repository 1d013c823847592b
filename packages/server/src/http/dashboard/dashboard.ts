import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Brand } from '@grimoire/protocol';
import { acceptedCoding, type Coding, codings } from '../compress.ts';
import type { HttpRequest, HttpResponse } from '../message.ts';
import type { ErrorLog } from '../../errors/error-log.ts';
import { fromFetch, type RequestInfo, toFetch } from '../fetch.ts';
import { MountWarnings } from '../mount-warnings.ts';
import type { TrustedProxies } from '../security/client-address.ts';
import { Extension, type ImportMap, importMapOf } from './extension.ts';
import { escapeHtml } from './html.ts';
import { pageHeaders } from './page-headers.ts';

/** Options of the dashboard. */
export interface DashboardOptions {
  /** The path at which the dashboard is mounted: `/` by default. */
  readonly path?: string;
  /**
   * Scripts of the host application, of the same origin, that the page loads before it starts. They register handlers for `client` actions
   * as `window.grimoireActions = { 'sales.Order': { openMap: ({ ids }) => … } }`.
   */
  readonly scripts?: readonly string[];
  /**
   * The folder of an extension of the dashboard, which the plugin of `@grimoire/ui/vite` has built; a relative path starts at the working
   * directory. It is read once, by the first request.
   */
  readonly extension?: string | URL;
  /** The page on which the users of the host application sign in; users without a session are sent there. */
  readonly signInUrl?: string;
}

/** The dependencies of a {@link Dashboard}. */
export interface DashboardParts {
  /** The URL of the API. */
  readonly api: string;
  readonly brand: Brand;
  /** The hosts that pictures are loaded from, beside the service's own. */
  readonly imageHosts: readonly string[];
  /** The settings that the page gets. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly log: ErrorLog;
  /** Whether nothing can be changed at present. */
  readonly isReadOnly: () => boolean;
  /** Called for a request: invalid settings are reported by the API, with all other problems. */
  readonly proxies: () => TrustedProxies;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  json: 'application/json',
  map: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
};
/** The extensions of files that are compressed already. */
const suffixes: Readonly<Record<Coding, string>> = { br: 'br', gzip: 'gz' };
/** Null in a bundle of CommonJS, which has no address. */
const folder = URL.canParse('.', import.meta.url) ? addressOf('') : null;
const isSource = folder !== null && import.meta.url.endsWith('.ts');

/**
 * The address of one of the files; the folder for an empty name. A build that copies only the files that code names (`next build`, Vercel) finds them all
 * by this expression, which it reads as a pattern.
 */
function addressOf(name: string): URL {
  return new URL(`../../../assets/ui/${name}`, import.meta.url);
}

/** The answer if the files of the dashboard are missing. */
const noFiles: string = isSource
  ? 'The dashboard is not built: run "node scripts/build-ui.ts".'
  : 'The files of the dashboard are not beside the code of "grimoire", which was bundled. Keep the package out of the bundle (esbuild: --external:grimoire, Next.js: serverExternalPackages), and install it where the bundle runs. If a build copies single files of it (Next.js: output standalone), add node_modules/grimoire/assets/**/* to them (outputFileTracingIncludes).';

/**
 * The bundled dashboard: one page and its files, which are the same for all users. The page requests all data from the API, with the cookie
 * of a session.
 */
export class Dashboard {
  readonly path: string;
  readonly #parts: DashboardParts;
  readonly #mounted: MountWarnings;
  readonly #scripts: readonly string[];
  readonly #signInUrl: string | null;
  readonly #extension: Extension | null;
  #files: ReadonlyMap<string, Buffer> | undefined;

  constructor(options: DashboardOptions, parts: DashboardParts) {
    const { path = '/', scripts = [], signInUrl, extension } = options;
    // Percent-encoded, as in the URL of a request.
    this.path = new URL(`/${path.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/'), 'http://localhost').pathname;
    this.#parts = parts;
    this.#mounted = new MountWarnings(parts.log, `the \`path\` of the dashboard, ${this.path}`);
    this.#scripts = scripts;
    this.#signInUrl = signInUrl ?? null;
    this.#extension = extension === undefined ? null : new Extension(extension, parts.log);
  }

  /** Responds to a Web-standard request. */
  readonly fetch = async (request: Request, info?: RequestInfo): Promise<Response> => toFetch(await this.handle(fromFetch(request, info)));

  /** Responds to a request of any server; `toNodeHandler` uses it. */
  async handle(request: HttpRequest): Promise<HttpResponse> {
    return this.#answer(request);
  }

  #answer(request: HttpRequest): HttpResponse {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed.', { Allow: 'GET, HEAD' });
    // No redirect from the one to the other: a framework that redirects the other way round would make it endless.
    if (pathname === this.path || `${pathname}/` === this.path) return this.#page(request, pathname);
    const name = pathname.startsWith(`${this.path}assets/`) ? pathname.slice(this.path.length) : '';
    const file = fileAnswer(name, this.#content(), request) ?? this.#extensionFile(pathname, request);
    if (file) return file;
    if (pathname.startsWith(this.path)) return plain(404, `Not found. The dashboard is at ${this.path}, its \`path\`.`);
    this.#mounted.warn(pathname);
    const places = `The dashboard is at ${this.path}, its \`path\`, and the API at ${this.#parts.api}, its \`baseUrl\``;
    return plain(404, `Not found. ${places}: mount them there, or say in these options where they are mounted.`);
  }

  #content(): ReadonlyMap<string, Buffer> {
    if (this.#files?.has('index.html')) return this.#files;
    if (folder === null) return new Map();
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    const files = names.filter((name) => /\.\w+$/.test(name)).map((name) => name.replaceAll('\\', '/'));
    this.#files = new Map(files.map((name) => [name, readFileSync(addressOf(name))]));
    return this.#files;
  }

  #page(request: HttpRequest, pathname: string): HttpResponse {
    const template = this.#content().get('index.html');
    if (!template) return plain(503, noFiles);
    const nonce = randomBytes(16).toString('base64');
    const api = `${this.#parts.proxies().prefixOf(request)}${this.#parts.api}`;
    const base = folderOf(pathname);
    const imports = this.#imports(base);
    const parts: Readonly<Record<string, string>> = {
      settings: escapeHtml(JSON.stringify({ api, ...this.#told(), nonce })),
      imports: imports?.script ?? '',
      title: escapeHtml(this.#parts.brand.name),
      scripts: this.#scripts.map((source) => `<script src="${escapeHtml(source)}"></script>`).join(''),
    };
    const body = template
      .toString('utf8')
      .replaceAll('="./', `="${base}`)
      .replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => parts[name] ?? whole);
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policyWith(nonce, this.#parts.imageHosts, imports),
      ...pageHeaders,
    };
    return { status: 200, headers, body: request.method === 'HEAD' ? null : body };
  }

  #extensionFile(pathname: string, request: HttpRequest): HttpResponse | null {
    const place = `${this.path}extension/`;
    if (!this.#extension || !pathname.startsWith(place)) return null;
    return fileAnswer(pathname.slice(place.length), this.#extension.files, request);
  }

  /** What is the same for all pages. */
  #told(): object {
    const extension = this.#extension ? { extension: this.#extension.page } : {};
    return { ...this.#parts.page, isReadOnly: this.#parts.isReadOnly(), signInUrl: this.#signInUrl, ...extension };
  }

  /** The addresses of what the extension imports; also while it is not built, for one that is being developed. */
  #imports(base: string): ImportMap | null {
    const shared = this.#extension && this.#content().get('shared.json');
    return shared ? importMapOf(JSON.parse(shared.toString('utf8')) as Record<string, string>, base) : null;
  }
}

/** The folder of the page's files, relative to the page: a proxy may have removed a part of the path. */
function folderOf(pathname: string): string {
  return pathname.endsWith('/') ? './' : `./${pathname.split('/').at(-1) ?? ''}/`;
}

/**
 * The page loads nothing from other origins but pictures of the hosts that the settings name, and sends nothing to them; inline styles need the
 * nonce of this page.
 */
function policyWith(nonce: string, imageHosts: readonly string[], imports: ImportMap | null): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...(imports ? [imports.source] : [])].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...imageHosts].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** A name that changes with the content, so that browsers may cache the file without limit. */
const isHashed = /-[\w-]{8}\.\w+$/;

function fileAnswer(name: string, files: ReadonlyMap<string, Buffer>, request: HttpRequest): HttpResponse | null {
  const file = files.get(name);
  if (!file) return null;
  const available = codings.filter((coding) => files.has(`${name}.${suffixes[coding]}`));
  const coding = acceptedCoding(request, available);
  const bytes = (coding && files.get(`${name}.${suffixes[coding]}`)) ?? file;
  const headers = {
    'Content-Type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'Cache-Control': isHashed.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Length': String(bytes.byteLength),
    ...pageHeaders,
    Vary: 'Accept-Encoding',
    ...(coding === null ? {} : { 'Content-Encoding': coding }),
  };
  return { status: 200, headers, body: request.method === 'HEAD' ? null : bytes };
}

function plain(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...pageHeaders, ...headers }, body };
}

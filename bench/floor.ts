import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveToRunner } from './child-server.ts';
import { postgresQueries } from './floor-postgres.ts';
import type { OrderQueries } from './floor-queries.ts';
import { sqliteQueries } from './floor-sqlite.ts';
import type { FloorSetup, KnownPage } from './known-pages.ts';

const setup = JSON.parse(process.argv[2] ?? '') as FloorSetup;
const queries: OrderQueries = setup.dialect === 'postgres' ? postgresQueries(setup.address) : sqliteQueries(setup.address);
const pages: ReadonlyMap<string, KnownPage> = new Map(Object.entries(setup.pages));

async function answer(request: IncomingMessage): Promise<string | null> {
  const address = request.url ?? '/';
  const url = new URL(address, 'http://floor');
  if (url.pathname === '/api/r/sales.Order/') return listOf(address, url.searchParams);
  if (url.pathname === '/api/r/sales.Order/autocomplete/') return suggestionsOf(url.searchParams.get('q') ?? '');
  const [, customer] = /^\/api\/r\/sales\.Customer\/(\d+)\/related\/$/.exec(url.pathname) ?? [];
  if (customer !== undefined) return relatedOf(Number(customer));
  if (request.method === 'POST') return changesOf(url.pathname, JSON.parse(await text(request)) as BulkBody);
  const [, id] = /^\/api\/r\/sales\.Order\/(\d+)\/$/.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  if (request.method !== 'PATCH') return queries.row(Number(id));
  const { note } = JSON.parse(await text(request)) as { readonly note: string };
  return queries.change(Number(id), note);
}

interface BulkBody {
  readonly ids: readonly number[];
  /** Of a bulk update. */
  readonly data?: { readonly note: string };
  /** Of an action. */
  readonly params?: { readonly note: string };
}

async function changesOf(path: string, { ids, data, params }: BulkBody): Promise<string | null> {
  if (path === '/api/r/sales.Order/bulk/' && data) return `{"updated":${await queries.changeAll(ids, data.note)}}`;
  if (path === '/api/r/sales.Order/action/mark/' && params) return `{"message":"${await queries.mark(ids, params.note)} marked."}`;
  return null;
}

async function suggestionsOf(words: string): Promise<string> {
  const found = await queries.suggestions(words);
  return `{"results":[${found.slice(0, 20).join(',')}],"has_more":${found.length > 20}}`;
}

async function relatedOf(customer: number): Promise<string> {
  const count = await queries.ordersOf(customer);
  return `{"related":[],"blocked_by":[{"model":"sales.Order","verbose_name":"order","count":${count}}],"unlinked":[]}`;
}

async function listOf(address: string, parameters: URLSearchParams): Promise<string | null> {
  const page = pages.get(address);
  if (!page) return null;
  const status = parameters.get('status');
  const search = parameters.get('search');
  if (search !== null) {
    const { rows, count } = await queries.search(search);
    return `{"count":${count},"next":${page.next},"previous":${page.previous},"results":[${rows}],"count_exact":true}`;
  }
  const hasCursor = parameters.has('after');
  const wanted = { status, after: hasCursor ? page.after : null, offset: (Number(parameters.get('page') ?? 1) - 1) * 50 };
  const [rows, count] = await Promise.all([queries.page(wanted), hasCursor ? page.count : queries.count(status)]);
  return `{"count":${count},"next":${page.next},"previous":${page.previous},"results":[${rows}],"count_exact":true}`;
}

function listener(request: IncomingMessage, response: ServerResponse): void {
  answer(request).then(
    (body) => send(response, body === null ? 404 : 200, body ?? '{}'),
    (error: unknown) => send(response, 500, JSON.stringify(String(error))),
  );
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

serveToRunner(listener, () => queries.close());

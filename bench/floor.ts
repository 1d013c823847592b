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
  const [, id] = /^\/api\/r\/sales\.Order\/(\d+)\/$/.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  if (request.method !== 'PATCH') return queries.row(Number(id));
  const { note } = JSON.parse(await text(request)) as { readonly note: string };
  return queries.change(Number(id), note);
}

async function listOf(address: string, parameters: URLSearchParams): Promise<string | null> {
  const page = pages.get(address);
  if (!page) return null;
  const status = parameters.get('status');
  const isPositioned = parameters.has('after');
  const wanted = { status, after: isPositioned ? page.after : null, offset: (Number(parameters.get('page') ?? 1) - 1) * 50 };
  const [rows, count] = await Promise.all([queries.page(wanted), isPositioned ? page.count : queries.count(status)]);
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

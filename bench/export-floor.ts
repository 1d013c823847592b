import type { ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { once } from 'node:events';
import pg from 'pg';
import { serveToRunner } from './child-server.ts';
import type { Setup } from './messages.ts';

/** The same download by hand: one query, its rows written down as they come. */
const setup = JSON.parse(process.argv[2] ?? '') as Setup;
const isPostgres = setup.dialect === 'postgres';
const total = isPostgres ? 'o.total::text' : `printf('%.2f', o.total)`;
// Without Drizzle, SQLite's column is the integer that it says it is.
const placedAt = isPostgres ? `to_char(o.placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')` : 'o.placed_at';
const query = `SELECT o.id, o.number, o.status, o.region, h.name, c.name, ${total}, ${placedAt}, o.note
  FROM orders o JOIN customers c ON c.id = o.customer_id JOIN channels h ON h.id = o.channel_id ORDER BY o.id`;
const header = 'Id,Number,Status,Region,Channel,Customer,Total,Placed at,Note\r\n';
const batch = 1000;

type Cells = readonly (string | number | null)[];

async function* postgresRows(): AsyncGenerator<Cells[]> {
  const client = new pg.Client({ connectionString: setup.address });
  await client.connect();
  try {
    await client.query(`BEGIN; DECLARE floor CURSOR FOR ${query}`);
    for (;;) {
      const { rows } = await client.query<Cells & unknown[]>({ text: `FETCH ${batch} FROM floor`, rowMode: 'array' });
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await client.end();
  }
}

async function* sqliteRows(): AsyncGenerator<Cells[]> {
  const database = new DatabaseSync(setup.address, { readOnly: true });
  const statement = database.prepare(query);
  statement.setReturnArrays(true);
  let rows: Cells[] = [];
  for (const row of statement.iterate()) {
    rows.push(row as unknown as Cells);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  yield rows;
  database.close();
}

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function send(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' });
  response.write(header);
  for await (const rows of isPostgres ? postgresRows() : sqliteRows()) {
    const text = rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
    if (!response.write(text)) await once(response, 'drain');
  }
  response.end();
}

serveToRunner(
  (_request, response) => void send(response).catch((error: unknown) => response.destroy(error as Error)),
  async () => {},
);

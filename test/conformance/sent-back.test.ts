/** A row that was read can be sent back (CONTRACT §2). */
import { prepareShop } from '@grimoire/example-shop/testing';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { thingsTable } from '../support/column-cases.ts';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { oddTables } from '../support/odd-tables.ts';
import { type Client, clientOf } from '../support/service.ts';
import { serviceOver } from '../support/started-service.ts';

/** A row as it was read. */
interface Read {
  /** The row's key, as a body has it. */
  readonly key: unknown;
  readonly address: string;
  readonly text: string;
  readonly etag: string | null;
}

const pageSize = 200;

/** The rows of a model, each read alone. */
async function readAll(client: Client, model: string): Promise<Read[]> {
  const rows: Read[] = [];
  let page: string | null = `/r/${model}/?page_size=${pageSize}&ordering=pk`;
  while (page !== null) {
    const { results, next }: { results: { pk?: unknown; id: unknown }[]; next: string | null } = (await client.get(page)).body;
    for (const { pk, id } of results) {
      const address = `/r/${model}/${encodeURIComponent(String(pk ?? id))}/`;
      const { text, headers, status } = await client.get(address);
      expect([address, status]).toEqual([address, 200]);
      rows.push({ key: pk ?? id, address, text, etag: headers.get('etag') });
    }
    page = next;
  }
  return rows;
}

const unchangeable = ['This field can not be changed.'];

/**
 * What is wrong with the answers to rows of a model that are sent back in each way. A bulk update names all that can not be changed; the
 * operations, which come last, find each row as it was read.
 */
async function sendBack(client: Client, model: string, rows: readonly Read[]): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const schema = (await client.get(`/schema/${model}/`)).body;
  for (const [index, { key, address, text, etag }] of rows.entries()) {
    const patched = await client.request('PATCH', address, { body: text });
    if (patched.status !== 200 || patched.text !== text || patched.headers.get('etag') !== etag)
      wrong.push(['PATCH', address, patched.text]);
    const [data, others] = partsOf(JSON.parse(text), schema.fields);
    const bulk = await client.post(`/r/${model}/bulk/`, { action: 'update', ids: [key], data });
    if (bulk.status !== 200) wrong.push(['bulk', address, bulk.text]);
    if (index > 0) continue;
    const refused = await client.post(`/r/${model}/bulk/`, { action: 'update', ids: [key], data: { ...data, ...others } });
    const named = Object.fromEntries(Object.keys(others).map((name) => [name, unchangeable]));
    if (!isDeepStrictEqual({ ...refused.body, detail: '' }, { detail: '', ...named })) wrong.push(['all in bulk', address, refused.text]);
  }
  for (let first = 0; first < rows.length; first += pageSize) {
    const operations = rows
      .slice(first, first + pageSize)
      .map(({ key, text, etag }) => `{"op":"update","pk":${JSON.stringify(key)},"if_match":${JSON.stringify(etag)},"data":${text}}`);
    const answer = await client.request('POST', `/r/${model}/bulk/`, { body: `{"operations":[${operations.join(',')}]}` });
    if (answer.status !== 200) wrong.push(['operations', model, answer.text.slice(0, 2000)]);
  }
  return wrong;
}

/** The fields of a row that can be changed, and all else that the row carries. */
function partsOf(row: object, fields: readonly { readonly name: string; readonly editable: boolean }[]): [data: object, others: object] {
  const isEditable = ([name]: readonly [string, unknown]): boolean => fields.some((field) => field.name === name && field.editable);
  const entries = Object.entries(row);
  return [entries.filter(isEditable), entries.filter((entry) => !isEditable(entry))].map((part) => Object.fromEntries(part)) as [
    object,
    object,
  ];
}

/** Sends every row of every model back, and finds nothing changed. @returns how many rows there were. */
async function sendAllBack(client: Client, database: TestDatabase): Promise<number> {
  const entries = (): Promise<unknown> => database.query('SELECT count(*) AS entries FROM grimoire_audit_log');
  const before = await entries();
  const { models } = (await client.get('/schema/')).body;
  let count = 0;
  const wrong: unknown[] = [];
  for (const { model, permissions } of models) {
    if (!permissions.change) continue;
    const rows = await readAll(client, model);
    wrong.push(...(await sendBack(client, model, rows)));
    count += rows.length;
  }
  expect(wrong).toEqual([]);
  expect(await entries()).toEqual(before);
  return count;
}

describe.each(dialects)('a row that was read and is sent back on %s', (dialect) => {
  it('changes nothing, whatever its model in the demo', async () => {
    const database = await createTestDatabase(dialect);
    onTestFinished(() => database.close());
    const target = dialect === 'sqlite' ? { sqlite: database.address.slice('sqlite:'.length) } : { postgres: database.address };
    const admin = await prepareShop(target, 10);
    onTestFinished(() => admin.close());
    const { body } = await clientOf(admin, null).post('/auth/login/', { username: 'admin', password: 'admin' });
    expect(await sendAllBack(clientOf(admin, body.access), database)).toBeGreaterThan(100);
  });

  it('changes nothing, whatever its table and its values', async () => {
    const { service, root } = await serviceOver(dialect, `${oddTables(dialect)} ${thingsTable(dialect)}`);
    expect(await sendAllBack(root, service.database)).toBeGreaterThan(50);
  });
});

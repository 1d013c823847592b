import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The snippets of a guide, as they stand. */
function snippetsOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return Array.from(text.matchAll(/^```ts\n(.*?)^```/gms), ([, snippet = '']) => snippet);
}

const schema = `
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
export const customers = sqliteTable('customers', { id: integer().primaryKey(), name: text(), email: text() });
export const orders = sqliteTable('orders', { id: integer().primaryKey(), number: text(), status: text(), note: text() });
`;

/** Runs requests against a snippet's admin, and prints what comes of them. */
const runner = `
import { DatabaseSync } from 'node:sqlite';
import { defineAdmin, hashPassword, sqlite } from 'grimoire';
const [, , file = '', requests = '[]'] = process.argv;
const database = new DatabaseSync('shop.sqlite');
database.exec(\`CREATE TABLE products (id integer PRIMARY KEY, attributes json); CREATE TABLE customers (id integer PRIMARY KEY, name text, email text); INSERT INTO customers VALUES (1, 'Ann', '=x');
  CREATE TABLE orders (id integer PRIMARY KEY, number text, status text, note text);
  INSERT INTO orders VALUES (1, 'O1', 'paid', NULL), (2, 'O2', 'refunded', NULL), (3, 'O3', 'paid', NULL)\`);
database.close();
const loaded = await import(file);
const admin = loaded.default ?? defineAdmin({ database: sqlite('shop.sqlite'), models: [loaded.orderModel] });
await admin.operations.migrate();
await admin.operations.syncAdminActions();
await (await admin.operations.staff()).create({ username: 'ada', password: await hashPassword('a long password'), isStaff: true, isSuperuser: true });
const ask = (path, body, token) =>
  admin.fetch(new Request('http://x.test/api' + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...(token ? { authorization: 'Bearer ' + token } : {}) } }));
const { access } = await (await ask('/auth/login/', { username: 'ada', password: 'a long password' })).json();
const answers = [];
for (const [path, body] of JSON.parse(requests)) {
  const answer = await ask(path, body, access);
  answers.push([answer.status, await answer.text()]);
}
console.log(JSON.stringify(answers));
await admin.close();
`;

describe('the snippets about actions', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(root, 'test', 'tmp-snippets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const answersOf = async (index: number, requests: readonly (readonly [string, unknown])[]): Promise<unknown> => {
    const home = join(folder, String(index));
    mkdirSync(home);
    writeFileSync(join(home, 'schema.ts'), schema);
    writeFileSync(join(home, 'snippet.ts'), snippetsOf('docs/how-to/add-an-action.md')[index] ?? '');
    writeFileSync(join(home, 'run.mjs'), runner);
    const args = [join(home, 'run.mjs'), join(home, 'snippet.ts'), JSON.stringify(requests)];
    const { stdout } = await run(process.execPath, args, { cwd: home });
    return JSON.parse(stdout);
  };

  it('run on a model', async () => {
    const answers = await answersOf(0, [
      ['/r/sales.Order/action/refund/', { ids: [1, 2], params: { reason: 'Broken' } }],
      ['/r/sales.Order/action/pack/', { all_filtered: true, params: {} }],
    ]);
    expect(answers).toEqual([
      [200, expect.stringContaining('"failed":[{"pk":2,"detail":"Refunded already."}]')],
      [200, '{"message":"1 orders packed."}'],
    ]);
  });

  it('run with permissions of their own', async () => {
    const answers = await answersOf(1, [
      ['/r/sales.Order/action/refund/', { ids: [1] }],
      ['/r/crm.Customer/action/copy_address/', {}],
      ['/r/crm.Customer/action/export_customer/', { ids: [1] }],
    ]);
    expect(answers).toEqual([
      [200, '{"message":"1 row processed.","total":1,"succeeded":1,"failed":[]}'],
      [405, expect.any(String)],
      [200, "Id,Name,Email\r\n1,Ann,'=x\r\n"],
    ]);
  });

  it('run with a file', async () => {
    expect(await answersOf(2, [['/r/sales.Order/action/addresses/', { ids: [1, 3] }]])).toEqual([[200, 'O1\nO3\n']]);
  });
});

describe('the snippet about tests', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(root, 'test', 'tmp-snippets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('passes as a test of node:test', async () => {
    writeFileSync(join(folder, 'schema.ts'), schema);
    writeFileSync(join(folder, 'snippet.ts'), snippetsOf('docs/how-to/test-your-admin.md')[0] ?? '');
    const { stdout } = await run(process.execPath, ['--test-reporter=tap', join(folder, 'snippet.ts')], { cwd: folder });
    expect(stdout).toMatch(/^# pass 1$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });
});

describe('the snippet about schemas of JSON', () => {
  const folder = mkdtempSync(join(root, 'test', 'tmp-snippets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses what does not fit, and fills in defaults', async () => {
    writeFileSync(join(folder, 'snippet.ts'), snippetsOf('docs/how-to/give-json-a-schema.md')[0] ?? '');
    writeFileSync(join(folder, 'run.mjs'), runner);
    const requests = [
      ['/r/shop.Product/', { id: 1, attributes: { color: 'red', parts: [{ sku: 'A', count: 0 }] } }],
      ['/r/shop.Product/', { id: 1, attributes: { color: 'red', mine: 1 } }],
    ];
    const { stdout } = await run(process.execPath, [join(folder, 'run.mjs'), join(folder, 'snippet.ts'), JSON.stringify(requests)], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual([
      [400, expect.stringContaining('"attributes":["parts.0.count: ')],
      [201, expect.stringContaining('"attributes":{"color":"red","care":[],"mine":1}')],
    ]);
  });
});

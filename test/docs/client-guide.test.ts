import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@grimoire/client';
import { type Admin, hashPassword } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listening } from '../support/listening.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const snippets = Array.from(
  readFileSync(join(root, 'docs/how-to/use-the-client.md'), 'utf8').matchAll(/^```ts\n(.*?)^```/gms),
  ([, snippet = '']) => snippet,
);

const config = (database: string): string => `
import { DatabaseSync } from 'node:sqlite';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { action, defineAdmin, exportCsv, model, sqlite } from 'grimoire';
const customers = sqliteTable('customers', { id: integer().primaryKey(), name: text() });
const orders = sqliteTable('orders', {
  id: integer().primaryKey(), number: text().notNull(), note: text(),
  status: text({ enum: ['new', 'paid', 'cancelled'] }), customer: integer().references(() => customers.id),
});
const cancel = action({ label: 'Cancel', run: async (_context, rows) => ({ message: await rows.update({ status: 'cancelled' }) + ' cancelled.' }) });
const refund = action({
  params: {
    reason: { type: 'CharField', required: true },
    how: { type: 'CharField', choices: ['card', { value: 'cash', label: 'Cash' }], required: true, default: 'card' },
    days: { type: 'IntegerField' },
    tell: { type: 'BooleanField' },
    lines: { type: 'ArrayField' },
  },
  run: () => ({ message: 'Refunded.' }),
});
export default defineAdmin({
  database: sqlite(${JSON.stringify(database)}),
  models: [model(customers, 'crm.Customer'), model(orders, 'sales.Order', { actions: { cancel, refund, count: async (_context, rows) => ({ n: await rows.count() }) } })],
  adminActions: [exportCsv('sales.Order')],
});
`;

const start = `
import { Client, type ModelsOf } from '@grimoire/client';
import type admin from './grimoire.config.ts';
const client = new Client<ModelsOf<typeof admin>>({ baseUrl: 'http://localhost:8000/api/' });
export type Config = typeof admin;
const orders = client.model('sales.Order');
`;

const right = `
const { row } = await orders.get(1);
void orders.update(1, { ...row, note: null });
void orders.update(1, row);
void orders.create({ number: 'O1', customer: 1 });
void orders.list({ ordering: '-status' });
void orders.list({ ordering: ['number', '-pk'] });
void orders.action('cancel', { ids: [1] });
void orders.action('count', {});
void orders.action('refund', { ids: [1], input: { reason: 'Broken', days: 3, how: 'cash', tell: true, lines: ['1'] } });
void orders.run('refund', { allFiltered: { status: 'paid' }, input: { reason: 'Broken', days: null } });
void orders.download('export_order', { ids: [1], input: { columns: ['id'], values: 'raw' } });
void client.model('auth.User').create({ anything: 1 });
void client.model('auth.User').list({ ordering: 'anything' });
`;

const wrong = `
// @ts-expect-error no such field
void orders.create({ numbr: 'O1' });
// @ts-expect-error no such field
void orders.update(1, { note: 'x', stauts: 'paid' });
// @ts-expect-error no such field
void orders.list({ ordering: '-stauts' });
// @ts-expect-error no such field in the list
void orders.list({ ordering: ['number', 'stauts'] });
// @ts-expect-error no such action
void orders.action('cancle', { ids: [1] });
// @ts-expect-error an action of another model
void client.model('crm.Customer').action('cancel', { ids: [1] });
// @ts-expect-error an export of another model
void client.model('crm.Customer').download('export_order', { ids: [1] });
// @ts-expect-error it takes no input
void orders.action('cancel', { ids: [1], input: { reason: 'x' } });
// @ts-expect-error it takes no input
void orders.action('count', { input: { reason: 'x' } });
// @ts-expect-error what is required is missing
void orders.action('refund', { ids: [1] });
// @ts-expect-error no such param
void orders.action('refund', { ids: [1], input: { reason: 'x', dayz: 3 } });
// @ts-expect-error none of its choices
void orders.action('refund', { ids: [1], input: { reason: 'x', how: 'check' } });
// @ts-expect-error a value of another type
void orders.run('refund', { ids: [1], input: { reason: 'x', tell: 'yes' } });
// @ts-expect-error input has one name
void orders.action('refund', { ids: [1], params: { reason: 'x' } });
// @ts-expect-error no such param of an export
void orders.download('export_order', { ids: [1], input: { colums: ['id'] } });
`;

describe('the guide to the client', () => {
  let folder = '';
  let admin: Admin;
  let server: Listening;
  beforeAll(async () => {
    folder = mkdtempSync(join(root, 'test', 'tmp-client-'));
    const { DatabaseSync } = await import('node:sqlite');
    const path = join(folder, 'shop.sqlite');
    const database = new DatabaseSync(path);
    database.exec(`CREATE TABLE customers (id integer PRIMARY KEY, name text);
      CREATE TABLE orders (id integer PRIMARY KEY, number text NOT NULL, note text, status text, customer integer REFERENCES customers);
      INSERT INTO orders (id, number, status) VALUES (1, 'O1', 'paid'), (2, 'O2', 'paid'), (3, 'O3', 'new')`);
    database.close();
    writeFileSync(join(folder, 'grimoire.config.ts'), config(path));
    admin = ((await import(join(folder, 'grimoire.config.ts'))) as { default: Admin }).default;
    await admin.operations.migrate();
    await admin.operations.syncAdminActions();
    const password = await hashPassword('a long password');
    await (await admin.operations.staff()).create({ username: 'ada', password, isStaff: true, isSuperuser: true });
    server = await listening(admin);
  });
  afterAll(async () => {
    await server.close();
    await admin.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const written = (name: string, snippet: string): string => {
    const path = join(folder, name);
    writeFileSync(path, snippet.replace('http://localhost:8000', server.origin));
    return path;
  };
  /** What the compiler says of files in the folder; nothing when all is well. */
  const compiled = async (...files: readonly string[]): Promise<string> => {
    const project = join(folder, 'tsconfig.json');
    const options = { noEmit: true, composite: false, declaration: false, isolatedDeclarations: false, allowImportingTsExtensions: true };
    writeFileSync(project, JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions: options, files }));
    return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  };

  it('compiles and runs with the types of a config', async () => {
    const path = written('day.ts', snippets[0] ?? '');
    expect(await compiled('day.ts')).toBe('');
    const { stdout } = await run(process.execPath, [path]);
    expect(stdout).toContain('O3 ');
    expect(stdout).toContain('2 1 2 cancelled.');
    expect(stdout).toContain('O9');
  });

  it('names every call of the client', () => {
    const calls = Object.getOwnPropertyNames(Client.prototype).filter((name) => name !== 'constructor');
    const guide = readFileSync(join(root, 'docs/how-to/use-the-client.md'), 'utf8');
    expect(calls.filter((name) => !new RegExp(`\\b${name}\\(`).test(guide))).toEqual([]);
  });

  it('does not compile with what no row can have', async () => {
    written('typo.ts', (snippets[0] ?? '').replace("status: 'paid'", "status: 'pad'"));
    written('model.ts', (snippets[0] ?? '').replace("'sales.Order'", "'sales.Ordre'"));
    const output = await compiled('typo.ts', 'model.ts');
    expect(output).toMatch(/typo\.ts.*"pad"/);
    expect(output).toMatch(/model\.ts.*"sales.Ordre"/);
  });

  it('takes the names and the input of actions, orderings and values of the config, and no others', async () => {
    written('right.ts', `${start}${right}`);
    written('wrong.ts', `${start}${wrong}`);
    expect(await compiled('right.ts', 'wrong.ts')).toBe('');
  });

  it('takes anything of models that it does not know', async () => {
    written('any.ts', `${start.replace('<ModelsOf<typeof admin>>', '')}${right}`);
    written('live-admin.ts', `${start.replace('typeof admin', "ReturnType<typeof import('grimoire').defineAdmin>")}${right}`);
    expect(await compiled('any.ts', 'live-admin.ts')).toBe('');
  });

  it('compiles with the providers of react-admin', async () => {
    written('providers.ts', snippets[2] ?? '');
    expect(await compiled('providers.ts')).toBe('');
  });

  it('compiles and runs with types of the OpenAPI document', async () => {
    const source = `sqlite:${join(folder, 'shop.sqlite')}`;
    const command = join(root, 'packages/server/bin/grimoire.js');
    const { stdout: document } = await run(process.execPath, [command, 'openapi', '--database', source]);
    writeFileSync(join(folder, 'openapi.json'), document);
    const generator = join(root, 'test/node_modules/openapi-typescript/bin/cli.js');
    await run(process.execPath, [generator, join(folder, 'openapi.json'), '-o', join(folder, 'openapi.ts')]);
    // The served admin has the models of its config; the guide's are those of the database.
    const configured = (snippets[1] ?? '').replace('main.Orders', 'sales.Order');
    written('live.ts', snippets[1] ?? '');
    expect(await compiled('live.ts', 'openapi.ts')).toBe('');
    written('live-typo.ts', (snippets[1] ?? '').replace('{ number, status }', '{ nummer }'));
    expect(await compiled('live-typo.ts', 'openapi.ts')).toContain('nummer');
    const { stdout } = await run(process.execPath, [written('configured.ts', configured)]);
    expect(stdout).toBe('O2 paid\nO1 paid\n');
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
export default defineAdmin({
  database: sqlite(${JSON.stringify(database)}),
  models: [model(customers, 'crm.Customer'), model(orders, 'sales.Order', { actions: { cancel } })],
  adminActions: [exportCsv('sales.Order')],
});
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
    await admin.migrate();
    await admin.syncAdminActions();
    const password = await hashPassword('a long password');
    await (await admin.staff()).create({ username: 'ada', password, isStaff: true, isSuperuser: true });
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

  it('does not compile with what no row can have', async () => {
    written('typo.ts', (snippets[0] ?? '').replace("status: 'paid'", "status: 'pad'"));
    written('model.ts', (snippets[0] ?? '').replace("'sales.Order'", "'sales.Ordre'"));
    const output = await compiled('typo.ts', 'model.ts');
    expect(output).toMatch(/typo\.ts.*"pad"/);
    expect(output).toMatch(/model\.ts.*"sales.Ordre"/);
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

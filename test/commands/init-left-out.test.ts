import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grimoire, type Run, root, serve, stop } from '../support/command.ts';
import { createTestDatabase, dialects } from '../support/databases.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'test', 'tmp-init-'));
  write({ 'package.json': '{ "name": "app" }\n' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};
const execute = (file: string, sql: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  const database = new DatabaseSync(join(folder, file));
  database.exec(sql);
  database.close();
};
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const without = { DATABASE_URL: undefined, GRIMOIRE_SECRET: undefined };
const init = (args: readonly string[] = []): Promise<Run> => grimoire(['init', '--yes', ...args], without, folder);
/** The keys of the application's models that the written config serves. */
const served = async (): Promise<readonly string[]> => {
  const { out } = await grimoire(['dump-schema'], without, folder);
  return Object.keys(JSON.parse(out) as object).filter((key) => key.startsWith('main.'));
};

const customers = 'CREATE TABLE customers (id integer PRIMARY KEY, name text)';
const tables = `import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
export const customers = sqliteTable('customers', { id: integer().primaryKey(), name: text() });
`;
const kit = (schema: string): string => `export default { schema: '${schema}', dbCredentials: { url: 'app.sqlite' } };\n`;
const prismaSchema = `datasource db {
  provider = "sqlite"
  url = "file:../app.sqlite"
}
model customers {
  id Int @id
  name String?
  orders orders[]
}
model orders {
  id Int @id
  customerId Int
  customer customers @relation(fields: [customerId], references: [id])
}
`;

describe('grimoire init goes on', () => {
  it('without a table of a Drizzle schema, or a column, that the database lacks', async () => {
    execute('app.sqlite', `${customers}; CREATE TABLE visits (id integer PRIMARY KEY)`);
    write({
      'schema.ts': `${tables}export const orders = sqliteTable('orders', { id: integer().primaryKey(), customer: integer().references(() => customers.id) });
export const visits = sqliteTable('visits', { id: integer().primaryKey(), day: text() });\n`,
      'drizzle.config.ts': kit('./schema.ts'),
    });
    const { code, out, err } = await init();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Left out: main.Orders: the database has no such table or view. "orders" is not there.\n');
    expect(read('grimoire.config.ts')).toContain(`    model(schema.customers, 'main.Customers'),
    // model(schema.orders, 'main.Orders'): the database has no such table or view. "orders" is not there.
    // model(schema.visits, 'main.Visits'): `);
    expect(await served()).toEqual(['main.Customers']);
  });

  it('without a model of a Prisma schema whose table the database lacks', async () => {
    execute('app.sqlite', customers);
    write({ 'prisma/schema.prisma': prismaSchema });
    const { code, out, err } = await init();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Left out: main\.orders: the database has no such table or view\. .*"orders"/m);
    expect(read('grimoire.config.ts')).toContain('  // The database has no such table or view. ');
    expect(await served()).toEqual(['main.customers']);
  });

  it.each([
    ['imports a module that is not there', "import 'not-there';\n", 'imports "not-there", which is not there'],
    ['has an error of syntax', 'export const x: = 1;\n', 'Unexpected token'],
    ['throws', "throw new Error('FOO is not set.\\nMore');\n", 'FOO is not set.'],
  ])('where a file of a Drizzle schema %s, with the table of the live database', async (_, text, reason) => {
    execute('app.sqlite', `${customers}; CREATE TABLE orders (id integer PRIMARY KEY)`);
    write({
      'db/a.ts': tables,
      'db/b.ts': `import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';\n${text}export const orders = sqliteTable('orders', { id: integer().primaryKey() });\n`,
      'drizzle.config.ts': kit('./db/*.ts'),
    });
    const { code, out, err } = await init();
    expect([code, err]).toEqual([0, '']);
    const [line = ''] = /^Left out: db\/b\.ts: .*$/m.exec(out) ?? [];
    expect(line).toContain(reason);
    expect(line).not.toContain(folder);
    expect(read('grimoire.config.ts')).toContain("  rest: 'tables',\n");
    expect(await served()).toEqual(['main.Customers', 'main.Orders']);
    rmSync(join(folder, 'grimoire.config.ts'));
    rmSync(join(folder, 'db/a.ts'));
    expect(await init()).toMatchObject({ code: 0, err: '' });
    expect(read('grimoire.config.ts')).not.toContain('models:');
    expect(await served()).toEqual(['main.Customers', 'main.Orders']);
  });

  it('where a Prisma schema can not be read, with the tables of the live database', async () => {
    execute('app.sqlite', customers);
    write({ 'prisma/schema.prisma': prismaSchema.replace('String?', 'Strin g ? (') });
    const { code, out, err } = await init();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Left out: prisma\/schema\.prisma: the Prisma schema can not be parsed \(\S+:7\): .*$/m);
    expect(await served()).toEqual(['main.Customers']);
  });

  it('reads files with path aliases, and with `server-only`, which guards pages alone', async () => {
    execute('app.sqlite', customers);
    write({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'src/db/schema.ts': `import 'server-only';\nimport { kinds } from '@/kinds';\n${tables.replace('text()', 'text({ enum: kinds })')}`,
      'src/kinds.ts': "export const kinds = ['a', 'b'] as const;\n",
      'drizzle.config.ts': kit('./src/db/schema.ts'),
      // As the package has it for every bundle but that of a server.
      'node_modules/server-only/package.json': '{ "name": "server-only", "main": "index.js" }',
      'node_modules/server-only/index.js':
        'throw new Error("This module cannot be imported from a Client Component module. It should only be used from a Server Component.");',
    });
    expect(await init()).toMatchObject({ code: 0, err: '' });
    expect(read('grimoire.config.ts')).toContain("model(schema.customers, 'main.Customers')");
    expect(await served()).toEqual(['main.Customers']);
    rmSync(join(folder, 'node_modules'), { recursive: true });
    expect(await served()).toEqual(['main.Customers']);
  });
});

describe.each(dialects)('grimoire init on an empty database on %s', (dialect) => {
  it('names what is to be done, and serves the tables once they are there', async () => {
    const database = await createTestDatabase(dialect);
    try {
      const { code, out, err } = await init([database.address]);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('The database has no tables yet: they are served from the next start after your migrations.\n');
      await database.execute(customers);
      expect(await served()).toEqual(['main.Customers']);
    } finally {
      await database.close();
    }
  });
});

it('grimoire init on an empty database writes all models of a schema, makes the account, and says that migrations come first', async () => {
  execute('app.sqlite', 'VACUUM');
  write({ 'schema.ts': tables, 'drizzle.config.ts': kit('./schema.ts') });
  const { code, out, err } = await init();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/shown only now: \S+/);
  expect(out).toContain(
    'The database has none of the tables of the schema yet. Create them by your migrations, then run: npm run admin:migrate\n',
  );
  expect(read('grimoire.config.ts')).toContain("\n    model(schema.customers, 'main.Customers'),\n");
  execute('app.sqlite', customers);
  expect(await grimoire(['migrate'], without, folder)).toMatchObject({ code: 0 });
  const { child } = await serve([], { cwd: folder });
  await stop(child);
});

it('grimoire init writes its files also where the database does not answer, and says how to go on', async () => {
  const { code, err } = await init(['postgres://u:p@127.0.0.1:1/db']);
  expect(code).toBe(1);
  expect(err).toMatch(/ECONNREFUSED/);
  expect(err).toContain('The files are written. When the database answers: npx grimoire migrate, then npx grimoire create-superuser\n');
  expect(read('.env')).toContain('DATABASE_URL=postgres://u:p@127.0.0.1:1/db\n');
  expect(existsSync(join(folder, 'grimoire.config.ts'))).toBe(true);
});

describe('grimoire init in a monorepo', () => {
  const manifest = '{ "name": "root", "workspaces": ["packages/*"] }';

  it('finds the Drizzle schema of a package, with its database', async () => {
    execute('packages/db/app.sqlite', customers);
    write({
      'package.json': manifest,
      'packages/db/package.json': '{ "name": "@app/db", "dependencies": { "drizzle-orm": "*" } }',
      'packages/db/src/schema.ts': tables,
      'packages/db/drizzle.config.ts': kit('./src/schema.ts'),
    });
    expect(await init()).toMatchObject({ code: 0, err: '' });
    expect(read('grimoire.config.ts')).toContain("from './packages/db/src/schema.ts'");
    expect(read('grimoire.config.ts')).toContain("sqlite('packages/db/app.sqlite')");
    expect(await served()).toEqual(['main.Customers']);
  });

  it('takes the address from the package, and asks which of several schemas', async () => {
    execute('app.sqlite', customers);
    write({
      'package.json': manifest,
      'packages/db/.env': `DATABASE_URL=file:${join(folder, 'app.sqlite')}\n`,
      'packages/db/schema.ts': tables,
      'packages/db/drizzle.config.ts': "export default { schema: './schema.ts', dbCredentials: { url: process.env.DATABASE_URL } };\n",
    });
    expect(await init()).toMatchObject({ code: 0, err: '' });
    expect(await served()).toEqual(['main.Customers']);
    rmSync(join(folder, 'grimoire.config.ts'));
    write({ 'apps/a/drizzle.config.ts': kit('./schema.ts') });
    expect((await init()).err).toBe(
      'There are several configs of drizzle-kit: apps/a/drizzle.config.ts, packages/db/drizzle.config.ts. Run the command in one of their packages.\n',
    );
  });

  it('writes no example where a package has a database of its own', async () => {
    write({ 'package.json': manifest, 'apps/api/package.json': '{ "dependencies": { "typeorm": "1" } }' });
    expect((await init()).err).toMatch(/^The project has a database of its own \(the package typeorm of apps\/api\)/);
    expect(existsSync(join(folder, 'example.db'))).toBe(false);
  });
});

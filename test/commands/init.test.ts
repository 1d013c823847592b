import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grimoire, type Run, root, serve, stop } from '../support/command.ts';
import { createTestDatabase, dialects, hasPostgres } from '../support/databases.ts';
import { builtExtension } from '../support/extension.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'test', 'tmp-init-'));
  write({ 'package.json': '{\n\t"name": "app"\n}\n' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const init = (args: readonly string[] = [], env: Readonly<Record<string, string | undefined>> = {}): Promise<Run> =>
  grimoire(['init', ...args], { DATABASE_URL: undefined, GRIMOIRE_SECRET: undefined, ...env }, folder);

const table = 'CREATE TABLE customers (id integer PRIMARY KEY, name text)';
const withTable = (file: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  const database = new DatabaseSync(join(folder, file));
  database.exec(`${table}; INSERT INTO customers VALUES (1, 'Ann')`);
  database.close();
};

/** Signs in at the server of the folder, and returns the rows of a model. */
async function rowsOf(model: string, credentials: { readonly username: string; readonly password: string }): Promise<unknown> {
  const { child, api } = await serve([], { cwd: folder });
  try {
    const headers = { 'content-type': 'application/json' };
    const login = await fetch(`${api}auth/login/`, { method: 'POST', headers, body: JSON.stringify(credentials) });
    const { access } = (await login.json()) as { readonly access: string };
    const list = await fetch(`${api}r/${model}/`, { headers: { authorization: `Bearer ${access}` } });
    return ((await list.json()) as { readonly results: unknown }).results;
  } finally {
    await stop(child);
  }
}

describe('grimoire init', () => {
  it('sets up an example where nothing is there, which serves rows', async () => {
    const { code, out, err } = await init(['--yes']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/Open the dashboard: npm run admin\n$/);
    const [, password = ''] = /Password, shown only now: (\S+)/.exec(out) ?? [];
    const rows = await rowsOf('main.Authors', { username: 'admin', password });
    expect(rows).toMatchObject([
      { id: 2, name: 'Selma Lagerlöf' },
      { id: 1, name: 'Mary Shelley' },
    ]);
    expect(read('package.json')).toContain('\n\t"scripts": {\n\t\t"admin": "grimoire serve",');
    expect(read('.env')).toMatch(/^GRIMOIRE_SECRET=\S{64}\n$/);
    expect(read('.gitignore')).toBe('.env\n');
    // It has the secret.
    if (process.platform !== 'win32') expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  });

  it('replaces no config, script or variable', async () => {
    withTable('app.sqlite');
    const own = { 'package.json': '{ "scripts": { "admin": "own", "admin:migrate": "own" } }', '.env': 'GRIMOIRE_SECRET=' };
    write({ ...own, 'grimoire.config.mjs': 'export {};' });
    const refused = await init(['--yes']);
    expect(refused).toMatchObject({ code: 1, err: 'grimoire.config.mjs exists. Remove it, or replace it with --force.\n' });
    expect(existsSync(join(folder, '.gitignore'))).toBe(false);
    expect(await init(['--yes', '--force'])).toMatchObject({ code: 0, err: '' });
    expect(read('grimoire.config.mjs')).toContain("database: sqlite('app.sqlite')");
    expect({ 'package.json': read('package.json'), '.env': read('.env') }).toEqual(own);
  });

  it('makes the account that the options and the environment say, and no second one', async () => {
    withTable('app.sqlite');
    const env = { GRIMOIRE_PASSWORD: 'nine blue boats' };
    expect((await init(['--username', 'ada'], env)).out).toContain('Superuser "ada" made, with the password of GRIMOIRE_PASSWORD.');
    expect(await rowsOf('main.Customers', { username: 'ada', password: env.GRIMOIRE_PASSWORD })).toMatchObject([{ name: 'Ann' }]);
    expect((await init(['--force'])).out).toContain('There is an account already; no other was made.');
  });

  it('names each table of a Drizzle schema, and what can not be served', async () => {
    withTable('app.sqlite');
    write({
      'src/db/schema.ts': `import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
        export const customers = sqliteTable('customers', { id: integer().primaryKey(), name: text() });
        export const log = sqliteTable('log', { line: text() });`,
      // The package of drizzle-kit is not there: the text of the config is read.
      'drizzle.config.ts': "import { defineConfig } from 'drizzle-kit';\nexport default defineConfig({ schema: './src/db/schema.ts' });",
      'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" } }',
      '.env': 'DATABASE_URL=app.sqlite\n',
    });
    expect(await init()).toMatchObject({ code: 0, err: '' });
    expect(read('grimoire.config.mts')).toBe(`import { defineAdmin, model, sqlite } from 'grimoire';
import * as schema from './src/db/schema.js';

export default defineAdmin({
  database: sqlite('app.sqlite'),
  models: [
    model(schema.customers, 'main.Customers'),
    // model(schema.log, 'main.Log'): it has neither a primary key nor a unique index without nulls.
  ],
});
`);
    // The compiler takes a `.ts` file of this package for CommonJS.
    expect((await grimoire(['dump-schema'], {}, folder)).out).toContain('"main.Customers"');
  });

  it('serves a Drizzle schema whose `casing` writes the names of columns', async () => {
    const database = new DatabaseSync(join(folder, 'app.sqlite'));
    database.exec("CREATE TABLE customers (customer_id integer PRIMARY KEY, full_name text); INSERT INTO customers VALUES (1, 'Ann')");
    database.close();
    write({
      'schema.ts': `import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
        export const customers = sqliteTable('customers', { customerId: integer().primaryKey(), fullName: text() });`,
      'drizzle.config.ts': "export default { schema: './schema.ts', casing: 'snake_case', dbCredentials: { url: 'app.sqlite' } };",
    });
    const env = { GRIMOIRE_PASSWORD: 'nine blue boats' };
    expect(await init([], env)).toMatchObject({ code: 0, err: '' });
    const rows = await rowsOf('main.Customers', { username: 'admin', password: env.GRIMOIRE_PASSWORD });
    expect(rows).toMatchObject([{ customerId: 1, fullName: 'Ann' }]);
  });

  it('serves the models of a Prisma schema, whose file is beside it', async () => {
    withTable('prisma/dev.db');
    const prisma =
      'datasource db {\n  provider = "sqlite"\n  url = "file:./dev.db"\n}\nmodel customers {\n  id Int @id\n  name String?\n}\n';
    write({ 'prisma/schema.prisma': prisma, 'drizzle.config.ts': 'export default {};' });
    expect(await init()).toMatchObject({ code: 1, err: expect.stringContaining('choose with --from prisma or --from drizzle') });
    expect(await init(['--from', 'prisma'])).toMatchObject({ code: 0, err: '' });
    expect(read('grimoire.config.ts')).toContain("database: sqlite('prisma/dev.db'),\n  models: prismaModels(db, 'main'),");
    expect((await grimoire(['dump-schema'], {}, folder)).out).toContain('"main.customers"');
  });

  it('writes no example into a project that has a database of its own', async () => {
    const refused = async (files: Readonly<Record<string, string>>): Promise<string> => {
      write(files);
      return (await init(['--yes'])).err;
    };
    expect(await refused({ '.env': 'DATABASE_HOST=db\n' })).toMatch(
      /^The project has a database of its own \(the variable DATABASE_HOST\)/,
    );
    rmSync(join(folder, '.env'));
    const manifest = '{ "name": "app", "dependencies": { "typeorm": "1" } }';
    expect(await refused({ 'package.json': manifest })).toMatch(
      /\(the package typeorm\), and nothing names its address\. Run "grimoire init ADDRESS"/,
    );
    expect(['example.db', 'grimoire.config.ts', '.env'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  });

  it.each([
    [
      { 'prisma.config.ts': "import path from 'node:path';\nexport default defineConfig({ schema: path.join('db', 'schema') });" },
      'db/schema/a.prisma',
    ],
    [{ 'package.json': '{ "name": "app", "prisma": { "schema": "./db/app.prisma" } }' }, 'db/app.prisma'],
    [{}, 'packages/db/prisma/schema.prisma'],
  ])('finds the Prisma schema that %o names', async (files, path) => {
    withTable('app.sqlite');
    write({
      ...files,
      [path]:
        'datasource db {\n  provider = "sqlite"\n  url = env("APP_DATABASE")\n}\nmodel customers {\n  id Int @id\n  name String?\n}\n',
      '.env': 'APP_DATABASE=file:./app.sqlite\n',
    });
    expect(await init()).toMatchObject({ code: 0, err: '' });
    expect(read('grimoire.config.ts')).toContain(`prisma('./${path.replace('/a.prisma', '')}')`);
    expect((await grimoire(['dump-schema'], {}, folder)).out).toContain('"main.customers"');
  });

  it('asks which of several Prisma schemas', async () => {
    write({ 'packages/a/prisma/schema.prisma': '', 'apps/b/prisma/schema.prisma': '' });
    expect((await init()).err).toMatch(/^There are several Prisma schemas: apps\/b\/prisma\/schema\.prisma, packages\/a/);
  });

  it('says what it can not know, and changes nothing', async () => {
    withTable('a.db');
    withTable('b.db');
    const refused = async (...args: string[]): Promise<string> => (await init(args)).err;
    expect(await refused()).toBe('Which database: a.db, b.db? Run "grimoire init FILE".\n');
    expect(await refused('none.db')).toContain('There is no file none.db.');
    expect(await refused('a.db', '--from', 'prisma')).toContain('There is no Prisma schema');
    expect(await refused('a.db', '--from', 'x')).toBe('--from: "x" is none of prisma, drizzle, database.\n');
    expect(await refused('mysql://x/y')).toContain('not served yet');
    expect(['.env', '.gitignore', 'grimoire.config.ts'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  });
});

it.each(dialects)('grimoire init takes the address of a live database on %s', async (dialect) => {
  const database = await createTestDatabase(dialect);
  try {
    await database.execute(`${table}; INSERT INTO customers VALUES (1, 'Ann')`);
    const { code, out, err } = await init([database.address]);
    expect([code, err]).toEqual([0, '']);
    const [, password = ''] = /Password, shown only now: (\S+)/.exec(out) ?? [];
    expect((await grimoire(['dump-schema'], { DATABASE_URL: undefined }, folder)).out).toContain('"main.Customers"');
    expect(read('.env').includes(`DATABASE_URL=${database.address}\n`)).toBe(dialect === 'postgres');
    expect(password).toHaveLength(20);
  } finally {
    await database.close();
  }
});

it.runIf(hasPostgres)('grimoire init writes the address that it was given, where DATABASE_URL is another one', async () => {
  const [one, other] = [await createTestDatabase('postgres'), await createTestDatabase('postgres')];
  try {
    await one.execute(table);
    write({ '.env': `DATABASE_URL=${other.address}\nPOSTGRES_PRISMA_URL=${other.address}\n` });
    expect(await init([one.address])).toMatchObject({ code: 0, err: '' });
    expect(read('grimoire.config.ts')).toContain("database: postgres(process.env['GRIMOIRE_DATABASE_URL'])");
    expect(read('.env')).toContain(`GRIMOIRE_DATABASE_URL=${one.address}\n`);
    expect((await grimoire(['dump-schema'], { DATABASE_URL: undefined }, folder)).out).toContain('"main.Customers"');
  } finally {
    await one.close();
    await other.close();
  }
});

describe('grimoire init --ui', () => {
  it('writes an extension that compiles and is built, with a page and a cell of less than 20 lines', async () => {
    expect(await init(['--ui'])).toMatchObject({ code: 0, err: '' });
    for (const name of ['stars-cell', 'hello-page']) expect(read(`admin-ui/src/${name}.tsx`).split('\n').length).toBeLessThan(20);
    const own = join(folder, 'admin-ui');
    const { version } = JSON.parse(readFileSync(join(root, 'packages/ui/package.json'), 'utf8')) as { readonly version: string };
    const node = promisify(execFile);
    await node(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', own]);
    const manifest = join(await builtExtension(own), 'grimoire-extension.json');
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ kit: version, entry: expect.stringMatching(/^extension-/) });
    expect(JSON.parse(read('admin-ui/package.json'))).toMatchObject({
      scripts: { dev: 'vite' },
      devDependencies: { '@grimoire/ui': `^${version}` },
    });
  });

  it('replaces nothing', async () => {
    write({ 'admin-ui/own.txt': 'own' });
    expect(await init(['--ui'])).toMatchObject({ code: 1, err: 'admin-ui exists. Remove it, or extend it as it is.\n' });
    expect(existsSync(join(folder, 'admin-ui/src'))).toBe(false);
  });
});

import { execFile, spawn } from 'node:child_process';
import { type FieldTypeName, fieldTypeNames } from '@grimoire/protocol';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredSettings } from '../../packages/server/src/admin/settings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })].sort();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Block {
  readonly document: string;
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
}

const packageReadmes = ['client', 'protocol', 'server', 'ui'].map((name) => `packages/${name}/README.md`);

const blocks = [...documents, ...packageReadmes].flatMap((document) =>
  Array.from(
    read(document).matchAll(/^```(\w+)(?: file=(\S+))?\n(.*?)^```/gms),
    ([, language = '', file, text = '']): Block => ({ document, language, file, text }),
  ),
);

/** The tables that snippets import without showing them. */
const schema = `
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
export const authors = sqliteTable('authors', { id: integer().primaryKey(), name: text() });
export const books = sqliteTable('books', { id: integer().primaryKey(), title: text(), status: text(), author: integer('author_id').references(() => authors.id), advance: integer(), created: text(), updated: text(), editor: text() });
export const customers = sqliteTable('customers', { id: integer().primaryKey(), name: text(), email: text(), country: text() });
export const orders = sqliteTable('orders', { id: integer().primaryKey(), number: text(), status: text(), margin: integer(), note: text(), customer: integer('customer_id').references(() => customers.id) });
export const orderLines = sqliteTable('order_lines', { id: integer().primaryKey(), order: integer('order_id').references(() => orders.id), product: integer('product_id'), line_number: integer(), unit_price: text() });
`;

/** The part of a generated Prisma client that the guide to Prisma schemas uses. */
const prismaClient = `
interface Customer { objects: { orders: Order[] }; scalars: { id: string; email: string; name: string | null } }
interface Order { objects: { customer: Customer }; scalars: { number: number; status: 'NEW' | 'IN_PROGRESS'; updatedAt: Date; customerId: string } }
export namespace Prisma {
  export interface TypeMap { model: { Customer: { payload: Customer }; Order: { payload: Order } } }
}
`;

describe('the documentation', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(root, 'test', 'tmp-docs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has only snippets that compile', async () => {
    // The client's guide is compiled, and run, with files of its own: client-guide.test.ts.
    const snippets = blocks.filter(({ language, document }) => language === 'ts' && document !== 'docs/how-to/use-the-client.md');
    expect(snippets.length).toBeGreaterThan(5);
    writeFileSync(join(folder, 'schema.ts'), schema);
    const pulled = blocks.find(({ document, file }) => document === 'docs/how-to/pull-tables.md' && file === 'grimoire.tables.ts');
    writeFileSync(join(folder, 'grimoire.tables.ts'), pulled?.text ?? '');
    mkdirSync(join(folder, 'generated/prisma'), { recursive: true });
    writeFileSync(join(folder, 'generated/prisma/client.ts'), prismaClient);
    for (const [index, { text }] of snippets.entries()) writeFileSync(join(folder, `snippet-${index}.ts`), text);
    const config = {
      extends: '../../tsconfig.base.json',
      compilerOptions: {
        noEmit: true,
        declaration: false,
        isolatedDeclarations: false,
        allowImportingTsExtensions: true,
        noPropertyAccessFromIndexSignature: false,
      },
      include: ['*.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  it('has no mark of a merge, also in the form that the formatter gives it', () => {
    const marked = [...documents, 'CHANGELOG.md'].filter((name) => /^(> ){3,}|^[<>=]{7}/m.test(read(name)));
    expect(marked).toEqual([]);
  });

  it('links only to files that are there', () => {
    for (const document of documents) {
      for (const [, target = ''] of read(document).matchAll(/\]\(([^)#:]+)\)/g)) {
        expect(globSync(join(dirname(document), target), { cwd: root })).toEqual([expect.any(String)]);
      }
    }
  });

  it('of a package links only to what is packed, and names pages that there are', () => {
    for (const readme of packageReadmes) {
      const targets = Array.from(read(readme).matchAll(/\]\(([^)]+)\)/g), ([, target]) => target);
      expect([readme, [...new Set(targets)]]).toEqual([readme, ['LICENSE']]);
      const named = Array.from(read(readme).matchAll(/`(docs\/[\w./-]+\.md)`/g), ([, page = '']) => page);
      expect([readme, named.filter((page) => globSync(page, { cwd: root }).length === 0)]).toEqual([readme, []]);
    }
  });

  it('lists every check as the code has it', async () => {
    const { checks } = await import('../../packages/server/src/model/build/checks.ts');
    const listed = Array.from(read('docs/reference/checks.md').matchAll(/^\| `grimoire\.(E\d+)` +\| (.+?) +\|$/gm), ([, id, text]) => [
      id,
      text,
    ]);
    expect(listed).toEqual(Object.entries(checks));
  });

  it('lists every field type with its lookups', async () => {
    const { fieldTypes } = await import('../../packages/server/src/model/field-types/all.ts');
    const { lookups } = await import('../../packages/server/src/plan/lookups.ts');
    const listed = Array.from(
      read('docs/reference/field-types.md').matchAll(/^\| `(\w+)` +\| \S.*? +\| (.+?) +\|$/gm),
      ([, name, more = '']) => [name, more.replaceAll('`', '').split(', ')],
    );
    const all = Object.entries(lookups);
    const more = (name: FieldTypeName): string[] =>
      all.flatMap(([lookup, { fits }]) => (fits(fieldTypes[name]) && !['exact', 'in', 'isnull'].includes(lookup) ? [lookup] : []));
    expect(listed).toEqual(fieldTypeNames.map((name) => [name, more(name).length > 0 ? more(name) : ['–']]));
    const labels = Array.from(read('docs/reference/field-types.md').matchAll(/^\| `([a-z]+)` +\| (.+?) +\|$/gm), ([, name, label]) => [
      name,
      label,
    ]);
    expect(labels).toEqual(all.map(([name, { label }]) => [name, label]));
  });

  it('is listed in the README, in the page of contents to which it links, or in the list of decisions', () => {
    const decisions = 'docs/explanation/decisions/';
    const lists = `${read('README.md')}${read('docs/README.md').replaceAll('](', '](docs/')}${read(`${decisions}README.md`).replaceAll('](', `](${decisions}`)}`;
    expect(read('README.md')).toContain('(docs/README.md)');
    for (const document of documents.filter((name) => name !== 'README.md'))
      expect([document, lists.includes(`(${document})`)]).toEqual([document, true]);
  });

  it('has one row for each option of a table, and cites nothing that is not here', () => {
    const text = read('docs/reference/configuration.md');
    const tables = text.split(/\n\n/).filter((part) => part.startsWith('| '));
    for (const table of tables) expect(table.match(/^\| *-/gm)).toHaveLength(1);
    // Documents name the contract by a link; how the source cites it is explained in one of them.
    const mayCite = new Set(['docs/reference/wire-contract.md', 'CONTRIBUTING.md']);
    for (const document of documents.filter((name) => !mayCite.has(name)))
      expect([document, read(document).match(/\bCONTRACT\b|\bSPEC\b|\bDESIGN\b/)]).toEqual([document, null]);
  });

  it('has every section of the wire contract that the source cites', () => {
    const sections = new Set(Array.from(read('docs/reference/wire-contract.md').matchAll(/^## (\d+)\./gm), ([, number]) => number));
    const sources = ['protocol', 'client', 'ui', 'server'].flatMap((name) => {
      const source = join(root, 'packages', name, 'src');
      return readdirSync(source, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
        /\.tsx?$/.test(file) ? [join(source, file)] : [],
      );
    });
    const cited = sources.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      expect([file, text.match(/\bSPEC\b|\bDESIGN\b|\bCONTRACT\b(?!\s+(?:\*\s+)?§\d)/)]).toEqual([file, null]);
      return Array.from(text.matchAll(/CONTRACT\s+(?:\*\s+)?((?:§\d+(?:, )?)+)/g), ([, list = '']) => list.match(/\d+/g) ?? []).flat();
    });
    expect(cited.length).toBeGreaterThan(100);
    expect([...new Set(cited)].filter((number) => !sections.has(number))).toEqual([]);
  });

  it('names the files that the folder of each database has', () => {
    const databases = join(root, 'packages/server/src/databases');
    const [first = [], ...others] = readdirSync(databases, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [globSync('**/*.ts', { cwd: join(databases, entry.name), exclude: ['**/*.test.ts'] })] : [],
    );
    const common = first.filter((name) => others.every((names) => names.includes(name)));
    expect(common).toEqual(expect.arrayContaining(['advice.ts', 'connections/connections.ts']));
    expect(common.filter((name) => !read('docs/explanation/dialects.md').includes(`\`${name}\``))).toEqual([]);
  });

  it('names every part of a config and every setting', () => {
    const text = read('docs/reference/configuration.md');
    const members = (file: string, start: string): string[] => {
      const body = read(file).split(start)[1]?.split('\n}')[0] ?? '';
      return Array.from(body.matchAll(/^ {2}readonly (\w+)\??:/gm), ([, name = '']) => name);
    };
    const names = [
      ...members('packages/server/src/model/config/config.ts', 'export interface AdminConfig<'),
      ...members('packages/server/src/model/config/config.ts', 'export interface FieldConfig'),
      ...Object.keys(declaredSettings),
      ...members('packages/server/src/admin/admin-options.ts', 'export interface AdminOptions'),
      ...members('packages/server/src/databases/postgres/postgres.ts', 'export interface PostgresOptions'),
      ...members('packages/server/src/databases/sqlite/sqlite.ts', 'export interface SqliteOptions'),
    ];
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) expect([name, text.includes(name)]).toEqual([name, true]);
  });

  it('has a tutorial that works as it stands', async () => {
    const home = join(folder, 'tutorial');
    mkdirSync(home);
    const tutorial = blocks.filter(({ document }) => document === 'docs/tutorial/first-admin.md');
    for (const { file, text } of tutorial) if (file) writeFileSync(join(home, file), text);
    const bin = join(root, 'packages/server/bin/grimoire.js');
    const node = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<{ stdout: string }> =>
      run(process.execPath, args, { cwd: home, env: { ...process.env, ...env } });
    const shell = tutorial
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text)
      .join('\n');
    for (const command of ['node create.ts', 'npx grimoire migrate', 'create-superuser --username ada', 'serve --port 8000'])
      expect(shell).toContain(command);
    await node(['create.ts']);
    expect((await node([bin, 'migrate'])).stdout).toContain('37 new permissions');
    await node([bin, 'create-superuser', '--username', 'ada'], { GRIMOIRE_PASSWORD: 'a long password' });
    const server = spawn(process.execPath, [bin, 'serve', '--port', '0'], { cwd: home });
    try {
      const api = await addressOf(server);
      const login = await fetch(`${api}auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"username":"ada","password":"a long password"}',
      });
      const { access } = (await login.json()) as { access: string };
      const list = await fetch(`${api}r/library.Book/?search=ch&author__country=FR`, { headers: { authorization: `Bearer ${access}` } });
      expect(await list.json()).toMatchObject({
        count: 1,
        results: [{ title: 'Été', author: 1, author_label: 'Chloé', status_display: 'Published' }],
      });
      const makeBen = tutorial.find(({ text }) => text.includes('auth.User'))?.text ?? '';
      const made = await run('bash', ['-euc', makeBen.replaceAll('localhost:8000/api/', api)]);
      expect(JSON.parse(made.stdout)).toMatchObject({ username: 'ben', user_permissions: [expect.any(Number)] });
      const asBen = await fetch(`${api}auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"username":"ben","password":"nine blue boats"}',
      });
      const headers = { authorization: `Bearer ${((await asBen.json()) as { access: string }).access}` };
      const seen = await fetch(`${api}r/library.Book/?ordering=id`, { headers });
      const { results } = (await seen.json()) as { results: object[] };
      expect(results[0]).toMatchObject({ title: 'Été', author: 1, author_label: '1' });
      expect(results[0]).not.toHaveProperty('advance');
      const [hidden, unknown] = await Promise.all(
        ['advance', 'nothing'].map(async (name) => fetch(`${api}r/library.Book/?${name}=500`, { headers })),
      );
      expect([hidden?.status, (await hidden?.text())?.replaceAll('advance', 'nothing')]).toEqual([400, await unknown?.text()]);
      expect((await fetch(`${api}r/library.Author/`, { headers })).status).not.toBe(200);
    } finally {
      server.kill();
    }
  });
});

describe('the demo', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(root, 'test', 'tmp-demo-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts, and answers the requests of README and guides as they stand', async () => {
    const env = { ...process.env, PORT: '0', SHOP_DATABASE: join(folder, 'shop.sqlite') };
    const server = spawn(process.execPath, ['examples/shop/start.ts', '--rows', '2000'], { cwd: root, env });
    try {
      const api = await addressOf(server);
      const asking = blocks.filter(({ language, text }) => language === 'sh' && /curl -s "?\$API/.test(text));
      expect(new Set(asking.map(({ document }) => document)).size).toBeGreaterThan(1);
      const block = asking.map(({ text }) => text).join('\n');
      const script = block
        .replace(/^API=.*$/gm, `API=${api.replace(/\/$/, '')}`)
        .replace(/^curl (.*)$/gm, `curl -o /dev/null -w '%{http_code} %{size_download}\\n' $1`);
      const { stdout } = await run('bash', ['-euc', script]);
      const lines = stdout.trim().split('\n');
      expect(lines).toHaveLength(block.match(/^curl/gm)?.length ?? 0);
      for (const line of lines) {
        const [status, size] = line.split(' ');
        expect([script, status]).toEqual([script, '200']);
        expect(Number(size)).toBeGreaterThan(50);
      }
    } finally {
      server.kill();
    }
  });
});

/** The address of the API that a server prints. */
function addressOf(server: ReturnType<typeof spawn>): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /API: (http:\/\/[\w.:]+\/\S*)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.once('exit', () => reject(new Error(output)));
  });
}

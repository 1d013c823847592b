import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grimoire, type Run, root } from '../support/command.ts';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';

const exec = promisify(execFile);

/** A shop in tables that no ORM describes. */
const shop = `
  CREATE TABLE customers (id integer PRIMARY KEY, name varchar(50) NOT NULL, password_hash text);
  CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer REFERENCES customers (id), total numeric(10, 2) NOT NULL);
  INSERT INTO customers (id, name) VALUES (1, 'Ann');
  INSERT INTO orders VALUES (1, 1, 9.5);`;

const config = (database: string, field: string): string => `
import { defineAdmin, model, ${database.startsWith('sqlite') ? 'sqlite' : 'postgres'} as open } from 'grimoire';
import { tables } from './grimoire.tables.ts';
export default defineAdmin({
  database: open('${database.replace('sqlite:', '')}'),
  models: [model(tables.customers, 'shop.Customer'), model(tables.orders, 'shop.Order', { listDisplay: ['id', '${field}', 'total'] })],
});
`;

describe.each(dialects)('grimoire pull on %s', (dialect) => {
  let database: TestDatabase;
  let folder = '';
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute(shop);
    folder = mkdtempSync(join(root, 'test', 'tmp-pull-'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: string[]): Promise<Run> => grimoire(args, {}, folder);
  const compiled = async (field: string): Promise<string> => {
    writeFileSync(join(folder, 'grimoire.config.ts'), config(database.address, field));
    const options = { noEmit: true, declaration: false, isolatedDeclarations: false, allowImportingTsExtensions: true };
    const project = { extends: '../../tsconfig.base.json', compilerOptions: options, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    return exec(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  };

  it('writes a module without the own tables, the same at each run', async () => {
    expect(await run('migrate', '--database', database.address)).toMatchObject({ code: 0 });
    expect(await run('pull', database.address)).toMatchObject({ code: 0, out: 'grimoire.tables.ts: 2 tables\n', err: '' });
    const text = readFileSync(join(folder, 'grimoire.tables.ts'), 'utf8');
    expect(text).toContain('/** `orders`. Key: `id`. */\nexport interface Orders {\n');
    expect(text).toContain('  /** References `customers`. */\n  readonly customer: number');
    expect(text).toContain('  readonly total: string;');
    expect(text).toMatch(/looks like a secret.*\n {2}readonly password_hash: string \| null;/);
    expect(text).not.toMatch(/grimoire_|audit_log/);
    expect(await run('pull', '--database', database.address, '-o', 'again.ts')).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'again.ts'), 'utf8')).toBe(text);
    rmSync(join(folder, 'again.ts'));
  });

  it('lets the compiler refuse names that no table has, and serves those that it has', async () => {
    expect(await compiled('custommer')).toContain('"custommer"');
    expect(await compiled('customer')).toBe('');
    const { code, out } = await run('dump-schema');
    expect(code).toBe(0);
    const schemas = JSON.parse(out) as Record<string, { readonly list_display: readonly string[] }>;
    expect(schemas['shop.Order']?.list_display).toEqual(['id', 'customer', 'total']);
    expect(out).not.toContain('password_hash');
  });

  it('--check says where the module and the database differ', async () => {
    expect(await run('pull', database.address, '--check')).toMatchObject({
      code: 0,
      out: 'grimoire.tables.ts agrees with the database.\n',
    });
    await database.execute(
      'ALTER TABLE orders ADD COLUMN note text; ALTER TABLE customers DROP COLUMN password_hash; CREATE TABLE z (id integer PRIMARY KEY)',
    );
    const checked = await run('pull', database.address, '--check');
    expect(checked).toEqual({
      code: 1,
      out: 'Removed: customers.password_hash\nAdded: orders.note (string | null)\nAdded: table z\n',
      err: 'grimoire.tables.ts differs from the database. Run "grimoire pull".\n',
    });
    expect(await run('pull', database.address)).toMatchObject({ code: 0 });
    expect(await run('pull', database.address, '--check')).toMatchObject({ code: 0 });
  });

  it('refuses what it can not do', async () => {
    writeFileSync(join(folder, 'own.ts'), 'export {};\n');
    const refused = async (...args: string[]): Promise<string> => {
      const { code, err } = await run('pull', ...args);
      return `${code}: ${err}`;
    };
    expect(await refused()).toMatch(/^1: Which database\?/);
    expect(await refused(database.address, '-o', 'own.ts')).toMatch(/^1: own.ts exists, and "grimoire pull" has not made it/);
    expect(await refused(database.address, '-o', 'none.ts', '--check')).toMatch(/^1: There is no none.ts/);
    expect(await refused(database.address, '--database', database.address)).toMatch(/^1: Give an address, --database or/);
    expect(await refused(database.address, 'more')).toBe('1: grimoire pull takes no "more".\n');
    expect(await refused(database.address, '-o')).toMatch(/^1: -o needs a value/);
    expect(readFileSync(join(folder, 'own.ts'), 'utf8')).toBe('export {};\n');
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineAdmin, postgres } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/databases.ts';

const tool = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs');
const schema = (name: string): string => fileURLToPath(new URL(`../support/drizzle-kit/${name}.ts`, import.meta.url));

function drizzleKit(...args: string[]): string {
  const run = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  if (run.status !== 0) throw new Error(`drizzle-kit ${args[0]} failed: ${run.stdout}${run.stderr}`);
  return run.stdout;
}

describe.runIf(hasPostgres)('drizzle-kit on a database with the service’s own tables', () => {
  let database: TestDatabase;
  const admin = () => defineAdmin({ database: postgres(database.address), models: [], settings: { logger: pino({ level: 'silent' }) } });
  const push = (name: string): string =>
    drizzleKit('push', '--force', '--dialect=postgresql', `--schema=${schema(name)}`, `--url=${database.address}`);
  const tables = async (of: string): Promise<unknown[]> =>
    (await database.query('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1', [of])).map(
      ({ name }) => name,
    );

  beforeAll(async () => {
    database = await createTestDatabase('postgres');
  });
  afterAll(() => database.close());

  it('`push --force` changes the tables of the application, and drops none of the service', async () => {
    push('first');
    const own = admin();
    await own.operations.migrate();
    const staff = await own.operations.staff();
    await staff.create({ username: 'root', password: 'x', isStaff: true, isSuperuser: true });
    const before = await tables('grimoire');
    expect(before).toContain('audit_log');
    push('second');
    expect(await tables('public')).toEqual(['customer']);
    expect(await tables('grimoire')).toEqual(before);
    expect(await database.query('SELECT username FROM grimoire.user')).toEqual([{ username: 'root' }]);
    await own.ready();
    await own.close();
  });

  it('`generate` writes statements about the tables of the application alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'grimoire-drizzle-kit-'));
    drizzleKit('generate', '--dialect=postgresql', `--schema=${schema('first')}`, `--out=${folder}`);
    drizzleKit('generate', '--dialect=postgresql', `--schema=${schema('first')}`, `--out=${folder}`);
    const written = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    expect(written).toHaveLength(1);
    const statements = readFileSync(join(folder, written[0] ?? ''), 'utf8');
    expect(statements).toContain('CREATE TABLE "customer"');
    expect(statements).not.toContain('grimoire');
    rmSync(folder, { recursive: true });
  });
});

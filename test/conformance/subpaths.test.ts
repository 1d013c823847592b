import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));

/** Runs a program that imports the package; it prints which packages were loaded on its way. */
async function loadedBy(
  program: string,
  packages: readonly string[] = ['pg', 'drizzle-orm', '@bugsnag/cuid', '@paralleldrive/cuid2'],
): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      resolve(name, context, next) {
        loaded.add(name);
        return next(name, context);
      },
    });
    ${program}
    console.log(JSON.stringify(${JSON.stringify(packages)}.filter((name) => loaded.has(name))));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: here });
  return JSON.parse(stdout) as string[];
}

describe('the package', () => {
  it('loads no driver of PostgreSQL, not Drizzle, and no library of cuids, for a service on SQLite', async () => {
    const service = `
      const { defineAdmin, postgres, sqlite } = await import('grimoire');
      postgres('postgres://127.0.0.1:1/none');
      const admin = defineAdmin({ database: sqlite(':memory:') });
      await admin.operations.migrate();
      await admin.close();`;
    expect(await loadedBy(service)).toEqual([]);
  });

  it('loads the driver of no other database with a subpath', async () => {
    const drivers = ['pg', 'node:sqlite'];
    expect(await loadedBy(`await import('grimoire/postgres');`, drivers)).toEqual([]);
    // Neither driver is loaded before a database is opened.
    expect(await loadedBy(`await import('grimoire/sqlite');`, drivers)).toEqual([]);
  });

  it('loads the driver when a database of PostgreSQL is opened', async () => {
    const service = `
      const { defineAdmin, postgres } = await import('grimoire');
      await defineAdmin({ database: postgres('postgres://127.0.0.1:1/none') }).ready().catch(() => undefined);`;
    expect(await loadedBy(service)).toEqual(['pg']);
  });

  it('has subpaths that give what the package gives', async () => {
    const all = await import('grimoire');
    expect((await import('grimoire/postgres')).postgres).toBe(all.postgres);
    expect((await import('grimoire/sqlite')).sqlite).toBe(all.sqlite);
    expect((await import('grimoire/node')).toNodeHandler).toBe(all.toNodeHandler);
  });

  it('describes a Drizzle table, which a model takes', async () => {
    const { integer, sqliteTable, text } = await import('drizzle-orm/sqlite-core');
    const { describeDrizzleTable } = await import('grimoire/drizzle');
    const { testAdmin } = await import('grimoire/testing');
    const { model } = await import('grimoire');
    const notes = describeDrizzleTable(sqliteTable('note', { id: integer().primaryKey(), title: text('the_title') }));
    expect(notes.columns.map(({ name, column }) => [name, column])).toEqual([
      ['id', 'id'],
      ['title', 'the_title'],
    ]);
    const setup = `CREATE TABLE note (id integer PRIMARY KEY, the_title text); INSERT INTO note VALUES (1, 'one')`;
    const { superuser, close } = await testAdmin({ models: [model(notes, 't.Note')], setup });
    expect((await superuser.get('/r/t.Note/1/')).body).toMatchObject({ title: 'one' });
    await close();
  });
});

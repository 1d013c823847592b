import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { grimoire, grimoireInProcess, root, type Run, serve, stop } from '../support/command.ts';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { librarySql } from '../support/library.ts';

const [first, second] = ['the first secret of this installation', 'the second secret of this installation'];

describe.each(dialects)('who operates the service on %s', (dialect) => {
  let database: TestDatabase;
  let at: readonly string[];
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute(librarySql(dialect));
    at = ['--database', database.address];
    expect(await grimoireInProcess(['migrate', ...at], { GRIMOIRE_SECRET: first })).toMatchObject({ code: 0 });
  });
  afterAll(() => database.close());

  it('is told if the secret is not the one of the last migration', async () => {
    const said = async (env: Readonly<Record<string, string>>): Promise<string> => (await grimoireInProcess(['check', ...at], env)).out;
    const note = 'GRIMOIRE_SECRET is not the one of the last "grimoire migrate"';
    expect(await said({ GRIMOIRE_SECRET: second })).toContain(note);
    expect(await said({ GRIMOIRE_SECRET: first })).not.toContain(note);
    expect(await said({ GRIMOIRE_SECRET: second, GRIMOIRE_SECRET_OLD: first })).not.toContain(note);
  });

  it('is told which database was checked, and of what problems there are as JSON, also if nothing can be loaded', async () => {
    const env = { GRIMOIRE_SECRET: first };
    expect((await grimoireInProcess(['check', ...at], env)).out).toMatch(/^Checked: (SQLite file|PostgreSQL at) /);
    const failed = await grimoireInProcess(['check', '--json', '--config', 'no-such.config.ts'], env);
    expect([failed.code, JSON.parse(failed.out)]).toMatchObject([1, { ok: false, problems: [{ message: /no-such\.config\.ts/ }] }]);
  });

  it('is told of permissions whose model is gone, with who holds them', async () => {
    const env = { GRIMOIRE_SECRET: first };
    await database.execute('CREATE TABLE former (id integer PRIMARY KEY)');
    await grimoireInProcess(['migrate', ...at], env);
    await database.execute(`DROP TABLE former; INSERT INTO grimoire_group (name) VALUES ('clerks');
      INSERT INTO grimoire_group_permissions (group_id, permission_id) SELECT g.id, p.id FROM grimoire_group g, grimoire_permission p
        WHERE g.name = 'clerks' AND p.codename = 'view_former'`);
    const { code, out } = await grimoireInProcess(['check', ...at], env);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Note: 5 permissions of main.former belong to no registered model. Groups that hold them: 1. Users: 0.'),
    ]);
  });

  it('sees at the start of the service which permissions are missing', async () => {
    await database.execute('CREATE TABLE latest (id integer PRIMARY KEY)');
    vi.stubEnv('GRIMOIRE_SECRET', first);
    const { child, printed } = await serve(at);
    await stop(child);
    vi.unstubAllEnvs();
    expect(printed()).toContain('Missing permission: main.latest:view_latest');
  });

  it('makes an account with an email address, and is told that another may not sign in', async () => {
    const env = { GRIMOIRE_SECRET: first, GRIMOIRE_PASSWORD: 'a long password' };
    const make = (email: string): Promise<Run> =>
      grimoireInProcess(['create-superuser', '--username', 'eve', '--email', email, ...at], env);
    expect(await make('eve')).toMatchObject({ code: 1, err: expect.stringContaining('"eve" is no email address.') });
    expect((await make('eve@example.com')).code).toBe(0);
    expect(await database.query(`SELECT email FROM grimoire_user WHERE username = 'eve'`)).toEqual([{ email: 'eve@example.com' }]);
    const change = async (): Promise<string> => (await grimoireInProcess(['change-password', '--username', 'eve', ...at], env)).out;
    expect(await change()).not.toContain('may not sign in');
    await database.execute(`UPDATE grimoire_user SET is_active = false WHERE username = 'eve'`);
    expect(await change()).toContain('The account may not sign in');
  });

  it('reads one sentence if a file can not be written, and if the log has no such level', async () => {
    const missing = join(root, 'no-such-folder', 'schema.json');
    const sentence = async (args: readonly string[]): Promise<string> => {
      const { code, err } = await grimoireInProcess([...args, ...at], { GRIMOIRE_SECRET: first });
      expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
      return err;
    };
    expect(await sentence(['dump-schema', '-o', missing])).toContain('schema.json can not be written: its folder is not there (ENOENT).');
    expect(await sentence(['dump-schema', '-o', root])).toContain('it is a folder (EISDIR).');
    expect(await sentence(['pull', '-o', missing])).toContain('can not be written');
    expect(await sentence(['pull', '-o', root])).toContain('is a folder: name a file in it with -o.');
    const verbose = await grimoireInProcess(['dump-schema', ...at], { GRIMOIRE_SECRET: first, LOG_LEVEL: 'verbose' });
    expect([verbose.code, verbose.err]).toEqual([1, expect.stringMatching(/E061 LOG_LEVEL: .*Give one of trace, /)]);
    expect((await grimoireInProcess(['dump-schema', ...at], { GRIMOIRE_SECRET: first, LOG_LEVEL: '' })).code).toBe(0);
  });

  it.runIf(existsSync('/dev/full'))('sees by the exit code that the output was lost', async () => {
    const command = fileURLToPath(new URL('../../packages/server/bin/grimoire.js', import.meta.url));
    const script = `"${process.execPath}" "${command}" dump-schema --database "${database.address}" > /dev/full`;
    const env = { ...process.env, DATABASE_URL: '', GRIMOIRE_SECRET: first };
    const { code, err } = await new Promise<{ code: unknown; err: string }>((resolve) => {
      execFile('sh', ['-c', script], { env }, (error, _, stderr) => resolve({ code: error?.code ?? 0, err: stderr }));
    });
    expect([code, err]).toEqual([1, expect.stringContaining('The output could not be written (ENOSPC).')]);
  });

  it('is told that a config is not used beside --database', async () => {
    const folder = mkdtempSync(join(root, 'test', 'tmp-unused-'));
    writeFileSync(join(folder, 'grimoire.config.ts'), 'export default 1;');
    const { code, err } = await grimoire(['check', ...at], { GRIMOIRE_SECRET: first }, folder);
    rmSync(folder, { recursive: true });
    expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('Note: grimoire.config.ts is not used')]);
  });
});

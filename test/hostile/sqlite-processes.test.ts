import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exportCsv, model, widget } from 'grimoire';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { sqliteProcesses } from '../support/sqlite-processes.ts';

const setup = 'CREATE TABLE note (id integer PRIMARY KEY, title text)';
const open: TestService[] = [];
const start = async (options: Partial<Parameters<typeof startService>[0]> = {}): Promise<TestService> => {
  const service = await startService({ processes: true, dialect: 'sqlite', setup, models: [model('note', 't.Note')], ...options });
  open.push(service);
  return service;
};
const titles = async (service: TestService): Promise<unknown[]> =>
  (await service.database.query('SELECT title FROM note ORDER BY id')).map(({ title }) => title);

/** The processes in which SQLite runs serve one database at a time, and nothing of a host's code stays behind in them. */
describe('processes of SQLite connections', () => {
  afterEach(async () => {
    for (const service of open.splice(0)) await service.close();
  });

  it('write into no other database, however the first one is closed', async () => {
    const first = await start();
    const root = await first.superuser();
    expect((await root.post('/r/t.Note/', { title: 'first' })).status).toBe(201);
    const late = Array.from({ length: 10 }, (_, index) => root.post('/r/t.Note/', { title: `late ${index}` }));
    const results = await Promise.allSettled([first.admin.close(), first.admin.close(), ...late]);
    expect(results.slice(0, 2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const [second, third] = [await start(), await start()];
    const [ofSecond, ofThird] = [await second.superuser(), await third.superuser()];
    for (const title of ['a', 'b']) {
      expect((await ofSecond.post('/r/t.Note/', { title })).status).toBe(201);
      expect((await ofThird.post('/r/t.Note/', { title: title.toUpperCase() })).status).toBe(201);
    }
    expect(await titles(second)).toEqual(['a', 'b']);
    expect(await titles(third)).toEqual(['A', 'B']);
  });

  // `ps` lists the processes, and Windows lacks it.
  it.skipIf(process.platform === 'win32')('are started anew where they were killed while nothing used them', async () => {
    const service = await start();
    const root = await service.superuser();
    await Promise.all(Array.from({ length: 6 }, () => root.get('/r/t.Note/?search=x&title__icontains=ä')));
    const killed = sqliteProcesses();
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    // A process is listed until the service has heard of its end.
    await expect.poll(() => killed.filter(isListed)).toEqual([]);
    await setImmediate();
    for (let index = 0; index < 4; index++) expect((await root.get('/r/t.Note/')).status).toBe(200);
    expect((await root.post('/r/t.Note/', { title: 'after' })).status).toBe(201);
  });

  it.skipIf(process.platform === 'win32')('have a guard, which ends after the last of them', async () => {
    // Processes that wait since another test have real timers, which the fake ones below do not move on.
    for (const pid of sqliteProcesses()) process.kill(pid, 'SIGKILL');
    const service = await start();
    const [guard = 0] = sqliteProcesses('guard');
    expect(sqliteProcesses()).not.toEqual([]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await service.admin.close();
    // Processes wait for some time whether another file is opened, and the guard whether another one of them starts.
    const endsInTime = (hasEnded: () => boolean): Promise<boolean> =>
      vi.waitUntil(
        () => {
          vi.runOnlyPendingTimers();
          return hasEnded();
        },
        { timeout: 15_000 },
      );
    await endsInTime(() => sqliteProcesses().length === 0);
    await endsInTime(() => !isListed(guard));
  });

  it.skipIf(process.platform === 'win32')(
    'have the priority of the service where people wait for them, and a lower one where a file is made',
    async () => {
      for (const pid of sqliteProcesses()) process.kill(pid, 'SIGKILL');
      const service = await start({ models: [model('note', 't.Note', { searchFields: ['title'] })], adminActions: [exportCsv('t.Note')] });
      const root = await service.superuser();
      expect((await root.get('/r/t.Note/?search=x')).status).toBe(200);
      const priorities = (): number[] => sqliteProcesses().map((pid) => getPriority(pid));
      expect(new Set(priorities())).toEqual(new Set([getPriority()]));
      const many = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)';
      await service.database.execute(`${many} INSERT INTO note (title) SELECT 'a title of some length ' || i FROM n`);
      const request = new Request('http://admin.test/api/r/t.Note/action/export_note/', {
        method: 'POST',
        headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ all_filtered: true }),
      });
      const file = await service.admin.fetch(request);
      const lower = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
      expect(new Set(priorities())).toEqual(new Set([getPriority(), lower]));
      expect((await file.text()).split('\n').length).toBeGreaterThan(50_000);
      await expect.poll(priorities).not.toContain(lower);
    },
  );

  // Windows has no such limit.
  it.skipIf(process.platform === 'win32')('are unavailable while the system starts none, and it kills no other then', () => {
    const folder = mkdtempSync(join(tmpdir(), 'grimoire-few-files-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = fileURLToPath(new URL('few-files-process.ts', import.meta.url));
    const limited = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, program, join(folder, 'a.sqlite')];
    expect(JSON.parse(execFileSync('sh', limited, { encoding: 'utf8' }))).toEqual(['unavailable', [{ tables: 0 }]]);
  });

  it('see the time zone of the service', async () => {
    const service = await start({
      widgets: {
        clock: widget({}, async ({ database }) => ({
          rows: (await sql`SELECT strftime('%H', 0, 'unixepoch', 'localtime') AS h`.execute(database)).rows,
        })),
      },
    });
    const hour = String(new Date(0).getHours()).padStart(2, '0');
    expect((await (await service.superuser()).get('/widgets/clock/')).body.rows).toEqual([{ h: hour }]);
  });

  it('keep their compiled modules where the service keeps its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'grimoire-compiled-'));
    vi.stubEnv('NODE_COMPILE_CACHE', folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    });
    await start();
    await expect.poll(() => readdirSync(folder, { recursive: true }).length).toBeGreaterThan(1);
  });

  it('keep nothing of what a widget began', async () => {
    const service = await start({
      widgets: {
        begin: widget({}, async ({ database }) => {
          await sql`BEGIN`.execute(database).catch(() => undefined);
          await sql`PRAGMA query_only = OFF`.execute(database);
          return { rows: (await sql`SELECT count(*) FROM note`.execute(database)).rows };
        }),
        write: widget({}, async ({ database }) => ({
          done: await sql`INSERT INTO note (title) VALUES ('by a widget')`.execute(database).then(
            () => true,
            () => false,
          ),
        })),
      },
    });
    const root = await service.superuser();
    for (let index = 0; index < 5; index++) await root.get('/widgets/begin/');
    await root.post('/r/t.Note/', { title: 'new' });
    for (let index = 0; index < 5; index++) expect((await root.get('/r/t.Note/')).body.count).toBe(1);
    for (let index = 0; index < 5; index++) expect((await root.get('/widgets/write/')).body).toEqual({ done: false });
    expect(await titles(service)).toEqual(['new']);
  });

  it('commit nothing for a hook', async () => {
    const hooks = {
      afterSave: async ({ transaction }: { readonly transaction: Parameters<ReturnType<typeof sql>['execute']>[0] }) => {
        await sql`COMMIT`.execute(transaction);
      },
    };
    const service = await start({ models: [model('note', 't.Note', { hooks })] });
    expect((await (await service.superuser()).post('/r/t.Note/', { title: 'x' })).status).toBe(500);
    expect(await titles(service)).toEqual([]);
  });
});

function isListed(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

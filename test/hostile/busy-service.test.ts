import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { action, model, widget } from 'grimoire';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { dialects, hasPostgres, type TestDatabase } from '../support/databases.ts';
import { type Answer, type Client, password, startService, type TestService } from '../support/service.ts';
import { sqliteProcesses } from '../support/sqlite-processes.ts';

const things = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100), note varchar(100));
  INSERT INTO thing SELECT value, 'Ähre ' || value, 'Öl ' || value FROM `;

async function makeThings(database: TestDatabase, count: number): Promise<void> {
  const series =
    database.dialect === 'sqlite'
      ? `(WITH RECURSIVE s(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s WHERE value < ${count}) SELECT value FROM s)`
      : `generate_series(1, ${count}) AS s(value)`;
  await database.execute(`${things}${series}`);
}

/** Jobs that wait until they are told to go on. */
function gate(): { readonly wait: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: promise, open: resolve };
}

const logIn = (service: TestService, username = 'root'): Promise<Answer> => service.anonymous.post('/auth/login/', { username, password });

/** A statement that never ends, in pure SQL. */
const endless = {
  sqlite: sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n`,
  postgres: sql`SELECT count(*) AS n FROM generate_series(1, 1000000000000) AS n(i)`,
};

const hasPs = process.platform !== 'win32';

describe.each(dialects)('a busy service on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  let held = gate();
  let entered = gate();
  beforeEach(async () => {
    // Sign-ins wait for the writer as long as this, twice: much less than the action takes at most.
    vi.stubEnv('GRIMOIRE_WAIT_LIMIT', '3000');
    held = gate();
    entered = gate();
    const hold = action({
      timeLimit: 60,
      run: async () => {
        entered.open();
        await held.wait;
        return { done: true };
      },
    });
    const scan = action({ timeLimit: 3, run: async ({ transaction }) => void (await endless[dialect].execute(transaction)) });
    service = await startService({
      processes: true,
      dialect,
      setup: (database) => makeThings(database, 2000),
      models: [model('thing', 't.Thing', { searchFields: ['name', 'note'], actions: { hold, scan } })],
    });
    root = await service.superuser();
  });
  afterEach(async () => {
    held.open();
    await service.close();
    vi.unstubAllEnvs();
  });

  it('serves sign-ins again once a writer that kept them waiting is done', async () => {
    const { body: pair } = await logIn(service);
    const run = root.post('/r/t.Thing/action/hold/', { ids: [1] });
    await entered.wait;
    const waiting = await Promise.all([
      ...Array.from({ length: 30 }, (_, id) => root.post('/r/t.Thing/bulk/', { action: 'update', ids: [id + 1], data: { name: 'x' } })),
      ...Array.from({ length: 10 }, () => logIn(service)),
      service.anonymous.post('/auth/refresh/', { refresh: pair.refresh }),
    ]);
    for (const { status } of waiting) expect([200, 409, 503]).toContain(status);
    held.open();
    expect((await run).body).toEqual({ done: true });
    const { body: next } = await logIn(service);
    expect((await service.anonymous.post('/auth/refresh/', { refresh: next.refresh })).status).toBe(200);
    expect((await root.patch('/r/t.Thing/1/', { name: 'y' })).status).toBe(200);
  });

  it.skipIf(dialect === 'sqlite' && !hasPs)('goes on after connections that break at any moment', async () => {
    for (let round = 0; round < 6; round++) {
      const work = Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0
          ? logIn(service)
          : index % 3 === 1
            ? root.patch(`/r/t.Thing/${index}/`, { name: `${round}` })
            : root.get('/r/t.Thing/?search=ähre'),
      );
      await breakConnections(service.database);
      for (const { status } of await Promise.all(work)) expect([200, 503]).toContain(status);
    }
    expect((await logIn(service)).status).toBe(200);
    expect((await root.patch('/r/t.Thing/1/', { name: 'last' })).body.name).toBe('last');
    expect((await root.get('/r/t.Thing/?search=ÄHRE 1234')).body.count).toBe(1);
  });

  it('answers others while a statement of an action never ends, and ends it at its deadline', async () => {
    const order: string[] = [];
    const scan = root.post('/r/t.Thing/action/scan/', { ids: [1] }).then((answer) => {
      order.push('scan');
      return answer;
    });
    for (let index = 0; index < 20; index++) expect((await service.anonymous.get('/config/')).status).toBe(200);
    order.push('config');
    const answer = await scan;
    expect([order, answer.status, answer.body.code]).toEqual([['config', 'scan'], 503, 'timeout']);
    expect((await root.patch('/r/t.Thing/1/', { name: 'after' })).status).toBe(200);
  });

  it('refuses a request of too many comparisons, and answers one of many', async () => {
    const words = (n: number): string =>
      Array.from({ length: n }, (_, index) => `name__icontains=ä${index}x&note__icontains=ö${index}x`).join('&');
    const refused = await root.get(`/r/t.Thing/?${words(100)}&search=ä`);
    expect([refused.status, refused.body.non_field_errors]).toEqual([400, [expect.stringContaining('Too many conditions')]]);
    const many = await root.get(`/r/t.Thing/?${words(100)}`);
    expect([many.status, many.body.count]).toEqual([200, 0]);
    const all = await root.post('/r/t.Thing/action/hold/', {
      all_filtered: true,
      params: { name__icontains: Array(100).fill('ä'), note__icontains: Array(100).fill('ö'), search: 'ü' },
    });
    expect([all.status, all.body.detail]).toEqual([400, expect.stringContaining('Too many conditions')]);
    expect((await root.get('/r/t.Thing/?name__icontains=ÄHRE 20&name__icontains=zzz')).body.count).toBe(12);
  });

  it('lets twins of one Idempotency-Key wait without keeping anybody else waiting', async () => {
    const other = await service.user({ username: 'other', isSuperuser: true });
    const run = (): Promise<Answer> =>
      root.request('POST', '/r/t.Thing/action/hold/', { body: { ids: [1] }, headers: { 'idempotency-key': 'k' } });
    const first = run();
    await entered.wait;
    const twins = Array.from({ length: 20 }, run);
    expect((await other.get('/r/t.Thing/')).status).toBe(200);
    expect((await root.get('/r/t.Thing/')).status).toBe(200);
    if (dialect === 'postgres') {
      expect((await logIn(service, 'other')).status).toBe(200);
      expect((await other.patch('/r/t.Thing/2/', { name: 'two' })).status).toBe(200);
    }
    held.open();
    for (const { status, body } of await Promise.all([first, ...twins])) expect([status, body]).toEqual([200, { done: true }]);
  });
});

describe.runIf(hasPostgres)('a row that is locked on postgres', () => {
  it('is a 409 when a request has waited for it long enough, and keeps no connection from anybody else', async () => {
    vi.stubEnv('GRIMOIRE_WAIT_LIMIT', '5000');
    onTestFinished(() => void vi.unstubAllEnvs());
    const service = await startService({
      processes: true,
      dialect: 'postgres',
      setup: (database) => makeThings(database, 20),
      models: [model('thing', 't.Thing')],
    });
    const root = await service.superuser();
    const other = await service.user({ username: 'other', isSuperuser: true });
    const locker = new pg.Client({ connectionString: service.database.address });
    await locker.connect();
    try {
      await locker.query('BEGIN; SELECT 1 FROM thing WHERE id = 1 FOR UPDATE');
      const waiting = [...Array.from({ length: 10 }, () => root.patch('/r/t.Thing/1/', { name: 'x' })), other.delete('/r/t.Thing/1/')];
      let isOver = false;
      void Promise.race(waiting).then(() => (isOver = true));
      expect((await logIn(service)).status).toBe(200);
      expect((await root.get('/r/t.Thing/')).status).toBe(200);
      expect((await other.get('/r/t.Thing/')).status).toBe(200);
      expect(isOver).toBe(false);
      for (const { status, body } of await Promise.all(waiting)) expect([status, body.code]).toEqual([409, 'locked']);
    } finally {
      await locker.end();
      await service.close();
    }
  });
});

describe('a scan on sqlite', () => {
  it('of a list or a widget is ended at its deadline, and keeps nobody waiting', async () => {
    const service = await startService({
      processes: true,
      dialect: 'sqlite',
      setup:
        'CREATE TABLE thing (id integer PRIMARY KEY, name text); CREATE VIEW slow AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n WHERE i < 0',
      models: [model('thing', 't.Thing'), model('slow', 't.Slow', { primaryKey: ['id'] })],
      statementTimeout: 5000,
      widgets: { endless: widget({}, async ({ database }) => ({ rows: (await endless.sqlite.execute(database)).rows })) },
      settings: { requestTimeout: 5000 },
    });
    const root = await service.superuser();
    const other = await service.user({ username: 'other', isSuperuser: true });
    const order: string[] = [];
    const asked = [
      [root, '/r/t.Slow/'],
      [root, '/widgets/endless/'],
      [other, '/r/t.Slow/1/'],
    ] as const;
    const scans = asked.map(async ([client, path]) => {
      const answer = await client.get(path);
      order.push('scan');
      return answer;
    });
    for (let index = 0; index < 10; index++) expect((await service.anonymous.get('/config/')).status).toBe(200);
    expect((await other.get('/r/t.Thing/')).status).toBe(200);
    order.push('others');
    for (const { status, body } of await Promise.all(scans)) expect([status, body.code]).toEqual([503, 'timeout']);
    expect(order).toEqual(['others', 'scan', 'scan', 'scan']);
    expect((await root.get('/r/t.Thing/')).status).toBe(200);
    await service.close();
  });
});

describe('a process of a SQLite connection', () => {
  // Its guard is started anew then.
  it.skipIf(!hasPs).each([false, true])(
    'ends with its service, also in the middle of a statement; its guard was killed: %s',
    async (isWithout) => {
      const folder = mkdtempSync(join(tmpdir(), 'grimoire-endless-'));
      const program = fileURLToPath(new URL('endless-process.ts', import.meta.url));
      const child = fork(program, [join(folder, 'test.sqlite')], { execArgv: [], stdio: 'ignore' });
      await new Promise((resolve) => void child.once('message', resolve));
      const [scanning] = sqliteProcesses('child', child.pid);
      const [guard] = sqliteProcesses('guard', child.pid);
      expect([scanning, guard]).toEqual([expect.any(Number), expect.any(Number)]);
      const guards = (): number[] => sqliteProcesses('guard', child.pid).filter((pid) => !isWithout || pid !== guard);
      if (isWithout) process.kill(guard ?? 0, 'SIGKILL');
      await expect.poll(guards).toEqual([expect.any(Number)]);
      const present = guards();
      child.kill('SIGKILL');
      await expect.poll(() => [scanning ?? 0, ...present].filter(isRunning)).toEqual([]);
      rmSync(folder, { recursive: true });
    },
  );
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Kills the processes of SQLite connections, or the server's sessions. */
async function breakConnections(database: TestDatabase): Promise<void> {
  if (database.dialect === 'postgres') {
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'grimoire'",
    );
    return;
  }
  for (const pid of sqliteProcesses()) process.kill(pid, 'SIGKILL');
}

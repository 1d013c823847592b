import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/databases.ts';
import { addUser, password } from '../support/service.ts';
import { raceAdmin } from './admin.ts';

const script = fileURLToPath(new URL('process.ts', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  /** The first line that it said. */
  readonly said: string;
}

async function start(what: 'serve' | 'sync', address: string): Promise<Running> {
  const child = spawn(process.execPath, [script, what, address], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: first.toString().trim() };
}

async function end({ child }: Running): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}

/** What can only go wrong between processes is shown between processes: two of them, on one PostgreSQL. */
describe.runIf(hasPostgres)('two processes on one database', () => {
  let database: TestDatabase;
  let processes: Running[] = [];
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    await database.execute(`CREATE TABLE orders (id integer PRIMARY KEY, status varchar(20) NOT NULL); CREATE TABLE payouts (order_id integer);
      INSERT INTO orders SELECT n, 'paid' FROM generate_series(1, 200) AS n;`);
    const admin = raceAdmin(database.address);
    await admin.operations.migrate();
    await admin.close();
    await addUser(database, { username: 'root', isSuperuser: true });
    processes = await Promise.all([start('serve', database.address), start('serve', database.address)]);
  });
  afterAll(async () => {
    await Promise.all(processes.map(end));
    await database.close();
  });

  const post = async (
    base: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; body: any }> => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const logIn = async (): Promise<{ access: string; refresh: string }> =>
    (await post(processes[0]?.said ?? '', '/auth/login/', { username: 'root', password })).body;
  /** The same request to every process, several times, all at once. */
  const everywhere = (
    times: number,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; body: any }[]> =>
    Promise.all(Array.from({ length: times }, () => processes.map(({ said }) => post(said, path, body, headers))).flat());

  it('gives one refresh token one successor', async () => {
    for (let round = 0; round < 10; round++) {
      const { refresh } = await logIn();
      const answers = await everywhere(2, '/auth/refresh/', { refresh });
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const successors = new Set(answers.map(({ body }) => body.refresh));
      expect(successors.size).toBe(1);
      const [successor] = successors;
      expect((await post(processes[1]?.said ?? '', '/auth/refresh/', { refresh: successor })).status).toBe(200);
      // Its successor has been used: it is spent, and shown again it ends the family everywhere.
      expect((await everywhere(1, '/auth/refresh/', { refresh })).map(({ status }) => status)).toEqual([401, 401]);
      expect((await everywhere(1, '/auth/refresh/', { refresh: successor })).map(({ status }) => status)).toEqual([401, 401]);
    }
  });

  it('refunds an order once', async () => {
    const { access } = await logIn();
    const headers = { authorization: `Bearer ${access}` };
    for (let round = 0; round < 15; round++) {
      const ids = [1, 2, 3, 4, 5].map((n) => round * 5 + n);
      const bodies = [{ ids }, { all_filtered: true, params: { id__in: ids.toReversed().join(',') } }];
      const answers = (await Promise.all(bodies.map((body) => everywhere(2, '/r/r.Order/action/refund/', body, headers)))).flat();
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(answers.reduce((sum, { body }) => sum + body.succeeded, 0)).toBe(5);
    }
    const payouts = await database.query('SELECT count(*) AS n, count(DISTINCT order_id) AS orders FROM payouts');
    expect(payouts).toEqual([{ n: '75', orders: '75' }]);
  });

  it('does a request with an Idempotency-Key once', async () => {
    const { access } = await logIn();
    for (let round = 0; round < 10; round++) {
      const headers = { authorization: `Bearer ${access}`, 'idempotency-key': `key-${round}` };
      const runs = await everywhere(2, '/r/r.Order/action/refund/', { ids: [101 + round] }, headers);
      expect(runs.map(({ body }) => body.succeeded)).toEqual([1, 1, 1, 1]);
      const creates = await everywhere(2, '/r/r.Order/', { id: 1000 + round, status: 'paid' }, headers);
      expect(creates.map(({ status, body }) => [status, body.id])).toEqual(creates.map(() => [201, 1000 + round]));
    }
    const entries = await database.query(`SELECT count(*) AS n FROM grimoire_audit_log WHERE action = 'create'`);
    expect(entries).toEqual([{ n: '10' }]);
  });

  it('creates the permissions of actions once', async () => {
    for (let round = 0; round < 3; round++) {
      await database.execute(`DELETE FROM grimoire_permission WHERE codename = 'refund'`);
      const syncing = await Promise.all([start('sync', database.address), start('sync', database.address)]);
      const said = syncing.map(async ({ child }) => {
        const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
        return JSON.parse(line.toString()) as string[];
      });
      const ended = syncing.map(({ child }) => once(child, 'exit'));
      for (const { child } of syncing) child.stdin?.write('go');
      expect((await Promise.all(said)).flat()).toEqual(['r.order:refund']);
      await Promise.all(ended);
    }
    const made = await database.query(`SELECT count(*) AS n FROM grimoire_permission WHERE codename = 'refund'`);
    expect(made).toEqual([{ n: '1' }]);
  });

  it('keeps the last superuser, whoever of two takes the other away first', async () => {
    for (let round = 0; round < 5; round++) {
      await addUser(database, { username: `other-${round}`, isSuperuser: true });
      const users = await database.query('SELECT id, username FROM grimoire_user WHERE is_superuser AND is_active ORDER BY id');
      expect(users).toHaveLength(2);
      const tokens = await Promise.all(
        users.map(
          async ({ username }, index) => (await post(processes[index]?.said ?? '', '/auth/login/', { username, password })).body.access,
        ),
      );
      const demote = (index: number, target: unknown): Promise<{ status: number }> =>
        fetch(`${processes[index]?.said}/r/auth.User/${String(target)}/`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${tokens[index]}`, 'content-type': 'application/json' },
          body: JSON.stringify({ is_superuser: false }),
        });
      const answers = await Promise.all([demote(0, users[1]?.['id']), demote(1, users[0]?.['id'])]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await database.query('SELECT id FROM grimoire_user WHERE is_superuser AND is_active')).toHaveLength(1);
      await database.execute(`UPDATE grimoire_user SET is_superuser = (username = 'root')`);
    }
  });
});

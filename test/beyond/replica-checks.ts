import { type Admin, postgres } from 'grimoire';
import type { Answer, Client } from '../support/service.ts';
import { type Report, expectSame, expectThat } from './report.ts';
import { addUser, adminOver, prepare, readCounts, signIn } from './scene.ts';
import { type PostgresServer, startPrimary, startReplica } from './servers.ts';
import { until } from './until.ts';

const subject = 'replica';

/** A service with a streaming replica. */
interface Scene {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
  readonly admin: Admin;
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  readonly root: Client;
}

/** What reads from a streaming replica show, while it lags, and after it is gone. */
export async function checkReplica(report: Report, bin: string): Promise<void> {
  await using primary = await startPrimary(bin, { fsync: 'off' });
  await prepare(primary);
  await addUser(primary, 'root', { isSuperuser: true });
  await using replica = await startReplica(primary, 'one');
  const source = postgres({ primary: primary.address, replicas: [replica.address] });
  const admin = adminOver(source);
  try {
    const counts = readCounts(admin);
    await counts();
    const scene: Scene = { primary, replica, admin, counts, root: await signIn(admin, 'root') };
    await report.check(subject, 'lists, counts, searches are read from it', () => readsFromReplica(scene));
    await report.check(subject, 'replay paused: a user sees their own write', () => ownWrites(scene));
    await report.check(subject, 'replay paused: what is revoked is refused at once', () => revoked(scene));
    await report.check(subject, 'replay paused: a changed row scope counts at once', () => scoped(scene));
    await report.check(subject, 'a read that conflicts with the replay goes on at the primary', () => conflict(scene));
    await report.check(subject, 'stopped (SIGSTOP) under load: no failed request', () => stopped(scene));
    await report.check(subject, 'killed (SIGKILL) under load: no failed request', () => killed(scene));
  } finally {
    await admin.close();
  }
}

/** The names of a list. */
async function names(client: Client, query = 'page_size=5'): Promise<string[]> {
  const { status, text, body } = await client.get(`/r/b.Item/?${query}`);
  if (status !== 200) throw new Error(`A list was answered by ${status} ${text}`);
  return body.results.map(({ name }: { name: string }) => name);
}

async function caughtUp({ primary, replica }: Scene): Promise<void> {
  const [row] = await primary.query('SELECT pg_current_wal_lsn()::text AS lsn');
  await until('the replica has replayed everything', async () => {
    const [state] = await replica.query('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isThere"', [row?.['lsn']]);
    return state?.['isThere'] === true;
  });
}

/** Runs a job while the replica receives changes and does not show them. */
async function paused<T>(scene: Scene, job: () => Promise<T>): Promise<T> {
  await caughtUp(scene);
  await scene.replica.query('SELECT pg_wal_replay_pause()');
  await until('the replay is paused', async () => {
    const [row] = await scene.replica.query('SELECT pg_get_wal_replay_pause_state() AS state');
    return row?.['state'] === 'paused';
  });
  try {
    return await job();
  } finally {
    await scene.replica.query('SELECT pg_wal_replay_resume()');
  }
}

async function readsFromReplica(scene: Scene): Promise<string> {
  await caughtUp(scene);
  const before = await scene.counts();
  for (const query of ['page_size=5', 'search=item%2019', 'page=3&page_size=100']) await names(scene.root, query);
  await scene.root.get('/r/b.Item/autocomplete/?q=item');
  const after = await scene.counts();
  const [fromReplica, others] = [(after['replica'] ?? 0) - (before['replica'] ?? 0), (after['behind'] ?? 0) + (after['failed'] ?? 0)];
  expectThat(`only ${fromReplica} reads went to the replica`, fromReplica >= 4);
  return `${fromReplica} reads by the replica, ${others} fell back`;
}

async function ownWrites(scene: Scene): Promise<string> {
  await addUser(scene.primary, 'writer');
  await addUser(scene.primary, 'watcher');
  const [writer, watcher] = [await signIn(scene.admin, 'writer'), await signIn(scene.admin, 'watcher')];
  await paused(scene, async () => {
    for (let round = 0; round < 20; round++) {
      const name = `paused ${round}`;
      const { status } = await writer.post('/r/b.Item/', { name, owner: 'writer' });
      expectSame('the create', status, 201);
      expectSame('the list of the writer', (await names(writer, 'page_size=1&ordering=-id'))[0], name);
      expectSame('the list of another user', (await names(watcher, 'search=paused')).length, 0);
    }
  });
  await until('the writer reads from the replica again', async () => {
    const before = (await scene.counts())['replica'] ?? 0;
    expectSame('the list of the writer', (await names(writer, 'page_size=1&ordering=-id'))[0], 'paused 19');
    return ((await scene.counts())['replica'] ?? 0) > before;
  });
  return '20 writes seen at once by their user, by others when replayed';
}

async function revoked(scene: Scene): Promise<string> {
  const cases: readonly [what: string, path: (id: number) => string, change: object, status: number][] = [
    ['rights', (id) => `/r/auth.User/${id}/`, { user_permissions: [] }, 404],
    ['account', (id) => `/r/auth.User/${id}/`, { is_active: false }, 401],
    ['staff', (id) => `/r/auth.User/${id}/`, { is_staff: false }, 403],
  ];
  for (const [what, path, change, wanted] of cases) {
    const id = await addUser(scene.primary, `revoked-${what}`);
    const user = await signIn(scene.admin, `revoked-${what}`);
    await caughtUp(scene);
    await names(user);
    await paused(scene, async () => {
      expectSame(`the change of ${what}`, (await scene.root.patch(path(id), change)).status, 200);
      for (const query of ['page_size=5', 'search=item%201', 'page=2&page_size=10']) {
        const { status } = await user.get(`/r/b.Item/?${query}`);
        expectThat(`${what}: a list after it was answered by ${status}`, status === wanted || status === 401 || status === 403);
      }
      const [row] = await scene.replica.query('SELECT is_active, is_staff FROM grimoire.user WHERE id = $1', [id]);
      expectSame('the user on the replica', [row?.['is_active'], row?.['is_staff']], [true, true]);
    });
  }
  return 'rights, account and staff status, each by the next request';
}

async function scoped(scene: Scene): Promise<string> {
  const id = await addUser(scene.primary, 'member');
  const member = await signIn(scene.admin, 'member');
  const made = await scene.root.post('/r/auth.Group/', { name: 'limited', permissions: [] });
  expectSame('the new group', made.status, 201);
  await caughtUp(scene);
  expectSame('all items', (await names(member)).length, 5);
  await paused(scene, async () => {
    expectSame('the change', (await scene.root.patch(`/r/auth.User/${id}/`, { groups: [made.body.id] })).status, 200);
    expectSame('the list of who may see nothing', await names(member), []);
    expectSame('the row that moves', (await scene.root.patch('/r/b.Item/7/', { owner: 'member' })).status, 200);
    expectSame('the list after it has moved here', await names(member), ['item 7']);
    expectSame('the row that moves away', (await scene.root.patch('/r/b.Item/7/', { owner: 'ann' })).status, 200);
    expectSame('the list after it has moved away', await names(member), []);
  });
  return 'a group, and the owner of a row, each by the next request';
}

async function conflict(scene: Scene): Promise<string> {
  await scene.replica.query('ALTER SYSTEM SET max_standby_streaming_delay = 0').catch(() => undefined);
  await scene.replica.query('SELECT pg_reload_conf()');
  await caughtUp(scene);
  let lists = 0;
  await until('a read is cancelled by the replay', async () => {
    const reading = scene.root.get('/r/b.Slow/?page_size=40');
    await until('the replica runs the list', async () => {
      const running = await scene.replica.query(
        "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%slow%' AND pid <> pg_backend_pid()",
      );
      return running.length > 0;
    });
    await scene.primary.query('UPDATE old SET name = name');
    await scene.primary.query('VACUUM old');
    const { status, body } = await reading;
    lists += 1;
    expectSame('the list', [status, body.results?.length], [200, 40]);
    return ((await scene.counts())['failed'] ?? 0) > 0;
  });
  await scene.replica.query('ALTER SYSTEM RESET max_standby_streaming_delay');
  await scene.replica.query('SELECT pg_reload_conf()');
  return `${lists} lists of 0.8 s, all answered in full`;
}

/** Lists without end, by several at once, until a job is done. @returns their number. */
async function underLoad(client: Client, job: () => Promise<void>): Promise<number> {
  const bad: Answer[] = [];
  const over = new AbortController();
  let count = 0;
  const read = async (): Promise<void> => {
    for (let page = 1; !over.signal.aborted; page = (page % 15) + 1) {
      const answer = await client.get(`/r/b.Item/?page=${page}&page_size=100&search=item`);
      count += 1;
      if (answer.status !== 200) bad.push(answer);
    }
  };
  const readers = Promise.all(Array.from({ length: 6 }, read));
  try {
    await job();
  } finally {
    over.abort();
    await readers;
  }
  if (bad[0]) throw new Error(`${bad.length} of ${count} requests failed, such as ${bad[0].status} ${bad[0].text.slice(0, 200)}`);
  return count;
}

async function stopped(scene: Scene): Promise<string> {
  await caughtUp(scene);
  const { child } = scene.replica;
  const count = await underLoad(scene.root, async () => {
    const before = await scene.counts();
    const backends = await scene.replica.query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
    const pids = [Number(child.pid), ...backends.map(({ pid }) => Number(pid))];
    const signal = (name: NodeJS.Signals): void => {
      for (const pid of pids) {
        try {
          process.kill(pid, name);
        } catch {
          // A process that has ended meanwhile.
        }
      }
    };
    signal('SIGSTOP');
    await until('the replica is left', async () => ((await scene.counts())['away'] ?? 0) > (before['away'] ?? 0) + 50);
    signal('SIGCONT');
    const left = (await scene.counts())['replica'] ?? 0;
    await until('the replica is read again', async () => ((await scene.counts())['replica'] ?? 0) > left + 50);
  });
  return `${count} lists, all answered 200; read again after SIGCONT`;
}

async function killed(scene: Scene): Promise<string> {
  const count = await underLoad(scene.root, async () => {
    const before = (await scene.counts())['away'] ?? 0;
    await scene.replica.end('SIGKILL');
    await until('the replica is left', async () => ((await scene.counts())['away'] ?? 0) > before + 50);
  });
  return `${count} lists, all answered 200`;
}

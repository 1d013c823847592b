import { type Admin, postgres } from 'grimoire';
import type { Client } from '../support/service.ts';
import { type Report, expectSame, expectThat } from './report.ts';
import { addUser, adminOver, prepare, signIn } from './scene.ts';
import { type PgBouncer, type PostgresServer, startBouncer, startPrimary } from './servers.ts';
import { versionOf } from './programs.ts';

/** The service behind PgBouncer in transaction mode: without prepared statements, and with them if its version supports them. */
export async function checkBouncer(report: Report, bin: string, program: string): Promise<void> {
  const version = versionOf(program);
  const keepsPrepared = hasPrepared(version);
  await using server = await startPrimary(bin, { fsync: 'off' });
  await prepare(server);
  await addUser(server, 'root', { isSuperuser: true });
  const modes = [
    { prepared: keepsPrepared ? 0 : undefined, options: { prepare: false } },
    ...(keepsPrepared ? [{ prepared: 200, options: { pooler: true } }] : []),
  ];
  for (const { prepared, options } of modes) {
    await using bouncer = await startBouncer(server, { program, prepared });
    const settings = prepared === undefined ? '' : `, max_prepared_statements = ${prepared}`;
    const subject = `${version}${settings}`;
    const said = JSON.stringify(options);
    await report.check(subject, `${said}: reads, writes, files, 300 at once`, () => used({ server, bouncer, options }));
    await report.check(subject, `${said}: statements end at their deadline`, () => limited({ server, bouncer, options }));
  }
  if (!keepsPrepared) report.skipped(version, 'prepared statements', 'this version has no max_prepared_statements: 1.21 and newer have');
}

/** Whether a version keeps prepared statements in transaction mode. */
export function hasPrepared(version: string): boolean {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

interface Scene {
  readonly server: PostgresServer;
  readonly bouncer: PgBouncer;
  readonly options: { readonly prepare?: boolean; readonly pooler?: boolean };
}

async function withService<T>(
  { bouncer, options }: Scene,
  requestTimeout: number,
  job: (root: Client, admin: Admin) => Promise<T>,
): Promise<T> {
  const admin = adminOver(postgres({ connectionString: bouncer.address, max: 20, ...options }), requestTimeout);
  try {
    await admin.operations.migrate();
    return await job(await signIn(admin, 'root'), admin);
  } finally {
    await admin.close();
  }
}

function used(scene: Scene): Promise<string> {
  return withService(scene, 15_000, async (root) => {
    const made = await root.post('/r/b.Item/', { name: `by ${JSON.stringify(scene)}`.slice(0, 50) + scene.bouncer.port, owner: 'root' });
    expectSame('the create', made.status, 201);
    expectSame('the change', (await root.patch(`/r/b.Item/${made.body.id}/`, { owner: 'ann' })).status, 200);
    const bulk = { action: 'update', ids: [1, 2, 3], data: { owner: 'bulk' } };
    expectSame('a bulk change', (await root.post('/r/b.Item/bulk/', bulk)).status, 200);
    const jobs = Array.from({ length: 300 }, (_, index) =>
      index % 3 === 0
        ? root.patch(`/r/b.Item/${(index % 200) + 10}/`, { owner: `o${index}` })
        : root.get(`/r/b.Item/?page=${(index % 19) + 1}&page_size=100&search=item`),
    );
    const failed = (await Promise.all(jobs)).filter(({ status }) => status !== 200);
    // A user has a share of the connections: requests that have waited for 5 s are refused, not failed.
    const wrong = failed.filter(({ status, body }) => !(status === 503 || (status === 409 && body.code === 'locked')));
    expectSame(
      'other answers',
      wrong.map(({ status, text }) => [status, text]),
      [],
    );
    expectThat('most are answered', failed.length < 100);
    const file = await root.post('/r/b.Item/action/export_item/', { all_filtered: true });
    expectThat(`the file has ${file.text.length} characters`, file.text.split('\n').length > 2000);
    expectSame('the delete', (await root.delete(`/r/b.Item/${made.body.id}/`)).status, 204);
    const [row] = await scene.server.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = 'beyond' AND pid <> pg_backend_pid()",
    );
    return `${jobs.length - failed.length} of ${jobs.length} at once answered, over ${String(row?.['n'])} connections of the server; ${failed.length} asked to wait`;
  });
}

function limited(scene: Scene): Promise<string> {
  return withService(scene, 1000, async (root) => {
    const started = performance.now();
    const { status, body } = await root.get('/r/b.Endless/');
    const took = performance.now() - started;
    expectSame('an endless list', [status, body.code], [503, 'timeout']);
    expectThat(`it took ${took} ms`, took < 5000);
    const running = await scene.server.query(
      "SELECT query FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%endless%' AND pid <> pg_backend_pid()",
    );
    expectSame('what still runs', running, []);
    expectSame('a list after it', (await root.get('/r/b.Item/?page_size=5')).status, 200);
    return `503 after ${(took / 1000).toFixed(1)} s, and nothing runs on`;
  });
}

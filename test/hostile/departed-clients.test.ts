import { action, model, widget } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { listening } from '../support/listening.ts';
import { serviceOfTest } from '../support/started-service.ts';
import { startService } from '../support/service.ts';

const tables = "CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100)); INSERT INTO thing VALUES (1, 'a'), (2, 'b'), (3, 'c');";

/** A view that never has its first row. */
const endless = {
  sqlite: 'CREATE VIEW slow AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n WHERE i < 0',
  postgres: 'CREATE VIEW slow AS SELECT i AS id FROM generate_series(1, 1000000000000) AS n(i) WHERE i < 0',
};

/** A request that its client can give up. */
interface Sent {
  readonly ended: Promise<unknown>;
  giveUp(): void;
}

/** Waits until the service has come as far as it can with earlier requests: until later ones have their answers. */
async function settled(baseUrl: string): Promise<void> {
  for (let index = 0; index < 20; index++) expect((await fetch(`${baseUrl}config/`)).status).toBe(200);
}

describe.each(dialects)('a client that goes before it has its response, on %s', (dialect) => {
  const start = async () => {
    const held = Promise.withResolvers<void>();
    const running = { count: 0 };
    const hold = action({
      timeLimit: 60,
      run: async () => {
        running.count += 1;
        await held.promise;
        return {};
      },
    });
    const things = model('thing', 't.Thing', { actions: { hold } });
    const models = [things, model('slow', 't.Slow', { primaryKey: ['id'] })];
    let shared: Promise<readonly object[]> | undefined;
    const widgets = {
      shared: widget({}, async ({ database }) => {
        running.count += 1;
        await held.promise;
        shared ??= database.selectFrom('thing').selectAll().execute();
        return { rows: await shared };
      }),
    };
    const { service, root } = await serviceOfTest(
      startService({ processes: true, dialect, setup: `${tables} ${endless[dialect]};`, models, widgets }),
    );
    const site = await listening(service.admin);
    const send = (path: string, init: RequestInit = {}): Sent => {
      const controller = new AbortController();
      const headers = { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' };
      const ended = fetch(`${site.baseUrl}${path}`, { ...init, headers, signal: controller.signal }).catch(String);
      return { ended, giveUp: () => controller.abort() };
    };
    return { service, root, site, send, held, running };
  };

  it('keeps nobody waiting: what it asked for is cancelled, or never begun', async () => {
    const { root, site, send } = await start();
    await using _ = site;
    // More than may run at once, of one user and of all.
    const scans = Array.from({ length: 30 }, () => send('r/t.Slow/'));
    // They have arrived when a later request has its answer.
    expect((await fetch(`${site.baseUrl}config/`)).status).toBe(200);
    for (const scan of scans) scan.giveUp();
    await Promise.all(scans.map(({ ended }) => ended));
    expect((await root.get('/r/t.Thing/')).status).toBe(200);
  });

  it('changes no password unseen: the attempt is recorded', async () => {
    const { service, root, site, held, running } = await start();
    await using _ = site;
    // On SQLite it holds the one connection that writes.
    const run = root.post('/r/t.Thing/action/hold/', { ids: [1] });
    await expect.poll(() => running.count).toBe(1);
    const controller = new AbortController();
    const headers = { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ old_password: 'wrong', new_password: 'another good password 77' });
    const request = new Request('http://admin.test/api/auth/password/', { method: 'POST', headers, body, signal: controller.signal });
    const change = service.admin.fetch(request);
    // On PostgreSQL the attempt is there; on SQLite it waits to be written.
    const attempts = async (): Promise<number> =>
      Number((await service.database.query('SELECT count(*) AS n FROM grimoire_login_attempt'))[0]?.['n']);
    if (dialect === 'postgres') await expect.poll(attempts).toBe(1);
    else await settled(site.baseUrl);
    controller.abort();
    held.resolve();
    expect((await run).status).toBe(200);
    expect((await change).status).toBe(400);
    const recorded = "SELECT count(*) AS n FROM grimoire_audit_log WHERE action = 'password_change' AND status = 'failed'";
    await expect.poll(async () => Number((await service.database.query(recorded))[0]?.['n'])).toBe(1);
  });

  it('does not end a query of the host whose result others wait for', async () => {
    const { root, site, send, held, running } = await start();
    await using _ = site;
    const first = send('widgets/shared/');
    await expect.poll(() => running.count).toBe(1);
    first.giveUp();
    await first.ended;
    expect((await fetch(`${site.baseUrl}config/`)).status).toBe(200);
    held.resolve();
    const { status, body } = await root.get('/widgets/shared/');
    expect([status, body.rows?.length ?? body]).toEqual([200, 3]);
  });

  it('writes nothing if its turn has not come', async () => {
    const { root, site, send, held, running } = await start();
    await using _ = site;
    const run = (id: number) => root.post('/r/t.Thing/action/hold/', { ids: [id] });
    // As many as one user may run at once.
    const runs = [run(1), run(2)];
    await expect.poll(() => running.count).toBe(dialect === 'sqlite' ? 1 : 2);
    const change = send('r/t.Thing/3/', { method: 'PATCH', body: JSON.stringify({ name: 'changed' }) });
    await settled(site.baseUrl);
    change.giveUp();
    await change.ended;
    // The service has seen that the connection is closed when a later request has its answer.
    expect((await fetch(`${site.baseUrl}config/`)).status).toBe(200);
    held.resolve();
    for (const { status } of await Promise.all(runs)) expect(status).toBe(200);
    // A write after it has its turn after it.
    expect((await root.patch('/r/t.Thing/2/', { name: 'after' })).status).toBe(200);
    expect((await root.get('/r/t.Thing/3/')).body.name).toBe('c');
  });
});

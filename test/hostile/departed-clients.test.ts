import { action, model } from 'grimoire';
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
    const { service, root } = await serviceOfTest(startService({ dialect, setup: `${tables} ${endless[dialect]};`, models }));
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

  it('writes nothing if its turn has not come', async () => {
    const { root, site, send, held, running } = await start();
    await using _ = site;
    const run = (id: number) => root.post('/r/t.Thing/action/hold/', { ids: [id] });
    // As many as one user may run at once.
    const runs = [run(1), run(2)];
    await expect.poll(() => running.count).toBe(dialect === 'sqlite' ? 1 : 2);
    const change = send('r/t.Thing/3/', { method: 'PATCH', body: JSON.stringify({ name: 'changed' }) });
    // It waits for its turn when later requests have their answers.
    for (let index = 0; index < 10; index++) expect((await root.get('/r/t.Thing/3/')).body.name).toBe('c');
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

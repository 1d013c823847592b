import { availableParallelism } from 'node:os';
import { model, widget, type WidgetContext } from 'grimoire';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const setup = `
  CREATE TABLE maker (id integer PRIMARY KEY, name varchar(40));
  CREATE TABLE item (id integer PRIMARY KEY, name varchar(40), price integer, maker_id integer REFERENCES maker (id));
  CREATE TABLE shelf (id integer PRIMARY KEY, name varchar(40));
  CREATE TABLE box (id integer PRIMARY KEY, name varchar(40), shelf_id integer REFERENCES shelf (id));
  CREATE INDEX box_shelf ON box (shelf_id); INSERT INTO shelf VALUES (1, 'top'); INSERT INTO box VALUES (1, 'red', 1);
  INSERT INTO maker VALUES (1, 'amber'); INSERT INTO item VALUES (1, 'amber', 3, 1);`;

type Queries = WidgetContext['database'];

/** How many long reads one user may run at a time: two fifths of the connections. */
const places = {
  sqlite: Math.max(2, Math.floor(0.4 * Math.max(4, Math.min(8, availableParallelism())))),
  postgres: 2,
};

describe.each(dialects)('reads with a budget on %s, while their user holds every place', (dialect) => {
  const gate = Promise.withResolvers<void>();
  let entered = 0;
  const held = widget({}, async () => {
    entered += 1;
    await gate.promise;
    return { cards: [] };
  });
  const { root } = serviceForAll(() =>
    startService({
      processes: true,
      dialect,
      setup,
      models: [
        model('maker', 't.Maker', { searchFields: ['name'], label: 'name' }),
        model('item', 't.Item', { searchFields: ['name'], label: 'name' }),
        model('shelf', 't.Shelf'),
        model('box', 't.Box'),
      ],
      widgets: { held },
      settings: { countBudget: 200, aggregateBudget: 1000 },
    }),
  );

  it('are answered when their budget is over, before the requests that wait without one', async () => {
    vi.stubEnv('GRIMOIRE_WAIT_LIMIT', '5000');
    onTestFinished(() => void vi.unstubAllEnvs());
    const order: string[] = [];
    const holding = Array.from({ length: places[dialect] }, () => root.get('/widgets/held/'));
    await expect.poll(() => entered).toBe(places[dialect]);
    // It waits for a place until it is refused.
    const waiting = root.get('/widgets/held/').then((answer) => {
      order.push('widget');
      return answer.status;
    });
    const reads = ['/search/?q=amber', '/r/t.Item/aggregate/?_sum=price', '/r/t.Maker/1/references/'].map(async (path) => {
      const { status, body } = await root.get(path);
      order.push(path);
      return [status, body];
    });
    const suggesting = root.get('/r/t.Item/autocomplete/?q=amber').then(({ status }) => status);
    // Reads that are sent together share one connection: they wait for no place of their own.
    const answered = async (path: string): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => root.get(path)));
      return answers.filter(({ status }) => status === 200).length;
    };
    // On SQLite what an index serves takes no connection.
    if (dialect === 'sqlite') expect([await answered('/r/t.Maker/1/related/'), await answered('/r/t.Shelf/1/related/')]).toEqual([0, 12]);
    else expect(await answered('/r/t.Maker/1/related/')).toBeGreaterThan(0);
    expect(await Promise.all(reads)).toMatchObject([
      [200, { complete: false, results: [] }],
      [200, { complete: false, count: null }],
      [200, { references: [{ model: 't.Item', count: null }] }],
    ]);
    expect([await waiting, await suggesting]).toEqual([503, 503]);
    expect(order.at(-1)).toBe('widget');
    expect(entered).toBe(places[dialect]);
    gate.resolve();
    expect((await Promise.all(holding)).map(({ status }) => status)).toEqual(holding.map(() => 200));
    await expect.poll(async () => (await root.get('/search/?q=amber')).body).toMatchObject({ complete: true });
  });
});

describe.each(dialects)('connections on %s that the function of a widget keeps', (dialect) => {
  const kept: Queries[] = [];
  /** Takes a connection for a job that never ends, after one query. */
  const keeping = widget({}, async ({ database }) => {
    const hasRead = Promise.withResolvers<void>();
    const job = database.connection().execute(async (connection) => {
      await sql`SELECT 1`.execute(connection);
      kept.push(connection);
      hasRead.resolve();
      await new Promise(() => {});
    });
    job.catch(hasRead.reject);
    await hasRead.promise;
    return { cards: [] };
  });
  const { root } = serviceForAll(() =>
    startService({ processes: true, dialect, statementTimeout: 1000, setup, models: [model('maker', 't.Maker')], widgets: { keeping } }),
  );

  it('are taken back after the time that a statement may take, so that later requests get them', async () => {
    for (let request = 0; request < 12; request++) expect((await root.get('/widgets/keeping/')).status).toBe(200);
    const [first] = kept;
    if (!first) throw new Error('No connection was kept.');
    await expect(sql`SELECT 1`.execute(first)).rejects.toThrow('The connection was taken back: it was not used for 1000 ms.');
  });
});

import { model, where } from 'grimoire';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { JoinedReads } from '../../packages/server/src/databases/postgres/joined-reads/joined-reads.ts';
import { ReadLane } from '../../packages/server/src/databases/postgres/joined-reads/read-lane.ts';
import { PostgresStatements } from '../../packages/server/src/databases/postgres/connections/statements.ts';
import { UserLimit } from '../../packages/server/src/store/shares/user-limit.ts';
import { hasPostgres } from '../support/databases.ts';
import { type Client, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const { runAll: sendAll } = PostgresStatements.prototype;
const { read: readInLane } = ReadLane.prototype;
const { mayJoin } = JoinedReads.prototype;

const setup = `
  CREATE TABLE maker (id integer PRIMARY KEY, name varchar(40), owner varchar(20));
  CREATE TABLE item (id integer PRIMARY KEY, name varchar(40), maker_id integer REFERENCES maker (id));
  INSERT INTO maker SELECT n, 'maker ' || n, CASE n % 2 WHEN 0 THEN 'ann' ELSE 'bob' END FROM generate_series(1, 40) n;
  INSERT INTO item SELECT n, 'item ' || n, n FROM generate_series(1, 40) n;`;

const models = [
  model('maker', 't.Maker', {
    label: 'name',
    rows: ({ actor }) => where('owner', '=', actor.username),
  }),
  model('item', 't.Item', { label: 'name' }),
];

const ids = Array.from({ length: 40 }, (_, index) => index + 1);

describe.runIf(hasPostgres)('rows that several users read at the same time', () => {
  let runAll: MockInstance<PostgresStatements['runAll']>;
  beforeEach(() => void (runAll = vi.spyOn(PostgresStatements.prototype, 'runAll')));
  afterEach(() => void vi.restoreAllMocks());

  /** Whether statements with these texts were sent together with others. */
  const wereJoined = (...texts: readonly RegExp[]): boolean =>
    runAll.mock.calls.some(
      ([, statements, options]) => options?.ofSeveralReads === true && texts.every((text) => statements.some(({ sql }) => text.test(sql))),
    );

  /** Makes reads arrive in the same turn, so many at a time. */
  function gather(count: number): void {
    const waiting: (() => void)[] = [];
    vi.spyOn(ReadLane.prototype, 'read').mockImplementation(async function gathered(this: ReadLane, statements) {
      await new Promise<void>((resolve) => {
        if (waiting.push(resolve) === count) for (const go of waiting.splice(0)) go();
      });
      return readInLane.call(this, statements);
    });
  }

  /** Whether the read of an item may be sent with others. */
  async function mayJoinItem(user: Client): Promise<boolean | undefined> {
    const notes: boolean[] = [];
    const asking = vi.spyOn(JoinedReads.prototype, 'mayJoin').mockImplementation(function noted(this: JoinedReads, statements) {
      const may = mayJoin.call(this, statements);
      if (statements.some(({ sql }) => sql.includes('FROM "item"'))) notes.push(may);
      return may;
    });
    await user.get('/r/t.Item/1/');
    asking.mockRestore();
    return notes[0];
  }

  const start = () => serviceOfTest(startService({ dialect: 'postgres', setup, models }));

  it('are those that each of them asked for and may see', async () => {
    const { service } = await start();
    const permissions = ['t.maker:view_maker', 't.item:view_item'];
    const users = await Promise.all(['ann', 'bob', 'eve'].map((username) => service.user({ username, permissions })));
    // Their tokens are known then, so that all of them read in the same turn.
    await Promise.all(users.map((user) => user.get('/r/t.Item/1/')));
    const asked = ids.flatMap((id) => users.map((user, index) => ({ id, index, user })));
    const answers = await Promise.all(asked.map(({ id, user }) => user.get(`/r/t.Maker/${id}/`)));
    const found = answers.map(({ status, body }) => (status === 200 ? body.name : status));
    expect(found).toEqual(asked.map(({ id, index }) => (index === id % 2 ? `maker ${id}` : 404)));
    expect(wereJoined(/"maker"/)).toBe(true);
    const related = await Promise.all(ids.map((id) => (users[id % 2] as Client).get(`/r/t.Maker/${id}/related/`)));
    expect(related.map((answer) => answer.body.blocked_by)).toEqual(
      ids.map(() => [expect.objectContaining({ model: 't.Item', count: 1 })]),
    );
  });

  it('are refused to a user whose account was closed, and to no other', async () => {
    const { service } = await start();
    const users = await Promise.all(['ann', 'bob'].map((username) => service.user({ username, permissions: ['t.maker:view_maker'] })));
    await Promise.all(users.map((user) => user.get('/r/t.Maker/1/')));
    await service.database.execute("UPDATE grimoire.user SET is_active = false WHERE username = 'bob'");
    const answers = await Promise.all(ids.flatMap((id) => users.map((user) => user.get(`/r/t.Maker/${id}/`))));
    expect(answers.map(({ status }) => status)).toEqual(ids.flatMap((id) => [id % 2 === 0 ? 200 : 404, 401]));
    expect(wereJoined(/"maker"/)).toBe(true);
    const isState = ({ sql }: { readonly sql: string }): boolean => sql.includes('"sign_in"') && !sql.includes("'username'");
    const batches = runAll.mock.calls.filter(([, , options]) => options?.ofSeveralReads === true);
    expect(Math.max(...batches.map(([, statements]) => statements.filter(isState).length))).toBeLessThanOrEqual(2);
  });

  it('do not wait for a table that another connection has locked', async () => {
    const { service } = await start();
    const user = await service.user({ username: 'ann', permissions: ['t.maker:view_maker', 't.item:view_item'] });
    await user.get('/r/t.Maker/2/');
    const locking = new pg.Client(service.database.address);
    await locking.connect();
    try {
      await locking.query('BEGIN; LOCK TABLE item IN ACCESS EXCLUSIVE MODE');
      let isLocked = true;
      gather(7);
      const waiting = user.get('/r/t.Item/1/').then(({ status }) => [status, isLocked]);
      const others = await Promise.all(ids.slice(0, 6).map((id) => user.get(`/r/t.Maker/${id}/`)));
      expect(others.map(({ status }) => status)).toEqual([404, 200, 404, 200, 404, 200]);
      expect(wereJoined(/FROM "item"/, /FROM "maker"/)).toBe(true);
      isLocked = false;
      await locking.query('ROLLBACK');
      expect(await waiting).toEqual([200, false]);
    } finally {
      await locking.end();
    }
  });

  it('take time of their users', async () => {
    const { service } = await start();
    const user = await service.user({ username: 'ann', permissions: ['t.maker:view_maker', 't.item:view_item'] });
    await user.get('/r/t.Item/1/');
    const charged: number[] = [];
    const run = UserLimit.prototype.runSharing;
    const sharing = vi.spyOn(UserLimit.prototype, 'runSharing').mockImplementation(function sharingRun(this: UserLimit, id, job, until) {
      return run.call(
        this,
        id,
        (charge) => job((milliseconds) => (charged.push(milliseconds), charge(milliseconds))),
        until,
      ) as Promise<never>;
    });
    onTestFinished(() => sharing.mockRestore());
    await Promise.all(ids.map((id) => user.get(`/r/t.Maker/${id}/related/`)));
    expect(charged.length).toBeGreaterThan(1);
    expect(Math.min(...charged)).toBeGreaterThan(0);
  });

  it('do not fail because of another table that has changed', async () => {
    const { service } = await start();
    const user = await service.user({ username: 'ann', permissions: ['t.maker:view_maker', 't.item:view_item'] });
    const read = async (): Promise<readonly number[]> => {
      const paths = ids.flatMap((id) => [`/r/t.Item/${id}/`, `/r/t.Maker/${id - (id % 2) + 2}/`]);
      return (await Promise.all(paths.map((path) => user.get(path)))).map(({ status }) => status);
    };
    await service.database.execute('UPDATE maker SET owner = $$ann$$; INSERT INTO maker VALUES (41, $$m$$, $$ann$$), (42, $$m$$, $$ann$$)');
    expect(new Set(await read())).toEqual(new Set([200]));
    await service.database.execute('ALTER TABLE item ALTER COLUMN name TYPE text');
    expect(new Set(await read())).toEqual(new Set([200]));
    await service.database.execute('ALTER TABLE item DROP COLUMN name');
    expect(await read()).toEqual(ids.flatMap(() => [500, 200]));
    expect(wereJoined(/FROM "item"/, /FROM "maker"/)).toBe(true);
    // What has failed is not sent with others the next time.
    expect(await mayJoinItem(user)).toBe(false);
  });

  it('are run alone for a while after they have waited for a lock', async () => {
    const { service } = await start();
    const user = await service.user({ username: 'ann', permissions: ['t.maker:view_maker', 't.item:view_item'] });
    await user.get('/r/t.Maker/2/');
    expect(await mayJoinItem(user)).toBe(true);
    const locking = new pg.Client(service.database.address);
    await locking.connect();
    try {
      await locking.query('BEGIN; LOCK TABLE item IN ACCESS EXCLUSIVE MODE');
      gather(2);
      const reading = Promise.all([user.get('/r/t.Item/1/'), user.get('/r/t.Maker/2/')]);
      const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'item'::regclass";
      await expect.poll(async () => (await locking.query(waiting)).rowCount, { interval: 5 }).toBe(1);
      // Twice the time after which a batch is late, and half of that after which it is cancelled.
      await locking.query('SELECT pg_sleep(0.1); ROLLBACK');
      expect((await reading).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await locking.end();
    }
    expect(await mayJoinItem(user)).toBe(false);
  });

  it('are joined also after the service was too busy to receive their rows', async () => {
    const { service } = await start();
    const user = await service.user({ username: 'ann', permissions: ['t.maker:view_maker'] });
    await user.get('/r/t.Maker/2/');
    gather(2);
    let batches = 0;
    runAll.mockImplementation(function blocking(this: PostgresStatements, ...args: Parameters<typeof sendAll>) {
      const sent = sendAll.apply(this, args);
      if (args[2]?.ofSeveralReads) {
        batches += 1;
        const until = performance.now() + 1000;
        while (performance.now() < until);
      }
      return sent;
    });
    for (const count of [1, 2]) {
      const answers = await Promise.all([2, 4].map((id) => user.get(`/r/t.Maker/${id}/`)));
      expect([batches, ...answers.map(({ status }) => status)]).toEqual([count, 200, 200]);
    }
  });
});

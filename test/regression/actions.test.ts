import { createServer, request as httpRequest, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { action, type ActionContext, AdminError, all, file, model, toNodeHandler, where } from 'grimoire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { listenAtFreePort } from '../support/listening.ts';
import { type Answer, type Client, startService, type TestService } from '../support/service.ts';

const tables = `CREATE TABLE item (id integer PRIMARY KEY, region varchar(10), state varchar(20));
  CREATE TABLE pair (a integer NOT NULL, b integer NOT NULL, state varchar(20), PRIMARY KEY (a, b));`;

let kept: ActionContext['transaction'] | undefined;

/** The first byte of a file: a test sees that it is waited for, and lets it come. */
let firstByte = { isWaitedFor: Promise.withResolvers<void>(), mayCome: Promise.withResolvers<void>() };

async function* late(): AsyncGenerator<string> {
  const { isWaitedFor, mayCome } = firstByte;
  isWaitedFor.resolve();
  await mayCome.promise;
  yield 'late';
}

const actions = {
  move: action({
    async run(_context, rows) {
      const moved = await rows.update({ region: 'south' });
      return { moved, after: await rows.update({ state: 'moved' }), count: await rows.count() };
    },
  }),
  together: action({
    async run(_context, rows) {
      const fails = rows.where('id', '=', 1).each(async (_row, one) => {
        await one.update({ state: 'never' });
        await wait(50);
        throw new AdminError('action_failed', { detail: 'No.' });
      });
      const works = rows.where('id', '=', 2).each(async (_row, one) => void (await one.update({ state: 'done' })));
      await Promise.all([fails, works]);
    },
  }),
  nested: action({
    run: (_context, rows) =>
      rows.each(async (_row, one) => {
        await one.each(() => {
          throw new AdminError('action_failed', { detail: 'Inside.' });
        });
      }),
  }),
  abort: action({
    run: (_context, rows) =>
      rows.each(({ id }) => {
        if (id === 1) throw new DOMException('gone', 'AbortError');
      }),
  }),
  forget: action({
    run: (_context, rows) => {
      void rows.each(async (_row, one) => {
        await wait(5);
        await one.update({ state: 'late' });
      });
    },
  }),
  keep: action({ run: ({ transaction }) => void (kept = transaction) }),
  zero: action({
    async run(_context, rows) {
      for await (const row of rows.stream({ batch: 0 })) return { row };
      return {};
    },
  }),
  queue: action({
    timeLimit: 0.3,
    async run({ transaction }) {
      const sleeps = Array.from({ length: 10 }, () => transaction.selectNoFrom((eb) => eb.fn('pg_sleep', [eb.lit(60)]).as('s')).execute());
      await Promise.all(sleeps);
    },
  }),
  signal: action({
    returns: 'file',
    run: ({ signal }) =>
      file({
        name: 'x',
        type: 'text/plain',
        body: (async function* () {
          signal.throwIfAborted();
          yield 'on time';
        })(),
      }),
  }),
  badType: action({ returns: 'file', run: () => file({ name: 'x', type: 'text/plain\r\nx: ü', body: 'x' }) }),
  slowFile: action({ returns: 'file', run: () => file({ name: 'x', type: 'text/plain', body: late() }) }),
  failing: action({
    returns: 'file',
    run: () => {
      throw new AdminError('action_failed', { detail: 'No paper.' });
    },
  }),
  object: action({ returns: 'file', run: () => ({ message: 'No file.' }) }),
  ids: action({ returns: 'file', run: async (_context, rows) => file({ name: 'x', type: 'text/plain', body: (await rows.ids()).join() }) }),
  busy: action({ run: () => wait(5600, { message: 'At last.' }) }),
};

const models = [
  model('item', 'x.Item', { rows: ({ actor }) => (actor.isSuperuser ? all : where('region', '=', 'north')), actions }),
  model('pair', 'x.Pair', { actions: { stamp: async (_context, rows) => ({ n: await rows.update({ state: 'x' }) }) } }),
];

describe.each(dialects)('actions at their limits on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  let server: Server;
  let base = '';
  beforeAll(async () => {
    service = await startService({ dialect, setup: tables, models });
    root = await service.superuser();
    server = createServer(toNodeHandler(service.admin));
    base = `http://127.0.0.1:${await listenAtFreePort(server)}/api`;
  });
  afterAll(async () => {
    await new Promise((resolve) => void server.close(resolve));
    await service.close();
  });
  beforeEach(async () => {
    await service.database.execute(
      `DELETE FROM item; INSERT INTO item VALUES (1, 'north', 'open'), (2, 'north', 'open'), (3, 'south', 'open')`,
    );
    await service.database.execute('DELETE FROM grimoire_audit_log');
  });
  const run = (key: string, body: unknown = { ids: [1, 2] }, client = root): Promise<Answer> =>
    client.post(`/r/x.Item/action/${key}/`, body);
  const states = async (): Promise<unknown[]> =>
    (await service.database.query('SELECT state FROM item ORDER BY id')).map((row) => row['state']);
  const entries = async (key: string): Promise<any[]> => (await root.get(`/r/admin.AdminAuditLog/?action=action:${key}`)).body.results;

  /** Asks for a file over a socket, hangs up before its first byte, and lets this come once the server knows. */
  const hangUp = async (): Promise<void> => {
    firstByte = { isWaitedFor: Promise.withResolvers(), mayCome: Promise.withResolvers() };
    const closed = new Promise<void>((resolve) => {
      server.once('connection', (socket: Socket) => void socket.once('close', () => resolve()));
    });
    const request = httpRequest(`${base}/r/x.Item/action/slowFile/`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' },
    });
    request.on('error', () => {});
    request.end(JSON.stringify({ ids: [1] }));
    await firstByte.isWaitedFor.promise;
    request.destroy();
    await closed;
    firstByte.mayCome.resolve();
  };

  it('a client that hangs up before the first byte ends its own download only', async () => {
    for (let time = 0; time < 4; time++) await hangUp();
    // The places were given back: on a pool of four there are two.
    const answers = await Promise.all([run('slowFile'), run('slowFile')]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, 'late'],
      [200, 'late'],
    ]);
    const statuses = async (): Promise<unknown[]> => (await entries('slowFile')).map(({ status }) => status);
    await expect.poll(statuses).toEqual(['ok', 'ok', 'failed', 'failed', 'failed', 'failed']);
  });

  it('a malformed content type is a 500, and the process goes on', async () => {
    expect((await run('badType')).status).toBe(500);
    const answer = await fetch(`${base}/r/x.Item/action/badType/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [1] }),
    });
    expect(answer.status).toBe(500);
  });

  it('composite keys are compared as a whole, by the index of the key', async () => {
    const rows = Array.from({ length: 4000 }, (_, index) => `(${index}, ${100_000 - index}, NULL)`);
    await service.database.execute(`DELETE FROM pair; INSERT INTO pair VALUES ${rows.join(', ')}`);
    expect((await root.post('/r/x.Pair/action/stamp/', { all_filtered: true })).body).toEqual({ n: 4000 });
    expect((await root.post('/r/x.Pair/action/stamp/', { ids: ['1~99999', '2~99998'] })).body).toEqual({ n: 2 });
    expect((await root.post('/r/x.Pair/action/stamp/', { ids: ['1~99998'] })).status).toBe(400);
    expect((await root.get('/r/x.Pair/?pk__in=1~99999,2~99998,3~1')).body.count).toBe(2);
    if (dialect === 'postgres') return;
    const [plan] = await service.database.query(
      `EXPLAIN QUERY PLAN SELECT 1 FROM pair t WHERE (t.a, t.b) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each('[]'))`,
    );
    expect(String(plan?.['detail'])).toContain('a=? AND b=?');
  });

  it('a run keeps the rows that it moves out of the reach of its user', async () => {
    const north = await service.user({ username: `north-${dialect}`, permissions: ['x.item:change_item', 'x.item:view_item'] });
    expect((await run('move', { ids: [1, 2] }, north)).body).toEqual({ moved: 2, after: 2, count: 2 });
    expect((await run('move', { ids: [1] }, north)).status).toBe(400);
  });

  it('works row by row do not undo one another, and every failed row is reported', async () => {
    expect((await run('together')).body).toMatchObject({ total: 2, succeeded: 1, failed: [{ pk: 1, detail: 'No.' }] });
    expect(await states()).toEqual(['open', 'done', 'open']);
    expect((await run('nested')).body).toMatchObject({ total: 2, succeeded: 2 });
  });

  it('an error whose code is a number is an internal error of its row', async () => {
    expect((await run('abort')).body).toMatchObject({ total: 2, succeeded: 1, failed: [{ pk: 1, detail: 'Internal error.' }] });
  });

  it('the signal of a file is not aborted while the file is made', async () => {
    expect((await run('signal')).text).toBe('on time');
  });

  it('a request that failed, or whose answer was no file, is answered again under its key', async () => {
    const again = (key: string, id: string): Promise<Answer> =>
      root.request('POST', `/r/x.Item/action/${key}/`, { body: { ids: [1] }, headers: { 'idempotency-key': `${id}-${dialect}` } });
    expect([(await again('failing', 'f')).status, (await again('failing', 'f')).status]).toEqual([400, 400]);
    expect([(await again('object', 'o')).body, (await again('object', 'o')).body]).toEqual([
      { message: 'No file.' },
      { message: 'No file.' },
    ]);
    expect(await entries('object')).toHaveLength(1);
    expect([(await again('signal', 's')).status, (await again('signal', 's')).status]).toEqual([200, 409]);
  });

  it('a statement after the end of its transaction, a write that is not awaited and a stream of empty batches are refused', async () => {
    expect((await run('zero')).status).toBe(500);
    expect((await run('forget')).status).toBe(500);
    await wait(50);
    expect(await states()).toEqual(['open', 'open', 'open']);
    await run('keep');
    const update = kept?.updateTable('item').set({ state: 'late' }).where('id', '=', 1);
    await expect(update?.execute()).rejects.toThrow('The transaction is over');
    const streamed = async (): Promise<void> => {
      for await (const row of update?.returning('id').stream() ?? []) expect(row).toBeUndefined();
    };
    await expect(streamed()).rejects.toThrow();
    expect(await states()).toEqual(['open', 'open', 'open']);
  });

  // On SQLite a statement can't be cancelled, and one writer waits for another whatever their keys.
  if (dialect === 'postgres') {
    it('a statement that runs at the time limit is cancelled', async () => {
      expect((await run('queue')).status).toBe(503);
      // The limit is 0.3 s, and what was asked for takes ten minutes.
      const sleeping = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND datname = current_database() AND query LIKE '%pg\\_sleep%'`;
      await expect.poll(() => service.database.query(sleeping)).toEqual([]);
    });

    it('removing old outcomes does not wait for a run with a key', async () => {
      await service.database.query('INSERT INTO grimoire_idempotency_key (id, body_hash, response, at) VALUES (?, ?, ?, ?)', [
        'old',
        'x',
        '"x"',
        1,
      ]);
      const keyed = (key: string, id: number, client = root): Promise<Answer> =>
        client.request('POST', `/r/x.Item/action/${key}/`, { body: { ids: [id] }, headers: { 'idempotency-key': `${key}-${id}` } });
      // Another one's: how much one user may do at a time is not what this is about.
      const second = await service.user({ username: 'second', isSuperuser: true });
      const busy = keyed('busy', 1);
      await wait(300);
      expect((await keyed('keep', 2, second)).status).toBe(200);
      expect((await busy).status).toBe(200);
    });

    it('a second request with the same key waits until the first is answered', async () => {
      const twin = (): Promise<Answer> =>
        root.request('POST', '/r/x.Item/action/busy/', { body: { ids: [1] }, headers: { 'idempotency-key': 'twin' } });
      const answers = await Promise.all([twin(), wait(200).then(twin)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await entries('busy')).toHaveLength(1);
    });
  }

  it('a repeated request of a user who has lost the view permission is a 403', async () => {
    const permissions = ['x.item:change_item', 'x.item:view_item'];
    const user = await service.user({ username: `reader-${dialect}`, permissions });
    const ask = (): Promise<Answer> =>
      user.request('POST', '/r/x.Item/action/keep/', { body: { all_filtered: true }, headers: { 'idempotency-key': 'seen' } });
    expect((await ask()).status).toBe(200);
    const [held] = await service.database.query(`SELECT id FROM grimoire_permission WHERE codename = 'view_item'`);
    await service.database.query('DELETE FROM grimoire_user_user_permissions WHERE permission_id = ?', [Number(held?.['id'])]);
    expect((await ask()).status).toBe(403);
  });

  it('the log counts the rows whose keys went into a file', async () => {
    expect((await run('ids')).text).toBe('1,2');
    const [entry] = await entries('ids');
    expect((await root.get(`/r/admin.AdminAuditLog/${entry.id}/`)).body).toMatchObject({ targets_count: 2, targets: ['1', '2'] });
  });
});

import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AdminError } from '../errors/errors.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { refusalOf, refusalOfAsync, root } from '../test-models/models.ts';
import type { RawStatement } from '../databases/statement.ts';
import { postgresDialect, sqliteDialect } from '../test-models/dialects.ts';
import type { Writes } from '../store/writes.ts';
import { type IdempotentRequest, IdempotencyStore, readIdempotencyKey } from './idempotency.ts';

const request: IdempotentRequest = { key: 'k', user: '1', path: '/p', body: 'body with password', bodyWithoutSecrets: 'body' };
let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});
const stored = (...keys: string[]): IdempotencyStore =>
  new IdempotencyStore(sqliteDialect, 'idempotency_key', keys.length > 0 ? keys : ['key']);
const inStore = <T>(job: (writes: Writes) => Promise<T>): Promise<T> => shop.write(root, ({ writes }) => job(writes));
const claim = (more: Partial<IdempotentRequest> = {}, store = stored()): Promise<string | null> =>
  inStore((writes) => store.claim(writes, { ...request, ...more }));
const keep = (response: string, more: Partial<IdempotentRequest> = {}): Promise<void> =>
  inStore(async (writes) => stored().keep(writes, { ...request, ...more }, response));

describe('readIdempotencyKey', () => {
  it('takes up to 255 visible characters of ASCII', () => {
    expect(readIdempotencyKey(null)).toBeNull();
    for (const key of ['a', '!~', 'x'.repeat(255)]) expect(readIdempotencyKey(key)).toBe(key);
    for (const key of ['', ' ', 'a b', 'a\x7f', 'é', 'x'.repeat(256), 'a\n'])
      expect(refusalOf(() => readIdempotencyKey(key))?.fields).toEqual({ 'Idempotency-Key': ['Up to 255 visible characters of ASCII.'] });
  });
});

describe('a claim', () => {
  it('is free once, and then has the response', async () => {
    expect(await claim()).toBeNull();
    await keep('the response');
    expect(await claim()).toBe('the response');
  });

  it('belongs to a user, a path and a key', async () => {
    await claim();
    for (const more of [{ user: '2' }, { path: '/q' }, { key: 'l' }]) expect(await claim(more)).toBeNull();
  });

  it('is for one body', async () => {
    await claim();
    await keep('the response');
    expect((await refusalOfAsync(() => claim({ body: 'another' })))?.code).toBe('idempotency_clash');
    expect((await refusalOfAsync(() => claim({ body: 'another', bodyWithoutSecrets: 'x' })))?.code).toBe('idempotency_clash');
  });

  it('stores a keyed hash of the body, which older keys know too', async () => {
    await claim();
    const [[hashed]] = (await shop.sql('SELECT body_hash FROM idempotency_key')) as [[string]];
    expect(hashed).toMatch(/^k:[\w-]{43}$/);
    await keep('the response');
    expect(await claim({}, stored('newer', 'key'))).toBe('the response');
    expect((await refusalOfAsync(() => claim({}, stored('newer'))))?.code).toBe('idempotency_clash');
  });

  it('knows the hash that versions before 0.2 have stored', async () => {
    await claim();
    await keep('the response');
    await shop.sql(`UPDATE idempotency_key SET body_hash = '${hash('sha256', 'body', 'base64url')}'`);
    expect(await claim()).toBe('the response');
  });

  it('is released by a request that has failed', async () => {
    await claim();
    await claim({ key: 'other' });
    await inStore(async (writes) => stored().release(writes, request));
    expect(await claim()).toBeNull();
    expect(await shop.sql('SELECT count(*) FROM idempotency_key')).toEqual([[2n]]);
  });

  it('is forgotten after a day, its own first, and a thousand at a time', async () => {
    const day = 24 * 3600 * 1000;
    await claim();
    await keep('old');
    await claim({ key: 'young' });
    await shop.sql(`UPDATE idempotency_key SET at = ${Date.now() - day - 1} WHERE response = 'old'`);
    await shop.sql(
      `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1500) INSERT INTO idempotency_key SELECT '!' || x, '', '', 1 FROM n`,
    );
    expect(await claim()).toBeNull();
    expect(await shop.sql(`SELECT count(*) FROM idempotency_key WHERE at = 1`)).toEqual([[501n]]);
    await shop.sql(`UPDATE idempotency_key SET at = ${Date.now() - day + 60_000}`);
    expect(await shop.sql(`SELECT count(*) FROM idempotency_key`)).toEqual([[503n]]);
    await keep('kept');
    expect(await claim()).toBe('kept');
  });
});

describe('on PostgreSQL', () => {
  const statements: RawStatement[] = [];
  const answering = (answer: (sql: string) => { changes: number; rows: unknown[][] }): Writes =>
    ({
      runOwn: (statement: RawStatement) => {
        statements.push(statement);
        return Promise.resolve(answer(statement.sql));
      },
      runOwnLater: (statement: RawStatement) => void statements.push(statement),
    }) as unknown as Writes;
  beforeEach(() => void (statements.length = 0));

  it('a claim waits for no other transaction that is serving the same request', async () => {
    const store = new IdempotencyStore(postgresDialect, 'own"name', ['key']);
    expect(
      await store.claim(
        answering(() => ({ changes: 1, rows: [] })),
        request,
      ),
    ).toBeNull();
    expect(statements.map(({ sql }) => sql)).toEqual([
      'delete from "own""name" where "id" in (select "id" from "own""name" where "at" < $1 order by "id" = $2 desc limit $3 for update skip locked)',
      'SET LOCAL lock_timeout = 20',
      'insert into "own""name" ("id", "body_hash", "at") values ($1, $2, $3) on conflict do nothing',
      'SET LOCAL lock_timeout = 5000',
    ]);
  });

  it('a claim that meets another transaction waits for it, without a connection', async () => {
    vi.useFakeTimers();
    const store = new IdempotencyStore(postgresDialect, 'idempotency_key', ['key']);
    let times = 0;
    const writes = answering((sql) => {
      if (sql.startsWith('insert') && (times += 1) < 3) throw new AdminError('locked');
      return { changes: 1, rows: [] };
    });
    const done = store.inTurn(request, () => store.claim(writes, request));
    await vi.advanceTimersByTimeAsync(199);
    expect(times).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(times).toBe(2);
    await vi.advanceTimersByTimeAsync(200);
    expect([await done, times]).toEqual([null, 3]);
  });

  it('a claim gives up after a minute', async () => {
    vi.useFakeTimers();
    const store = new IdempotencyStore(postgresDialect, 'idempotency_key', ['key']);
    const writes = answering((sql) => {
      if (sql.startsWith('insert')) throw new AdminError('locked');
      return { changes: 1, rows: [] };
    });
    const started = Date.now();
    const done = refusalOfAsync(() => store.inTurn(request, () => store.claim(writes, request))).then((refusal) => [
      refusal?.code,
      Date.now() - started,
    ]);
    await vi.advanceTimersByTimeAsync(70_000);
    expect(await done).toEqual(['locked', 60_200]);
  });

  it('other errors are thrown', async () => {
    const store = new IdempotencyStore(postgresDialect, 'idempotency_key', ['key']);
    const failing = (error: Error): Writes =>
      answering((sql) => {
        if (sql.startsWith('insert')) throw error;
        return { changes: 1, rows: [] };
      });
    for (const error of [new AdminError('unavailable'), new RangeError('a bug')])
      await expect(store.inTurn(request, () => store.claim(failing(error), request))).rejects.toBe(error);
  });
});

describe('requests in turn', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const gate = (): { readonly promise: Promise<void>; readonly open: () => void } => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { promise, open: resolve };
  };

  it('run one after the other if they are the same, also after a failure', async () => {
    const store = stored();
    const order: string[] = [];
    const first = gate();
    const failing = store.inTurn(request, async () => {
      order.push('first');
      await first.promise;
      throw new RangeError('a bug');
    });
    await turn();
    const jobs = [
      failing,
      store.inTurn({ ...request, body: 'x' }, async () => void order.push('second')),
      store.inTurn({ ...request, key: 'other' }, async () => void order.push('other')),
      store.inTurn(null, async () => void order.push('without a key')),
    ].map((job) => job.catch((error: unknown) => String(error)));
    await turn();
    expect(order).toEqual(['first', 'without a key', 'other']);
    first.open();
    expect(await Promise.all(jobs)).toEqual(['RangeError: a bug', undefined, undefined, undefined]);
    expect(order.at(-1)).toBe('second');
  });

  it('return what the job returns', async () => {
    expect(await stored().inTurn(request, () => Promise.resolve(7))).toBe(7);
    expect(await stored().inTurn(null, () => Promise.resolve(8))).toBe(8);
  });

  it('wait for at most a minute', async () => {
    vi.useFakeTimers();
    const store = stored();
    const first = gate();
    const running = store.inTurn(request, () => first.promise);
    await vi.advanceTimersByTimeAsync(0);
    const started = Date.now();
    const late = refusalOfAsync(() => store.inTurn(request, () => Promise.resolve())).then((refusal) => [
      refusal?.code,
      Date.now() - started,
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await late).toEqual(['locked', 60_000]);
    first.open();
    await running;
    expect(vi.getTimerCount()).toBe(0);
  });
});

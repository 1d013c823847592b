import { all, model, where } from 'grimoire';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { IndexedReads } from '../../packages/server/src/databases/sqlite/connections/indexed-reads.ts';
import { ProcessRunner } from '../../packages/server/src/databases/sqlite/connections/process-runner.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const setup = `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(40), region_id integer);
  CREATE TABLE sale (
    id integer PRIMARY KEY, status varchar(10) NOT NULL, kind varchar(10) NOT NULL, created datetime NOT NULL, day date NOT NULL, total integer NOT NULL,
    code uuid, removed_at datetime, customer_id integer REFERENCES customer (id)
  );
  CREATE INDEX sale_status ON sale (status);
  CREATE INDEX sale_kind_day ON sale (kind, day);
  CREATE INDEX sale_created ON sale (created);
  CREATE INDEX sale_total ON sale (total);
  CREATE INDEX sale_code ON sale (code);
  CREATE INDEX sale_customer ON sale (customer_id);
  CREATE TABLE visit (id integer PRIMARY KEY, note text, customer_id integer REFERENCES customer (id));
  CREATE TABLE call (id integer PRIMARY KEY, visit_id integer REFERENCES visit (id));
  CREATE TABLE part (name varchar(10) PRIMARY KEY, state varchar(10) NOT NULL, made datetime NOT NULL);
  CREATE INDEX part_state ON part (state, name);
  CREATE INDEX part_of_few ON part (name) WHERE state = 'rare';
  CREATE TABLE tag (id integer PRIMARY KEY, name varchar(10));
  CREATE TABLE bag (id integer PRIMARY KEY, name varchar(10));
  CREATE TABLE album (id integer PRIMARY KEY);
  CREATE TABLE sticker (name varchar(10) PRIMARY KEY, picture blob, album_id integer REFERENCES album (id));
  CREATE INDEX sticker_album ON sticker (album_id);
  CREATE TABLE bag_tag (bag_id integer NOT NULL REFERENCES bag (id), tag_id integer NOT NULL REFERENCES tag (id), PRIMARY KEY (bag_id, tag_id));
  CREATE TABLE paper (id integer PRIMARY KEY, scan blob, name varchar(10));
  CREATE TABLE copy (id integer PRIMARY KEY, paper_id integer REFERENCES paper (id));
  INSERT INTO customer SELECT value, 'customer ' || value, value FROM json_each('[1,2,3]');
  INSERT INTO tag VALUES (1, 'a'); INSERT INTO bag VALUES (1, 'b'); INSERT INTO album VALUES (1); INSERT INTO bag_tag VALUES (1, 1);
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
    INSERT INTO sale SELECT n, 's' || (n % 2), 'k' || (n % 3), '2026-01-01 10:00:00', '2026-01-0' || (1 + n % 9), n, NULL, NULL, 1 + n % 2 FROM numbers;
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 120)
    INSERT INTO part SELECT printf('p%03d', n), 'common', '2026-01-01 10:00:00' FROM numbers;
  ANALYZE;`;

const models = [
  model('customer', 't.Customer'),
  model('sale', 't.Sale', { listFilter: ['customer.name'], rows: ({ actor }) => (actor.isSuperuser ? all : where('kind', '=', 'k1')) }),
  model('visit', 't.Visit', { rows: ({ actor }) => (actor.isSuperuser ? all : where('note', 'contains', 'ü')) }),
  model('call', 't.Call'),
  model('part', 't.Part'),
  model('paper', 't.Paper'),
  model('copy', 't.Copy'),
  model('album', 't.Album'),
  model('sticker', 't.Sticker'),
  model('tag', 't.Tag'),
  model('bag', 't.Bag', { listDisplay: ['name', 'tags'], manyToMany: { tags: { through: 'bag_tag' } } }),
];

describe('an indexed read on SQLite', () => {
  let perform: MockInstance<ProcessRunner['perform']>;
  beforeEach(() => {
    perform = vi.spyOn(ProcessRunner.prototype, 'perform');
    // On a busy machine any read may take long: the clock moves where a test moves it.
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    perform.mockRestore();
  });

  const { service, root } = serviceForAll(() => startService({ processes: true, dialect: 'sqlite', setup, models }));

  /** Where the statement of a page, or of what refers to a row, was run; with the body of the answer. */
  async function run(client: typeof root, path: string): Promise<{ place: string; body: any }> {
    perform.mockClear();
    const { status, body } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    const texts = perform.mock.calls.flatMap(([command]) => ('sql' in command ? [command.sql] : []));
    return { body, place: texts.some((sql) => /json_object|RECURSIVE/.test(sql)) ? 'process' : 'service' };
  }

  const place = async (path: string): Promise<string> => (await run(root, path)).place;
  const next = async (path: string): Promise<string> => {
    const { pathname, search } = new URL((await run(root, path)).body.next);
    return place(pathname.replace('/api', '') + search);
  };

  it.each([
    '/r/t.Sale/',
    '/r/t.Sale/?status=s1',
    '/r/t.Sale/?customer=1',
    '/r/t.Sale/?ordering=total',
    '/r/t.Sale/?ordering=-total&total__gte=5',
    '/r/t.Sale/?ordering=day&kind=k1',
    '/r/t.Sale/?ordering=day&kind=k1&day__gte=2026-01-03',
    '/r/t.Sale/?id__gt=100',
  ])('is run in the service: %s', async (path) => {
    expect(await place(path)).toBe('service');
  });

  it.each([
    // A filter that the index does not serve, or two of which it serves one.
    '/r/t.Sale/?status=s1&kind=k1',
    '/r/t.Sale/?total__gte=5&total__gt=7&ordering=total',
    '/r/t.Sale/?status__in=s0,s1',
    `/r/t.Sale/?ordering=total&_filter=${encodeURIComponent('{"or":[{"total__gte":5},{"total__lte":3}]}')}`,
    '/r/t.Sale/?status__icontains=s1',
    '/r/t.Sale/?status__not=s1',
    '/r/t.Sale/?code=6f1e7a52-1d2b-4c3d-8e4f-5a6b7c8d9e0f&ordering=total',
    '/r/t.Sale/?customer__name=customer%201',
    '/r/t.Sale/?removed_at__isnull=true',
    // An order of another column than that of the index, or of a column without one.
    '/r/t.Sale/?kind=k1',
    '/r/t.Sale/?ordering=day',
    '/r/t.Sale/?ordering=removed_at',
    // A text that stands for a moment is converted by a function.
    '/r/t.Sale/?ordering=created&created__gte=2026-01-01T00:00:00Z',
    // An offset, and a page with many rows.
    '/r/t.Sale/?page=3',
    '/r/t.Sale/?page_size=200',
    // An index of a part of the rows.
    '/r/t.Part/?state=common',
    // A list that shows all rows that each row points to.
    '/r/t.Bag/',
    // Values of any size, in the table or in one that it points to.
    '/r/t.Paper/',
    '/r/t.Copy/',
    '/r/t.Album/1/related/',
    // A table without an index for its foreign key.
    '/r/t.Customer/1/related/',
  ])('is run in a process: %s', async (path) => {
    expect(await place(path)).toBe('process');
  });

  it('is run in the service for the next page, where the cursor is one value', async () => {
    expect(await next('/r/t.Sale/')).toBe('service');
    expect(await next('/r/t.Sale/?status=s1')).toBe('service');
    // Of the rows with the same total, the index does not find the first one after the cursor.
    expect(await next('/r/t.Sale/?ordering=total')).toBe('process');
  });

  it('is run in a process for a user whose row rule the index does not serve', async () => {
    const user = await service.user({ username: 'ann', permissions: ['t.sale:view_sale'] });
    const { body, place: found } = await run(user, '/r/t.Sale/?status=s1');
    expect([found, body.count]).toEqual(['process', 50]);
    expect((await run(user, '/r/t.Sale/?ordering=day')).place).toBe('service');
  });

  it('is run in a process for a user of whom a row rule of a label has a pattern', async () => {
    const user = await service.user({ username: 'eve', permissions: ['t.call:view_call', 't.visit:view_visit'] });
    expect((await run(user, '/r/t.Call/')).place).toBe('process');
    expect(await place('/r/t.Call/')).toBe('service');
  });

  it('is not judged if it has more comparisons than an index has columns: SQLite takes long to plan them', async () => {
    const judged = vi.spyOn(IndexedReads.prototype, 'read');
    const compared = (count: number): string => {
      const and = Array.from({ length: count }, (_, index) => ({ id__gt: index }));
      return `/r/t.Sale/?_filter=${encodeURIComponent(JSON.stringify({ and }))}`;
    };
    expect(await place(compared(8))).toBe('process');
    expect(judged).toHaveBeenCalledOnce();
    expect(await place(compared(9))).toBe('process');
    expect(judged).toHaveBeenCalledOnce();
    judged.mockRestore();
  });

  it('is run in a process for some minutes after it took long', async () => {
    expect(await place('/r/t.Part/')).toBe('process');
    await service.database.execute('DROP INDEX part_of_few');
    expect(await place('/r/t.Part/')).toBe('service');
    const now = performance.now();
    let calls = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 30 * calls++);
    await place('/r/t.Part/');
    clock.mockRestore();
    expect(await place('/r/t.Part/?state=common')).toBe('process');
    expect(await place('/r/t.Tag/')).toBe('service');
  });

  it('is run in a process as soon as the index is gone, and in the service once it is there', async () => {
    const { database } = service;
    await database.execute('CREATE INDEX visit_customer ON visit (customer_id)');
    expect(await place('/r/t.Customer/1/related/')).toBe('service');
    await database.execute('DROP INDEX visit_customer');
    expect(await place('/r/t.Customer/1/related/')).toBe('process');
    expect(await place('/r/t.Sale/?status=s0')).toBe('service');
    await database.execute('DROP INDEX sale_status');
    expect(await place('/r/t.Sale/?status=s0')).toBe('process');
  });
});

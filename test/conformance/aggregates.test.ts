import { action, all, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { type Dialect, dialects, hasPostgres } from '../support/databases.ts';
import { type Book, makeBooks, startLibrary } from '../support/library.ts';
import { startService } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

const types = {
  sqlite: { decimal: 'decimal(12,2)', double: 'double' },
  postgres: { decimal: 'numeric(12,2)', double: 'double precision' },
} as const;

function setupOf(dialect: Dialect): string {
  const { decimal, double } = types[dialect];
  return `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(50), note varchar(50));
  CREATE TABLE orders (id integer PRIMARY KEY, customer integer REFERENCES customer (id), status varchar(10), is_paid boolean,
    total ${decimal}, quantity integer, big bigint, weight ${double}, day date, at timestamp, clock time, took interval,
    note varchar(20), long_note varchar(400), secret integer, own integer, single integer, deaf integer, deleted timestamp, "_sum" integer);
  CREATE TABLE words (code varchar(20) PRIMARY KEY);
  INSERT INTO words VALUES ('aggregate');
  INSERT INTO customer VALUES (1, 'Ada', 'x'), (2, 'Bob', 'y');
  INSERT INTO orders (id, customer, status, is_paid, total, quantity, big, weight, day, at, clock, took, note, secret, own, deleted, "_sum") VALUES
    (1, 1, 'new', true, 0.1, 1, 9223372036854775807, 0.1, '2026-01-02', '2026-01-02 10:00:00', '08:00:00', 'PT9M', 'a', 7, 1, NULL, 5),
    (2, 1, 'paid', true, 0.2, 2, 9223372036854775807, 0.2, '2026-03-01', '2026-01-02 10:00:00.5', '09:30:00', 'PT10M', 'b', 8, 1, NULL, 6),
    (3, 2, 'paid', false, -5.55, -4, -3, NULL, '2025-12-31', '2025-01-02 10:00:00', NULL, 'P1DT1.5S', 'b', 9, 2, NULL, NULL),
    (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (5, 1, 'new', true, 100, 100, 100, 100, '2027-01-01', '2027-01-01 10:00:00', '10:00:00', 'P9D', 'z', 9, 1, '2026-01-01 00:00:00', NULL);`;
}

const models = [
  model('words', 'shop.Word'),
  model('customer', 'shop.Customer', { label: 'name', rows: ({ actor }) => (actor.isSuperuser ? all : where('id', '=', 1)) }),
  model('orders', 'shop.Order', {
    softDelete: 'deleted',
    rows: ({ actor }) => (actor.isSuperuser ? all : where('own', '=', 1)),
    fields: {
      status: {
        choices: [
          { value: 'new', label: 'New' },
          { value: 'paid', label: 'Paid' },
        ],
      },
      secret: { view: 'shop.see_secret' },
      single: { detailOnly: true },
      deaf: { queryable: false },
    },
    actions: { touch: action({ run: () => {} }) },
  }),
];
const path = '/r/shop.Order/aggregate/';
const none = { sum: {}, avg: {}, min: {}, max: {} };

describe.each(dialects)('GET aggregate on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startService({ dialect, setup: setupOf(dialect), models }));

  it('computes exact sums and averages, in the form of each field', async () => {
    const { body, status } = await root.get(`${path}?_sum=total,quantity,big,weight,took&_avg=total,quantity,big,weight,took`);
    expect([status, body]).toEqual([
      200,
      {
        count: 4,
        sum: { total: '-5.25', quantity: -1, big: '18446744073709551611', weight: 0.3, took: 'P1DT19M1.5S' },
        avg: { total: '-1.7500', quantity: -0.333333, big: '6148914691236517203.666667', weight: 0.15, took: 'PT8H6M20.5S' },
        min: {},
        max: {},
        complete: true,
      },
    ]);
  });

  it('finds the smallest and the largest values of all types that are sorted', async () => {
    const names = 'total,quantity,big,weight,day,at,clock,took';
    const { body } = await root.get(`${path}?_min=${names}&_max=${names}`);
    expect(body.min).toEqual({
      total: '-5.55',
      quantity: -4,
      big: -3,
      weight: 0.1,
      day: '2025-12-31',
      at: '2025-01-02T10:00:00Z',
      clock: '08:00:00',
      took: 'PT9M',
    });
    expect(body.max).toEqual({
      total: '0.20',
      quantity: 2,
      big: '9223372036854775807',
      weight: 0.2,
      day: '2026-03-01',
      at: '2026-01-02T10:00:00.5Z',
      clock: '09:30:00',
      took: 'P1DT1.5S',
    });
  });

  it('is null where no row has a value, or where there is no row', async () => {
    for (const [rows, count] of [
      ['id=4', 1],
      ['id=99', 0],
    ] as const) {
      const { body } = await root.get(`${path}?${rows}&_sum=total,took&_avg=quantity&_min=day&_max=weight`);
      expect(body).toEqual({
        count,
        sum: { total: null, took: null },
        avg: { quantity: null },
        min: { day: null },
        max: { weight: null },
        complete: true,
      });
    }
  });

  it('groups rows by choices, booleans, foreign keys and short texts, the largest groups first', async () => {
    const groups = async (by: string): Promise<unknown> =>
      (await root.get(`${path}?_group_by=${by}&_sum=total`)).body.groups.map(
        ({ value, label, count, sum }: { value: unknown; label: unknown; count: number; sum: { total: unknown } }) => [
          value,
          label,
          count,
          sum.total,
        ],
      );
    expect(await groups('status')).toEqual([
      ['paid', 'Paid', 2, '-5.35'],
      ['new', 'New', 1, '0.10'],
      [null, null, 1, null],
    ]);
    expect(await groups('is_paid')).toEqual([
      [true, 'true', 2, '0.30'],
      [false, 'false', 1, '-5.55'],
      [null, null, 1, null],
    ]);
    expect(await groups('customer')).toEqual([
      [1, 'Ada', 2, '0.30'],
      [2, 'Bob', 1, '-5.55'],
      [null, null, 1, null],
    ]);
    expect(await groups('note')).toEqual([
      ['b', 'b', 2, '-5.35'],
      ['a', 'a', 1, '0.10'],
      [null, null, 1, null],
    ]);
  });

  it('reads the rows in the trash for those who may see them, and leaves them out otherwise', async () => {
    expect((await root.get(`${path}?_trash=only&_sum=total`)).body).toMatchObject({ count: 1, sum: { total: '100.00' } });
    const viewer = await service.user({ username: 'trashless', permissions: ['shop.order:view_order'] });
    expect((await viewer.get(`${path}?_trash=only`)).status).toBe(403);
  });

  it('tells a user nothing of rows that they may not see', async () => {
    const ada = await service.user({ username: 'ada', permissions: ['shop.order:view_order', 'shop.customer:view_customer'] });
    const names = 'total,quantity,big,weight';
    const ask = async (): Promise<string> =>
      (await ada.get(`${path}?_sum=${names}&_avg=${names}&_min=${names}&_max=${names}&_group_by=customer`)).text;
    const before = await ask();
    expect(JSON.parse(before)).toMatchObject({ count: 2, sum: { total: '0.30' }, groups: [{ value: 1, label: 'Ada', count: 2 }] });
    await service.database.execute(
      `INSERT INTO orders (id, customer, total, quantity, own) VALUES (50, 1, 1000, 1000, 2), (51, 2, -1000, -1000, 2)`,
    );
    expect(await ask()).toBe(before);
    await service.database.execute('DELETE FROM orders WHERE id IN (50, 51)');
  });

  it('calls the row of a group by its key where the user may not see that row', async () => {
    await service.database.execute('INSERT INTO orders (id, customer, own) VALUES (60, 2, 1)');
    const viewer = await service.user({ username: 'labels', permissions: ['shop.order:view_order', 'shop.customer:view_customer'] });
    const { body } = await viewer.get(`${path}?_group_by=customer&id=60`);
    expect(body.groups).toEqual([{ value: 2, label: '2', count: 1, ...none }]);
    await service.database.execute('DELETE FROM orders WHERE id = 60');
  });

  it('refuses fields that the user may not view like fields that do not exist, for each function', async () => {
    const viewer = await service.user({ username: 'viewer', permissions: ['shop.order:view_order'] });
    const refused = async (parameter: string, name: string): Promise<string> => {
      const { status, text } = await viewer.get(`${path}?${parameter}=${name}`);
      expect([parameter, name, status]).toEqual([parameter, name, 400]);
      return text.replaceAll(name, 'NAME');
    };
    for (const parameter of ['_sum', '_avg', '_min', '_max', '_group_by']) {
      const unknown = await refused(parameter, 'nothing');
      expect(unknown).toContain('Unknown field');
      for (const name of ['secret', 'single', 'deaf', 'customer__name']) expect(await refused(parameter, name)).toBe(unknown);
    }
    expect((await root.get(`${path}?_sum=secret`)).body.sum).toEqual({ secret: 24 });
  });

  it('refuses what a field has not, unknown parameters and too many aggregates', async () => {
    const problems = async (query: string): Promise<unknown> => {
      const { status, body } = await root.get(`${path}?${query}`);
      const { detail: _, ...named } = body;
      return [status, named];
    };
    expect(await problems('_sum=note,day&_min=is_paid&_group_by=total')).toEqual([
      400,
      {
        _sum: ['The field "note" can not be summed.', 'The field "day" can not be summed.'],
        _min: ['The field "is_paid" can not be compared by size.'],
        _group_by: ['Rows can not be grouped by "total": only by fields with choices, booleans, foreign keys and short texts.'],
      },
    ]);
    for (const name of ['long_note', 'day', 'quantity'])
      expect(await problems(`_group_by=${name}`)).toEqual([400, { _group_by: [expect.stringContaining('can not be grouped')] }]);
    const unknown = ['Unknown parameter.'];
    expect(await problems('page=1&page_size=2&ordering=id&after=x&before=y')).toEqual([
      400,
      { page: unknown, page_size: unknown, ordering: unknown, after: unknown, before: unknown },
    ]);
    expect(await problems('_sums=total')).toEqual([400, { _sums: unknown }]);
    expect(await problems('_group_by=status,note')).toEqual([400, { _group_by: ['Only one field.'] }]);
    const many = 'total,quantity,big,weight,took,own,id';
    expect(await problems(`_sum=${many}&_avg=${many}&_min=${many}`)).toEqual([400, { non_field_errors: ['At most 20 aggregates.'] }]);
  });

  it('filters by a field that has the name of one of its parameters', async () => {
    expect((await root.get(`${path}?_sum__exact=5&_sum=_sum`)).body).toMatchObject({ count: 1, sum: { _sum: 5 } });
  });

  it('leaves a row with the key "aggregate" to its encoded address', async () => {
    expect((await root.get('/r/shop.Word/aggregate/')).body).toEqual({ count: 1, ...none, complete: true });
    expect((await root.get('/r/shop.Word/%61ggregate/')).body).toMatchObject({ code: 'aggregate' });
  });

  it('has nothing to say when its time is over', async () => {
    const { root: late } = await serviceOfTest(
      startService({ dialect, setup: setupOf(dialect), models, settings: { aggregateBudget: 0 } }),
    );
    const { status, body } = await late.get(`${path}?_sum=total&_avg=total&_min=day&_max=day&_group_by=status`);
    const unknown = { sum: { total: null }, avg: { total: null }, min: { day: null }, max: { day: null } };
    expect([status, body]).toEqual([200, { count: null, ...unknown, complete: false, groups: [], has_more: false }]);
    expect((await late.get(`${path}?_sum=nothing`)).status).toBe(400);
  });

  it('ends a statement that takes longer than its time, and goes on to serve', async () => {
    const slow =
      dialect === 'sqlite'
        ? 'CREATE VIEW slow AS WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 1000000000) SELECT i AS id FROM s'
        : 'CREATE VIEW slow AS SELECT id, pg_sleep(0.1)::text AS nap FROM generate_series(1, 1000) AS id';
    const { root: client } = await serviceOfTest(
      startService({
        processes: true,
        dialect,
        setup: `${setupOf(dialect)} ${slow}`,
        models: [...models, model('slow', 'shop.Slow', { primaryKey: ['id'] })],
        settings: { aggregateBudget: 200 },
      }),
    );
    const asked = dialect === 'sqlite' ? '' : '_max=id&nap__not=x';
    const answers = await Promise.all([1, 2, 3].map(() => client.get(`/r/shop.Slow/aggregate/?${asked}`)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { count: null, complete: false } });
    // An idle process of SQLite takes a while to start.
    await expect.poll(async () => (await client.get(`${path}?_max=id`)).body.max.id).toBe(4);
  });

  it('says that there are more than a hundred groups', async () => {
    const fill = Array.from({ length: 101 }, (_, index) => `(${index}, 'note ${index}')`).join();
    const setup = `CREATE TABLE many (id integer PRIMARY KEY, note varchar(20)); INSERT INTO many VALUES ${fill}`;
    const { root: client } = await serviceOfTest(startService({ dialect, setup, models: [model('many', 'shop.Many')] }));
    const all101 = await client.get('/r/shop.Many/aggregate/?_group_by=note');
    expect([all101.body.groups.length, all101.body.has_more]).toEqual([100, true]);
    const hundred = await client.get('/r/shop.Many/aggregate/?_group_by=note&id__gt=0');
    expect([hundred.body.groups.length, hundred.body.has_more]).toEqual([100, false]);
  });
});

/** Filters of books, of which each leaves other rows. */
const filters = [
  '',
  'pages__gte=1',
  'genre=novel',
  'genre__in=poem,essay',
  'in_print=true&price__gt=0',
  'tags=1',
  'tags__in=1,2,3',
  'tags__isnull=true',
  'author=1&tags__in=1,2',
  'author__isnull=true',
  'search=plain',
  'price__isnull=false',
  'added__year=2026',
  'rating__lt=0',
  `_filter=${encodeURIComponent('{"or":[{"genre":"novel"},{"tags__in":"2,3"}]}')}`,
  `_filter=${encodeURIComponent('{"not":{"pages":100}}')}&title__isempty=false`,
  'id=0',
];

/** An exact decimal text as hundredths. */
const hundredths = (text: string): bigint => BigInt(text.replace('.', ''));

describe.each(dialects)('aggregates and the rows of a list on %s', (dialect) => {
  const { root } = serviceForAll(() => startLibrary({ dialect, books: makeBooks() }));

  it.each(filters)('agree with the filters %s', async (query) => {
    const rows: Book[] = (await root.get(`/r/lib.Book/?page_size=200&${query}`)).body.results;
    const { body } = await root.get(
      `/r/lib.Book/aggregate/?${query}&_sum=price,pages,rating&_avg=rating&_min=pages,published&_max=price,added&_group_by=genre`,
    );
    const of = <K extends keyof Book>(name: K, some = rows): NonNullable<Book[K]>[] =>
      some.flatMap((row) => (row[name] === null ? [] : [row[name] as NonNullable<Book[K]>]));
    const added = (values: readonly number[]): number | null =>
      values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
    const cents = of('price').map(hundredths);
    const largest = cents.reduce<bigint | null>((best, each) => (best === null || each > best ? each : best), null);
    expect(body.count).toBe(rows.length);
    expect(body.sum.price === null ? null : hundredths(body.sum.price)).toBe(cents.length === 0 ? null : cents.reduce((a, b) => a + b, 0n));
    expect([body.sum.pages, body.sum.rating]).toEqual([added(of('pages')), added(of('rating'))]);
    expect(body.avg.rating).toEqual(
      of('rating').length === 0 ? null : expect.closeTo((added(of('rating')) ?? 0) / of('rating').length, 12),
    );
    expect([body.min.pages, body.min.published]).toEqual([
      of('pages').toSorted((a, b) => a - b)[0] ?? null,
      of('published').toSorted()[0] ?? null,
    ]);
    expect(body.max.price === null ? null : hundredths(body.max.price)).toBe(largest);
    expect(body.max.added).toBe(
      of('added')
        .toSorted((a, b) => (a.replace('Z', '') < b.replace('Z', '') ? -1 : 1))
        .at(-1) ?? null,
    );
    const groups = Map.groupBy(rows, ({ genre }) => genre);
    const served: { value: string | null; count: number; sum: { pages: number | null } }[] = body.groups;
    expect(new Map(served.map(({ value, count, sum }) => [value, [count, sum.pages]]))).toEqual(
      new Map([...groups].map(([genre, some]) => [genre, [some.length, added(of('pages', some))]])),
    );
  });
});

describe.skipIf(!hasPostgres)('aggregates on postgres', () => {
  it('serve numbers that are not finite as rows do, and none of them is an error', async () => {
    const setup = `CREATE TABLE odd (id integer PRIMARY KEY, f double precision, r real, n numeric, took interval);
      INSERT INTO odd VALUES (1, 'NaN', 0.1, 'NaN', '178000000 years'), (2, 'Infinity', 0.2, 1.5, '178000000 years'), (3, '-Infinity', NULL, 2, NULL),
        (4, 1.7e308, NULL, NULL, NULL), (5, 1.7e308, NULL, NULL, NULL)`;
    const { root } = await serviceOfTest(startService({ dialect: 'postgres', setup, models: [model('odd', 'shop.Odd')] }));
    const ask = async (query: string): Promise<unknown> => (await root.get(`/r/shop.Odd/aggregate/?${query}`)).body;
    expect(await ask('_sum=f,r,n&_avg=f,r&_min=f&_max=f,n')).toMatchObject({
      sum: { f: 'NaN', r: 0.3, n: 'NaN' },
      avg: { f: 'NaN', r: 0.15 },
      min: { f: '-Infinity' },
      max: { f: 'NaN', n: 'NaN' },
    });
    expect(await ask('id__in=2,4&_sum=f&_avg=f')).toMatchObject({ sum: { f: 'Infinity' }, avg: { f: 'Infinity' } });
    expect(await ask('id__in=2,3&_sum=f,n')).toMatchObject({ sum: { f: 'NaN', n: '3.5' } });
    expect(await ask('id__in=4,5&_sum=f&_avg=f')).toMatchObject({ sum: { f: 'Infinity' }, avg: { f: 1.7e308 } });
    expect(await ask('id__in=1,2&_sum=took')).toMatchObject({ sum: { took: 'P356000000Y' } });
  });
});

describe.runIf(dialects.includes('sqlite'))('aggregates on sqlite', () => {
  it('add decimals that stand as texts exactly, and leave out what is no number', async () => {
    const setup = `CREATE TABLE odd (id integer PRIMARY KEY, n decimal(30,2), f double, g integer);
      CREATE TABLE texts (id integer PRIMARY KEY, n text);
      INSERT INTO odd VALUES (1, 'abc', 9e999, 'abc'), (2, 0.1, 1, 9223372036854775807), (3, 0.2, 1, 9223372036854775807);
      INSERT INTO texts VALUES (1, '12345678901234567890.12'), (2, '0.01'), (3, ''), (4, '9.5'), (5, '10.25')`;
    const { root } = await serviceOfTest(
      startService({
        dialect: 'sqlite',
        setup,
        models: [model('odd', 'shop.Odd'), model('texts', 'shop.Text', { fields: { n: { type: 'DecimalField', decimalPlaces: 2 } } })],
      }),
    );
    expect((await root.get('/r/shop.Odd/aggregate/?_sum=n,f,g&_avg=n&_min=n,g&_max=n,f,g')).body).toMatchObject({
      sum: { n: '0.30', f: 'Infinity', g: '18446744073709551614' },
      avg: { n: '0.1500' },
      min: { n: '0.10' },
      max: { n: '0.20', f: 'Infinity', g: '9223372036854775807' },
    });
    const texts = await root.get('/r/shop.Text/aggregate/?_sum=n&_min=n&_max=n');
    expect(texts.body).toMatchObject({
      count: 5,
      sum: { n: '12345678901234567909.88' },
      min: { n: '0.01' },
      max: { n: '12345678901234567890.12' },
    });
  });
});

import { all, ConfigurationError, defineAdmin, type HomeDashboardConfig, model, where, widget } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { type Client, startService, type TestUser } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

const types = {
  sqlite: { decimal: 'decimal(12,2)', moment: 'timestamp' },
  postgres: { decimal: 'numeric(12,2)', moment: 'timestamptz' },
} as const;

/** Days before today, in UTC. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

const today = daysAgo(0);

function setupOf(dialect: Dialect): string {
  const { decimal, moment } = types[dialect];
  const order = (...values: unknown[]): string =>
    `(${values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ')})`;
  return `
  CREATE TABLE staff_group_note (id integer PRIMARY KEY);
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(50), region varchar(10));
  CREATE TABLE orders (id integer PRIMARY KEY, customer integer REFERENCES customer (id), status varchar(10), is_gift boolean, total ${decimal},
    quantity integer, at ${moment}, due date, secret integer, region varchar(10));
  INSERT INTO customer VALUES (1, 'Ada', 'north'), (2, 'Bob', 'south');
  INSERT INTO orders VALUES ${[
    order(1, 1, 'new', true, 10.5, 1, `${today} 00:00:00`, daysAgo(-1), 1, 'north'),
    order(2, 1, 'paid', false, 20.25, 2, `${today} 00:00:00`, daysAgo(1), 2, 'north'),
    order(3, 2, 'paid', false, 5, 4, `${daysAgo(2)} 12:00:00`, daysAgo(30), 3, 'south'),
    order(4, 2, 'open', null, 100, 3, `${daysAgo(4)} 12:00:00`, null, 4, 'south'),
    order(5, null, null, null, null, null, null, null, null, 'south'),
  ].join(', ')};`;
}

const models = [
  model('customer', 'shop.Customer', { label: 'name' }),
  model('orders', 'shop.Order', {
    listDisplay: ['id', 'status', 'total'],
    rows: ({ actor }) => (actor.groups.includes('North') ? where('region', '=', 'north') : all),
    fields: {
      status: { choices: [{ value: 'new', label: 'New' }, 'paid', 'open'], tones: { paid: 'good' } },
      secret: { view: 'shop.see_secret' },
    },
  }),
];

const home: readonly HomeDashboardConfig[] = [
  {
    name: 'sales',
    title: 'Sales',
    cards: [
      { title: 'All orders', number: { model: 'shop.Order' } },
      { title: 'Revenue', number: { model: 'shop.Order', of: { sum: 'total' }, unit: 'EUR', period: { by: 'at', days: 2 } } },
      { title: 'Overdue', number: { model: 'shop.Order', filters: { due__lt: 'today' } } },
      { title: 'A day', series: { model: 'shop.Order', of: { sum: 'total' }, by: 'at', last: 4, kind: 'area' } },
      { title: 'Mean a day', series: { model: 'shop.Order', of: { avg: 'quantity' }, by: 'at', last: 3 } },
      { title: 'Due', series: { model: 'shop.Order', by: 'due', last: 3, filters: { status: ['new', 'paid'] } } },
      { title: 'Statuses', breakdown: { model: 'shop.Order', by: 'status', of: { sum: 'total' }, top: 2, unit: 'EUR' } },
      { title: 'Customers', breakdown: { model: 'shop.Order', by: 'customer' } },
      { title: 'Gifts', breakdown: { model: 'shop.Order', by: 'is_gift', of: { avg: 'total' } } },
      { title: 'Latest', table: { model: 'shop.Order', columns: ['status', 'customer', 'secret'], ordering: '-id', limit: 2 } },
      { title: 'Secrets', number: { model: 'shop.Order', of: { sum: 'secret' } } },
      { title: 'By secret', breakdown: { model: 'shop.Order', by: 'status', filters: { secret__gt: 1 } } },
      { name: 'shared', view: { model: 'shop.Order', name: 'Paid ones' } },
      { name: 'of-a-group', view: { model: 'shop.Order', name: 'Group view' } },
      { widget: 'free', params: { days: 3 } },
      { widget: 'guarded' },
      {
        title: 'Ways',
        links: [
          { label: 'Open', model: 'shop.Order', filters: { status: 'open' } },
          { label: 'Secret', model: 'shop.Order', filters: { secret: 1 } },
          { label: 'Manual', note: 'How to', url: 'https://example.com/manual' },
        ],
      },
    ],
  },
  { name: 'north', title: 'North', groups: ['North'], cards: [{ title: 'Customers', number: { model: 'shop.Customer' } }] },
  { name: 'south', title: 'South', groups: ['South', 'North'], cards: [{ title: 'Orders', number: { model: 'shop.Order' } }] },
];

const widgets = {
  free: widget({ params: { days: { type: 'IntegerField' } } }, ({ params }) => ({ days: params['days'] })),
  guarded: widget({ permission: 'shop.view_customer' }, () => ({ cards: [] })),
};

const viewOrders = 'shop.order:view_order';
const viewCustomers = 'shop.customer:view_customer';

describe.each(dialects)('the home page on %s', (dialect) => {
  const { root, service } = serviceForAll(() => startService({ dialect, setup: setupOf(dialect), models, home, widgets }));
  const card = async (key: string, client: Client = root, query = ''): Promise<any> =>
    (await client.get(`/home/sales/${key}/${query}`)).body;

  it('has the dashboards and cards of its configuration', async () => {
    await root.post('/views/', { model: 'shop.Order', name: 'Paid ones', query: 'status=paid&ordering=-id', sharing: { kind: 'all' } });
    const { body } = await root.get('/home/');
    expect(body.time_zone).toBeNull();
    expect(body.dashboards.map(({ name, title }: any) => [name, title])).toEqual([
      ['sales', 'Sales'],
      ['north', 'North'],
      ['south', 'South'],
    ]);
    expect(body.dashboards[0].cards.slice(0, 4)).toEqual([
      { key: 'all-orders', title: 'All orders', kind: 'number', width: 'quarter' },
      { key: 'revenue', title: 'Revenue', kind: 'number', width: 'quarter' },
      { key: 'overdue', title: 'Overdue', kind: 'number', width: 'quarter' },
      { key: 'a-day', title: 'A day', kind: 'series', width: 'two-thirds' },
    ]);
    expect(body.dashboards[0].cards.map(({ key }: any) => key)).toHaveLength(16);
  });

  it('counts rows, and compares a period with the one before', async () => {
    expect(await card('all-orders')).toEqual({
      cards: [{ key: 'value', label: 'All orders', value: 5, link: { model: 'shop.Order', query: '' } }],
    });
    const { cards } = await card('revenue');
    expect(cards[0]).toMatchObject({ value: '30.75', before: '5.00', delta: '25.75', days: 2, unit: 'EUR' });
    const listed = await root.get(`/r/shop.Order/?${cards[0].link.query}`);
    expect(listed.body.results.map(({ id }: any) => id)).toEqual([2, 1]);
    expect((await card('overdue')).cards[0]).toMatchObject({ value: 2, link: { query: `due__lt=${today}` } });
  });

  it('fills the days without rows', async () => {
    const { series, link } = await card('a-day');
    expect(series).toEqual({
      kind: 'area',
      each: 'day',
      points: [daysAgo(3), daysAgo(2), daysAgo(1), today],
      lines: [{ key: 'value', label: 'A day', values: ['0.00', '5.00', '0.00', '30.75'] }],
    });
    expect(link.query).toBe(new URLSearchParams({ at__gte: `${daysAgo(3)}T00:00:00Z`, at__lt: `${daysAgo(-1)}T00:00:00Z` }).toString());
    expect((await card('mean-a-day')).series.lines[0].values).toEqual([4, null, 1.5]);
    expect((await card('due')).series.lines[0].values).toEqual([0, 1, 0]);
  });

  it('counts a day by the zone that is asked for', async () => {
    // Midnight in UTC is the evening of the day before in New York; the day is that of the zone too.
    const zone = '?time_zone=America/New_York';
    const { series } = await card('a-day', root, zone);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.parse(`${today}T00:00:00Z`));
    expect(series.lines[0].values[series.points.indexOf(day)]).toBe('30.75');
    const refused = await root.get('/home/sales/a-day/?time_zone=Mars/Base');
    expect([refused.status, refused.body.time_zone]).toEqual([400, ['A time zone is required, such as "Europe/Berlin".']]);
    expect((await root.get('/home/sales/a-day/?zone=UTC')).status).toBe(400);
  });

  it('breaks rows down, the largest parts first, and adds up the rest', async () => {
    const { breakdown } = await card('statuses');
    expect(breakdown).toEqual({
      unit: 'EUR',
      total: '135.75',
      parts: [
        { key: '=open', label: 'open', value: '100.00', share: 0.7366, link: { model: 'shop.Order', query: 'status=open' } },
        { key: '=paid', label: 'paid', value: '25.25', share: 0.186, tone: 'good', link: { model: 'shop.Order', query: 'status=paid' } },
        { key: 'other', label: 'Other', value: '10.50', share: 0.0773 },
      ],
    });
    expect((await card('customers')).breakdown.parts.map(({ label, value, link }: any) => [label, value, link.query])).toEqual([
      ['Ada', 2, 'customer=1'],
      ['Bob', 2, 'customer=2'],
      ['None', 1, 'customer__isnull=true'],
    ]);
    expect((await card('gifts')).breakdown).toEqual({
      parts: [
        { key: 'none', label: 'None', value: '100.0000', link: { model: 'shop.Order', query: 'is_gift__isnull=true' } },
        { key: '=false', label: 'No', value: '12.6250', link: { model: 'shop.Order', query: 'is_gift=false' } },
        { key: '=true', label: 'Yes', value: '10.5000', link: { model: 'shop.Order', query: 'is_gift=true' } },
      ],
    });
  });

  it('shows the first rows of a list and of a shared view', async () => {
    const latest = await card('latest');
    expect(latest.columns.map(({ name }: any) => name)).toEqual(['status', 'customer', 'secret']);
    expect(latest.rows.map(({ _key, customer_label }: any) => [_key, customer_label])).toEqual([
      [5, null],
      [4, 'Bob'],
    ]);
    expect(latest).toMatchObject({ model: 'shop.Order', link: { model: 'shop.Order', query: 'ordering=-id' } });
    const shared = await card('shared');
    expect(shared.rows.map(({ _key }: any) => _key)).toEqual([3, 2]);
    expect(shared.columns.map(({ name }: any) => name)).toEqual(['id', 'status', 'total']);
  });

  it('asks widgets, and lists links', async () => {
    expect(await card('free')).toEqual({ days: 3 });
    expect((await card('ways')).links).toEqual([
      { label: 'Open', model: 'shop.Order', query: 'status=open' },
      { label: 'Secret', model: 'shop.Order', query: 'secret=1' },
      { label: 'Manual', note: 'How to', url: 'https://example.com/manual' },
    ]);
  });

  const users: Readonly<Record<string, TestUser>> = {
    'without a right': { username: 'nobody' },
    'who may view orders': { username: 'clerk', permissions: [viewOrders] },
    'of a group': { username: 'northern', permissions: [viewOrders, viewCustomers], groups: ['North'] },
  };

  it.each(Object.entries(users))('has nothing that a user %s may not see, and gives no hint of it', async (_, given) => {
    await root.post('/views/', { model: 'shop.Order', name: 'Paid ones', query: 'status=paid', sharing: { kind: 'all' } });
    const client = await service.user(given);
    const { dashboards } = (await client.get('/home/')).body;
    const keys = Object.fromEntries(dashboards.map(({ name, cards }: any) => [name, cards.map(({ key }: any) => key)]));
    const ofOrders = [
      'all-orders',
      'revenue',
      'overdue',
      'a-day',
      'mean-a-day',
      'due',
      'statuses',
      'customers',
      'gifts',
      'latest',
      'shared',
    ];
    const expected = {
      nobody: { sales: ['free', 'ways'] },
      clerk: { sales: [...ofOrders, 'free', 'ways'] },
      northern: { sales: [...ofOrders, 'free', 'guarded', 'ways'], north: ['customers'], south: ['orders'] },
    }[given.username];
    expect(keys).toEqual(expected);
    const unknown = await client.get('/home/sales/nothing/');
    const hidden = await client.get('/home/sales/secrets/');
    const ofOthers = await client.get(`/home/${given.username === 'northern' ? 'none' : 'north'}/customers/`);
    expect([hidden.status, hidden.text, ofOthers.text]).toEqual([404, unknown.text, unknown.text]);
  });

  it('reads rows and labels as the user may', async () => {
    const clerk = await service.user({ username: 'clerk2', permissions: [viewOrders] });
    expect((await card('customers', clerk)).breakdown.parts.map(({ label }: any) => label)).toEqual(['1', '2', 'None']);
    expect((await card('latest', clerk)).columns.map(({ name }: any) => name)).toEqual(['status', 'customer']);
    expect(Object.keys((await card('latest', clerk)).rows[0])).not.toContain('secret');
    expect((await card('ways', clerk)).links.map(({ label }: any) => label)).toEqual(['Open', 'Manual']);
    const northern = await service.user({ username: 'northern2', permissions: [viewOrders], groups: ['North'] });
    expect((await card('all-orders', northern)).cards[0].value).toBe(2);
    expect((await card('a-day', northern)).series.lines[0].values).toEqual(['0.00', '0.00', '0.00', '30.75']);
    expect((await card('statuses', northern)).breakdown.total).toBe('30.75');
    expect((await card('shared', northern)).rows.map(({ _key }: any) => _key)).toEqual([2]);
  });

  it('takes no view that a user keeps to themselves', async () => {
    const clerk = await service.user({ username: 'clerk3', permissions: [viewOrders] });
    await clerk.post('/views/', { model: 'shop.Order', name: 'Paid ones', query: 'status=new' });
    expect((await card('shared', clerk)).rows.map(({ _key }: any) => _key)).toEqual([3, 2]);
  });

  it('takes no view that is for another group, and none that the user may not use', async () => {
    const order = { model: 'shop.Order', name: 'Group view' };
    const permissions = [viewOrders, 'shop.order:see_secret', 'auth.user:share_view'];
    const sharer = await service.user({ username: 'sharer', permissions, groups: ['North'] });
    const [{ value: group }] = (await sharer.get('/views/')).body.may_share.groups;
    await sharer.post('/views/', { ...order, query: 'status=new', sharing: { kind: 'group', group } });
    await sharer.post('/views/', { ...order, query: 'secret=1', sharing: { kind: 'all' } });
    await root.post('/views/', { ...order, query: 'status=paid', sharing: { kind: 'all' } });
    const shown = async (client: Client): Promise<string> => (await card('of-a-group', client)).link.query;
    // Root is in no group, and may see the secrets.
    expect(await shown(root)).toBe('secret=1');
    expect(await shown(sharer)).toBe('status=new');
    expect(await shown(await service.user({ username: 'clerk4', permissions: [viewOrders] }))).toBe('status=paid');
  });

  it('counts only the links that the user may follow', async () => {
    const clerk = await service.user({ username: 'clerk5', permissions: [viewOrders] });
    const rowsOf = async (client: Client): Promise<unknown> =>
      (await client.get('/home/')).body.dashboards[0].cards.find(({ key }: any) => key === 'ways').rows;
    expect([await rowsOf(root), await rowsOf(clerk)]).toEqual([3, 2]);
  });
});

/** The moments of the test around a change of clocks, in the form of each database. */
const changes = {
  name: 'change',
  rows: ['2026-03-28 22:30:00', '2026-03-28 23:30:00', '2026-03-29 21:30:00', '2026-03-29 22:30:00'],
};

describe.each(dialects)('series around a change of clocks on %s', (dialect) => {
  const config: readonly HomeDashboardConfig[] = [
    { name: 'main', title: 'Main', cards: [{ title: 'Years', series: { model: 'm.Change', by: 'at', each: 'month', last: 366 } }] },
  ];
  const values = changes.rows.map((at, index) => `(${index + 1}, '${at}')`).join(', ');
  const { root } = serviceForAll(() =>
    startService({
      dialect,
      setup: `CREATE TABLE change (id integer PRIMARY KEY, at ${types[dialect].moment}); INSERT INTO change VALUES ${values};`,
      models: [model('change', 'm.Change')],
      home: config,
      settings: { timeZone: 'Europe/Berlin' },
    }),
  );

  it('are those of the zone of the settings', async () => {
    expect((await root.get('/home/')).body.time_zone).toBe('Europe/Berlin');
    const { series, link } = (await root.get('/home/main/years/')).body;
    expect(series.points).toHaveLength(366);
    expect(series.lines[0].values[series.points.indexOf('2026-03-01')]).toBe(4);
    expect(new URLSearchParams(link.query).get('at__lt')).toMatch(/T2[23]:00:00Z$/);
  });
});

describe.each(dialects)('the time of a card on %s', (dialect) => {
  it('is limited: then the card says that it does not know', async () => {
    const starting = startService({ dialect, setup: setupOf(dialect), models, home, widgets, settings: { aggregateBudget: 0 } });
    const { root } = await serviceOfTest(starting);
    for (const key of ['all-orders', 'revenue', 'a-day', 'statuses'])
      expect((await root.get(`/home/sales/${key}/`)).body).toEqual({ complete: false });
  });
});

describe('the configuration of the home page', () => {
  const problemsOf = async (given: unknown): Promise<string[]> => {
    const { service } = await serviceOfTest(startService({ dialect: 'sqlite', setup: setupOf('sqlite'), models }));
    const admin = defineAdmin({
      database: service.database.source(),
      models,
      widgets,
      home: given as readonly HomeDashboardConfig[],
      settings: { logger: pino({ level: 'silent' }) },
    });
    const error = await admin.ready().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    await admin.close();
    return error instanceof ConfigurationError
      ? error.problems.map(({ id, place, message, cure }) => `${id} ${place}: ${message} ${cure}`)
      : [];
  };
  const ofCards = (...cards: unknown[]): Promise<string[]> => problemsOf([{ name: 'main', title: 'Main', cards }]);

  it('names what is misspelled', async () => {
    expect(await problemsOf({})).toEqual([
      'grimoire.E061 home: The value of an option is wrong. It is no list. Give a list of dashboards.',
    ]);
    expect(await problemsOf([{ name: 'a b', title: 'x', cards: [], group: [] }])).toMatchObject(
      [/E061 home\[0\] name/, /E060 home\[0\].*"groups"/].map((text) => expect.stringMatching(text)),
    );
    expect(await problemsOf([{ name: 'a', title: 'x', cards: [], groups: 'North' }])).toEqual([
      expect.stringMatching(/E061 home\[0\] groups/),
    ]);
    expect(
      await ofCards(
        { title: 'x' },
        { widget: 'free', number: { model: 'shop.Order' } },
        { series: { model: 'shop.Order', by: 'at', last: 0 } },
        { links: [{ label: 'x', url: 'javascript:alert(1)' }] },
      ),
    ).toEqual([
      expect.stringMatching(/E069 home\[0\] cards\[0\]: .*no content/),
      expect.stringMatching(/E069 home\[0\] cards\[1\]: .*number and widget/),
      expect.stringMatching(/E061 home\[0\] cards\[2\] series: .*last/),
      expect.stringMatching(/E061 home\[0\] cards\[3\] links/),
    ]);
    for (const url of ['/hilfe/über', '/도움말?q=ä', 'https://example.com/ä'])
      expect(await ofCards({ links: [{ label: 'x', url }] })).toEqual([]);
    for (const url of ['//evil.example', '/\\evil.example', '/\tevil', 'https://a\\b'])
      expect(await ofCards({ links: [{ label: 'x', url }] })).toEqual([expect.stringMatching(/E061 home\[0\] cards\[0\] links/)]);
    expect(await ofCards({ number: { model: 'shop.Order' } }, { number: { model: 'shop.Order' } })).toEqual([
      expect.stringMatching(/E069 home\[0\] cards: .*"number-shop-order" stands twice/),
    ]);
  });

  it('names what does not exist, or does not fit', async () => {
    const order = { model: 'shop.Order' };
    expect(
      await ofCards(
        { title: 'a', widget: 'fre' },
        { title: 'b', number: { model: 'shop.Ordre' } },
        { title: 'c', number: { ...order, filters: { nothing: 1 } } },
        { title: 'd', number: { ...order, filters: { status: 'lost' } } },
        { title: 'e', number: { ...order, of: { sum: 'status' } } },
        { title: 'f', series: { ...order, by: 'total', last: 3 } },
        { title: 'g', breakdown: { ...order, by: 'totl' } },
        { title: 'h', breakdown: { ...order, by: 'total' } },
        { title: 'i', table: { ...order, columns: ['nope'], ordering: '-nope' } },
        { title: 'j', links: [{ label: 'x', ...order, filters: { at__gte: 'tomorrow' } }] },
      ),
    ).toEqual(
      [
        /E069 home main cards\[0\].*"fre".*Did you mean "free"/,
        /E063 home main cards\[1\].*Did you mean "shop.Order"/,
        /E069 home main cards\[2\].*"nothing" is no filter/,
        /E069 home main cards\[3\].*"lost" is not a valid choice/,
        /E069 home main cards\[4\].*"status" is no number/,
        /E069 home main cards\[5\].*"total" is no date/,
        /E010 home main cards\[6\].*Did you mean "total"/,
        /E069 home main cards\[7\].*grouped by "total"/,
        /E010 home main cards\[8\].*"nope"/,
        /E069 home main cards\[8\].*sorted by "nope"/,
        /E069 home main cards\[9\].*at__gte/,
      ].map((text) => expect.stringMatching(text)),
    );
  });
});

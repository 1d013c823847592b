import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const dayOf = (later: number): string => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);

const order = { model: 'shop.Order' };

describe.each(dialects)('days relative to today on the home page on %s', (dialect) => {
  const moment = dialect === 'sqlite' ? 'timestamp' : 'timestamptz';
  const { root } = serviceForAll(() =>
    startService({
      dialect,
      setup: `CREATE TABLE orders (id integer PRIMARY KEY, due date NOT NULL, at ${moment} NOT NULL);
        INSERT INTO orders VALUES (1, '${dayOf(-2)}', '${dayOf(0)} 12:00:00'), (2, '${dayOf(2)}', '${dayOf(-40)} 12:00:00');`,
      models: [model('orders', 'shop.Order')],
      home: [
        {
          name: 'main',
          title: 'Main',
          cards: [
            { name: 'overdue', number: { ...order, filters: { due__lt: 'today' } } },
            { name: 'coming', table: { ...order, filters: { due__gte: 'today', due__lt: 'today+7' } } },
            { name: 'month', number: { ...order, period: { by: 'at', days: 30 } } },
            { name: 'months', series: { ...order, by: 'due', each: 'month', last: 3 } },
            { name: 'all', number: order },
            { name: 'go-to', links: [{ label: 'Late', ...order, filters: { due__lte: 'today' } }] },
            { name: 'moving', view: { ...order, name: 'Moving' } },
          ],
        },
      ],
    }),
  );
  const card = async (name: string): Promise<any> => (await root.get(`/home/main/${name}/`)).body;
  const keysOf = async (query: string): Promise<unknown> =>
    (await root.get(`/r/shop.Order/?${query}`)).body.results.map(({ id }: any) => id);

  it('stand in the links of cards beside the days of now', async () => {
    const { link } = (await card('overdue')).cards[0];
    expect(link).toEqual({ ...order, query: `due__lt=${dayOf(0)}`, relative: 'due%7Ein_date=before+today' });
    expect(await keysOf(link.query)).toEqual([1]);
    expect((await card('coming')).link.relative).toBe('due%7Enext_date=7');
    expect((await card('month')).cards[0].link.relative).toBe('at%7Elast=30');
    expect((await card('months')).link.relative).toBe('due%7Ein_date=last+3+months');
    expect((await card('all')).cards[0].link).toEqual({ ...order, query: '' });
    expect((await card('go-to')).links[0]).toMatchObject({ query: `due__lte=${dayOf(0)}`, relative: 'due%7Ein_date=until+today' });
  });

  it('are those of now in the rows of a saved view', async () => {
    const display = { filter: { 'at~in': 'today' }, sort: { field: 'id', order: 'DESC' } };
    const query = 'at__gte=2020-01-01T00%3A00%3A00Z&at__lt=2020-01-02T00%3A00%3A00Z&ordering=-pk';
    await root.post('/views/', { ...order, name: 'Moving', query, display, sharing: { kind: 'all' } });
    const { rows, link } = await card('moving');
    expect(rows.map(({ _key }: any) => _key)).toEqual([1]);
    expect(link.relative).toBe('ordering=-pk&at%7Ein=today');
    expect(await keysOf(link.query)).toEqual([1]);
  });
});

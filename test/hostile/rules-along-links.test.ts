import { action, all, model, none, not, type RowRule, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `CREATE TABLE customer (id integer PRIMARY KEY, country varchar(20));
  CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer REFERENCES customer (id), note varchar(20));
  CREATE TABLE line (id integer PRIMARY KEY, order_id integer REFERENCES orders (id));
  INSERT INTO customer VALUES (1, 'secret'), (2, 'NO');
  INSERT INTO orders VALUES (1, 1, 'a'), (2, 2, 'b');
  INSERT INTO line VALUES (1, 1), (2, 2);`;

const limited =
  (rule: RowRule) =>
  ({ actor }: { readonly actor: { readonly isSuperuser: boolean } }): RowRule =>
    actor.isSuperuser ? all : rule;

const isSecret = where('customer.country', '=', 'secret');
const touch = action({ run: async (_, rows) => ({ message: String(await rows.update({ note: 'c' })) }) });

/** The rule of orders goes by their customers, none of which the user may see. */
describe.each(dialects)('a row rule along a link to rows that are out of reach on %s', (dialect) => {
  const rights = ['orders', 'line'].flatMap((name) => ['view', 'change', 'delete', 'add'].map((right) => `t.${name}:${right}_${name}`));
  const cases: readonly (readonly [name: string, rule: RowRule, seen: number, unseen: number])[] = [
    ['not of a secret customer', not(isSecret), 2, 1],
    ['of a secret customer', isSecret, 1, 2],
    ['with a customer that is not secret', where('customer.country', '!=', 'secret'), 2, 1],
  ];

  it.each(cases)('decides about orders %s', async (_, rule, seen, unseen) => {
    const { service, rows } = await serviceOfTest(
      startService({
        dialect,
        setup,
        models: [
          model('customer', 't.Customer', { rows: limited(none) }),
          model('orders', 't.Orders', { rows: limited(rule), actions: { touch }, searchFields: ['note'] }),
          model('line', 't.Line'),
        ],
      }),
    );
    const user = await service.user({ username: 'clerk', permissions: rights });
    const list = await user.get('/r/t.Orders/');
    expect([list.body.count, list.body.results.map((row: { id: number }) => row.id)]).toEqual([1, [seen]]);
    const suggestions = await user.get('/r/t.Orders/autocomplete/');
    expect(suggestions.body.results.map((row: { value: number }) => row.value)).toEqual([seen]);
    const statuses = async (id: number): Promise<number[]> => [
      (await user.get(`/r/t.Orders/${id}/`)).status,
      (await user.patch(`/r/t.Orders/${id}/`, { note: 'x' })).status,
      (await user.post('/r/t.Orders/bulk/', { action: 'update', ids: [id], data: { note: 'y' } })).status,
      (await user.post('/r/t.Orders/action/touch/', { ids: [id] })).status,
      (await user.patch('/r/t.Line/1/', { order: id })).status,
    ];
    expect(await statuses(seen)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(unseen)).toEqual([404, 404, 400, 400, 400]);
    expect((await user.delete(`/r/t.Orders/${unseen}/`)).status).toBe(404);
    expect((await user.post('/r/t.Orders/action/touch/', { all_filtered: true, params: {} })).status).toBe(200);
    expect((await rows('orders')).map(({ note }) => note)).toEqual(seen === 1 ? ['c', 'b'] : ['a', 'c']);
  });
});

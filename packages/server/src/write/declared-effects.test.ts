import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, type Refusal, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { applyDeclaredEffectsOfHandler } from './declared-effects.ts';

/** The tables of what belongs to an order, without their foreign keys, and a further order with rows of each kind. */
const bare =
  `
DROP TABLE claims; DROP TABLE lines; DROP TABLE payments; DROP TABLE reminders;`.replaceAll('; ', ';\n') +
  `
CREATE TABLE lines (order_id INTEGER NOT NULL, place TEXT NOT NULL, product TEXT NOT NULL, amount INTEGER, PRIMARY KEY (order_id, place));
CREATE TABLE claims (id INTEGER PRIMARY KEY, line_order INTEGER, line_place TEXT, reason TEXT NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, code TEXT NOT NULL);
CREATE TABLE reminders (id INTEGER PRIMARY KEY, order_id INTEGER, text TEXT NOT NULL);
INSERT INTO lines (order_id, place, product) VALUES (1, 'a', 'pen'), (1, 'b', 'ink'), (3, 'c', 'cap');
INSERT INTO claims VALUES (1, 1, 'a', 'dry'), (2, 3, 'c', 'wet');
INSERT INTO payments VALUES (1, 2, 'P1');
INSERT INTO reminders VALUES (1, 1, 'call'), (2, 3, 'write');
`;
const declared = ['shop.Line', 'shop.Claim', 'shop.Payment', 'shop.Reminder'] as const;
const redirects = { 'shop.Order': { redirects: { delete: true, save: false } } };
const keeping = `CREATE TRIGGER keep BEFORE DELETE ON orders WHEN old.id = 1 BEGIN
  UPDATE orders SET memo = memo || '!' WHERE id = old.id; SELECT RAISE(IGNORE); END;`;

let shop: Shop;
const open = async (more = '', options: ShopOptions = {}): Promise<void> => {
  await shop.close();
  shop = await openShop({ declared, ...options }, `${bare}${more}`);
};
beforeEach(async () => {
  shop = await openShop({ declared }, bare);
});
afterEach(() => shop.close());

const column = async (query: string): Promise<unknown[]> => (await shop.sql(query)).map(([value]) => value);
const orders = (): Promise<unknown[]> => column('SELECT id FROM orders ORDER BY id');
const lines = (): Promise<unknown[]> => column('SELECT place FROM lines ORDER BY place');
const reminders = (): Promise<unknown[]> => column('SELECT order_id FROM reminders ORDER BY id');
const claims = (): Promise<unknown[]> => column('SELECT line_place FROM claims ORDER BY id');
const removed = (key: string, ...permissions: string[]): Promise<Refusal | undefined> =>
  refusalOfAsync(() => shop.remove(permissions.length > 0 ? clerk(...permissions) : root, 'shop.Order', key));

describe('foreign keys that only a source declares', () => {
  it('are carried out by a delete: rows go along or lose their link', async () => {
    expect(await removed('1')).toBeUndefined();
    expect([await orders(), await lines(), await reminders(), await claims()]).toEqual([[2n, 3n], ['c'], [null, 3n], [null, 'c']]);
    // The database has the foreign key of these.
    expect(await column('SELECT count(*) FROM order_tags')).toEqual([0n]);
    expect(shop.entries()).toMatchObject([
      { action: 'update', model: 'shop.Reminder', key: '1', diff: { order: [1, null] } },
      { action: 'update', model: 'shop.Claim', key: '1', diff: { line_order: [1, null], line_place: ['a', null] } },
      { action: 'delete', model: 'shop.Order', key: '1', targets: ['shop.Line:1~a', 'shop.Line:1~b'], targetsCount: 4 },
    ]);
    expect(shop.entries()).toHaveLength(3);
  });

  it('are carried out for each of several rows', async () => {
    expect(await shop.bulkDelete(root, 'shop.Order', [1, 3])).toBe(2);
    expect([await orders(), await lines(), await reminders(), await claims()]).toEqual([[2n], [], [null, null], [null, null]]);
  });

  it('lead to rows of rows', async () => {
    await shop.sql('DELETE FROM payments');
    await shop.remove(root, 'shop.Customer', '1');
    expect([await orders(), await lines(), await reminders(), await claims()]).toEqual([[2n], [], [null, null], [null, null]]);
  });

  it('unlink also where no row goes along', async () => {
    await shop.remove(root, 'shop.Line', '3~c');
    expect([await lines(), await claims()]).toEqual([
      ['a', 'b'],
      ['a', null],
    ]);
  });

  it('forbid a delete', async () => {
    expect(await removed('2')).toMatchObject({ code: 'protected', detail: 'Other rows need this one: payment (1).' });
    expect(await orders()).toEqual([1n, 2n, 3n]);
  });

  it('need the rights on the other rows', async () => {
    const rights = ['order:delete_order', 'line:delete_line', 'claim:change_claim', 'reminder:change_reminder'];
    for (const right of rights.slice(1))
      expect((await removed('1', ...rights.filter((each) => each !== right)))?.code).toBe('permission_denied');
    expect([await lines(), await reminders()]).toEqual([
      ['a', 'b', 'c'],
      [1n, 3n],
    ]);
    expect(await removed('1', ...rights)).toBeUndefined();
    expect(await lines()).toEqual(['c']);
  });

  it('leave those alone that the database has: these it carries out itself', async () => {
    await open(
      `DROP TABLE reminders;
      CREATE TABLE reminders (id INTEGER PRIMARY KEY, order_id INTEGER DEFAULT 2, text TEXT NOT NULL,
        FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE SET DEFAULT);
      INSERT INTO reminders VALUES (1, 1, 'call');
      CREATE TRIGGER seen AFTER UPDATE ON reminders WHEN new.order_id IS NULL BEGIN SELECT RAISE(ABORT, 'unlinked by the service'); END;`,
      { declared: ['shop.Line', 'shop.Claim', 'shop.Payment'] },
    );
    expect(await removed('1')).toBeUndefined();
    expect(await reminders()).toEqual([2n]);
  });

  it('are a 409 where a trigger of the other table refuses what they say', async () => {
    await open(`CREATE TRIGGER no BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'Lines stay.'); END;`);
    expect(await removed('1')).toMatchObject({ fields: { non_field_errors: ['Lines stay.'] } });
    await open(`CREATE TRIGGER no BEFORE UPDATE ON reminders BEGIN SELECT RAISE(ABORT, 'Reminders stay.'); END;`);
    expect(await removed('1')).toMatchObject({ fields: { non_field_errors: ['Reminders stay.'] } });
    expect([await orders(), await lines()]).toEqual([
      [1n, 2n, 3n],
      ['a', 'b', 'c'],
    ]);
  });

  it('are carried out only for the rows that a trigger lets go', async () => {
    await open(keeping, { described: redirects });
    expect(await shop.bulkDelete(root, 'shop.Order', [1, 3])).toBe(1);
    expect([await orders(), await lines(), await reminders()]).toEqual([
      [1n, 2n],
      ['a', 'b'],
      [1n, null],
    ]);
    expect(await claims()).toEqual(['a', null]);
    // The delete that was tried first is undone with what the trigger did.
    expect(await column('SELECT memo FROM orders WHERE id = 1')).toEqual(['first!']);
    expect(shop.entries().map(({ model, key }) => `${model} ${key}`)).toEqual([
      'shop.Reminder 2',
      'shop.Claim 2',
      'shop.Order 1',
      'shop.Order 3',
    ]);
  });
});

describe('foreign keys that only a source declares, for the handler of an action', () => {
  const permissions = ['order:view_order'];
  const applied = (keys: readonly bigint[]): Promise<Refusal | undefined> =>
    refusalOfAsync(() =>
      shop.write(clerk(...permissions), async (unit) => {
        await applyDeclaredEffectsOfHandler(
          unit,
          modelOf(shop.registry, 'shop.Order'),
          keys.map((key) => [key]),
        );
      }),
    );

  it('are carried out whatever the rights of the user, before the rows are deleted', async () => {
    expect(await applied([1n, 3n])).toBeUndefined();
    expect([await orders(), await lines(), await reminders(), await claims()]).toEqual([[1n, 2n, 3n], [], [null, null], [null, null]]);
  });

  it('forbid the delete, and name no model that the user may not view', async () => {
    expect(await applied([1n, 2n])).toMatchObject({ code: 'protected', detail: 'Other rows need this one: other records (1).' });
    expect([await lines(), await reminders()]).toEqual([
      ['a', 'b', 'c'],
      [1n, 3n],
    ]);
  });

  it('are left alone for rows that a trigger keeps', async () => {
    await open(keeping, { described: redirects });
    expect(await applied([1n])).toBeUndefined();
    expect([await lines(), await reminders()]).toEqual([
      ['a', 'b', 'c'],
      [1n, 3n],
    ]);
    expect(await applied([1n, 3n])).toBeUndefined();
    expect([await lines(), await reminders()]).toEqual([
      ['a', 'b'],
      [1n, null],
    ]);
    expect(await column('SELECT memo FROM orders WHERE id = 1')).toEqual(['first']);
  });

  it('are a 409 where the database refuses the delete that is tried', async () => {
    await open(`CREATE TRIGGER no BEFORE DELETE ON orders BEGIN SELECT RAISE(ABORT, 'Keep it.'); END;`, { described: redirects });
    expect(await applied([1n])).toMatchObject({ fields: { non_field_errors: ['Keep it.'] } });
  });
});

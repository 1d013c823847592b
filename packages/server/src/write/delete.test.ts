import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AdminError } from '../errors/errors.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, policyOf, type Refusal, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { and, where } from '../model/config/row-rule.ts';
import type { DeleteContext } from '../model/config/hooks.ts';
import { parseKey } from '../request/key.ts';
import { countImpact, describeImpact, requireDeletable } from './impact.ts';
import { lockRows } from './lock.ts';
import { deleteRows } from './delete.ts';
import { Policy } from '../authorize/policy.ts';

let shop: Shop;
const reopen = async (options: ShopOptions, sql = ''): Promise<void> => {
  await shop.close();
  shop = await openShop(options, sql);
};
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const count = async (table: string): Promise<unknown> => (await shop.sql(`SELECT count(*) FROM ${table}`))[0]?.[0];
const removed = (key: string, ...permissions: string[]): Promise<Refusal | undefined> =>
  refusalOfAsync(() => shop.remove(permissions.length > 0 ? clerk(...permissions) : root, 'shop.Order', key));
const base = ['order:delete_order', 'line:delete_line', 'reminder:change_reminder', 'claim:change_claim'];

describe('a delete', () => {
  it('removes the row and those that go along, unlinks others, and notes all of them', async () => {
    expect(await removed('1')).toBeUndefined();
    expect([await count('orders'), await count('lines'), await count('order_tags'), await count('reminders')]).toEqual([2n, 0n, 0n, 1n]);
    expect(await shop.sql('SELECT order_id FROM reminders')).toEqual([[null]]);
    expect(shop.entries()).toMatchObject([
      { action: 'update', model: 'shop.Reminder', key: '1', diff: { order: [1, null] }, status: 'ok', targets: [], targetsCount: 0 },
      { action: 'update', model: 'shop.Claim', key: '1', name: 'a', diff: { line_order: [1, null], line_place: ['a', null] } },
      { action: 'delete', model: 'shop.Order', key: '1', name: 'A1', targetsCount: 4, status: 'ok' },
    ]);
    // Links are counted, and have no model to be named by.
    expect(shop.entries()[2]?.targets).toEqual(['shop.Line:1~a', 'shop.Line:1~b']);
    expect(shop.entries()[2]?.diff).toMatchObject({ number: ['A1', null], tags: [[1, 2], null] });
  });

  it('of several rows names what goes with each of them, by one statement', async () => {
    const model = modelOf(shop.registry, 'shop.Order');
    let statements = 0;
    await shop.write(root, async (session) => {
      const named = session.writes.cascadedKeys.bind(session.writes);
      session.writes.cascadedKeys = (plan) => {
        statements += 1;
        return named(plan);
      };
      await deleteRows(session, { model, rows: await lockRows(session, model, [[1n], [3n]], 'delete'), action: 'bulk_delete' });
    });
    expect(statements).toBe(1);
    const deleted = shop.entries().filter(({ action }) => action === 'bulk_delete');
    expect(deleted.map(({ key, targets, targetsCount }) => [key, targets, targetsCount])).toEqual([
      ['1', ['shop.Line:1~a', 'shop.Line:1~b'], 4],
      ['3', [], 0],
    ]);
  });

  it('of a row without others is noted without them', async () => {
    await shop.remove(root, 'shop.Claim', '1');
    expect(shop.entries()).toMatchObject([{ action: 'delete', model: 'shop.Claim', key: '1', targets: [], targetsCount: 0 }]);
    expect(shop.entries()).toHaveLength(1);
  });

  it('is a 409 where other rows need the row', async () => {
    const error = await shop.remove(root, 'shop.Order', '2').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AdminError);
    expect(error).toMatchObject({
      code: 'protected',
      detail: 'Other rows need this one: payment (1).',
      body: { blocked_by: [{ model: 'shop.Payment', verbose_name: 'payment', count: 1 }] },
    });
    expect(await removed('2', 'order:delete_order')).toMatchObject({
      code: 'protected',
      detail: 'Other rows need this one: other records (1).',
    });
    expect(await count('orders')).toBe(3n);
  });

  it.each([
    [[], undefined],
    [['line:delete_line'], 'You do not have permission to delete shop.Line, which would be deleted too.'],
    [['reminder:change_reminder'], 'You do not have permission to change shop.Reminder, which point to what would be deleted.'],
    [['claim:change_claim'], 'You do not have permission to change shop.Claim, which point to what would be deleted.'],
  ])('needs the rights on the rows that go along or are unlinked (without %j)', async (without, detail) => {
    const rights = base.filter((right) => !(without as readonly string[]).includes(right));
    expect((await removed('1', ...rights))?.detail).toBe(detail);
    expect(await count('orders')).toBe(detail === undefined ? 2n : 3n);
  });

  it('names a model by its words where the actor knows it', async () => {
    const rights = ['order:delete_order', 'line:view_line', 'reminder:change_reminder', 'claim:change_claim'];
    expect(await removed('1', ...rights)).toEqual({
      code: 'permission_denied',
      detail: 'You do not have permission to delete lines (shop.Line), which would be deleted too.',
    });
    expect((await removed('1', 'order:delete_order', 'line:delete_line', 'reminder:view_reminder'))?.detail).toBe(
      'You do not have permission to change reminders (shop.Reminder), which point to what would be deleted.',
    );
  });

  it('counts a right also where the model is read-only: the database changes the rows', async () => {
    await reopen({ configs: { 'shop.Line': { readonly: true }, 'shop.Reminder': { readonly: true } } });
    expect(await removed('1', ...base)).toBeUndefined();
  });

  it('is refused where it would reach rows out of scope', async () => {
    await reopen({ configs: { 'shop.Line': { rows: () => where('place', '!=', 'b') } } });
    expect(await removed('1')).toEqual({
      code: 'permission_denied',
      detail: 'This would also delete rows that you may not see among the lines (shop.Line), which would be deleted too.',
    });
    await reopen({ configs: { 'shop.Reminder': { rows: () => where('text', '!=', 'call') } } });
    expect(await removed('1')).toEqual({
      code: 'permission_denied',
      detail: 'This would change rows out of your reach among the reminders (shop.Reminder), which point to what would be deleted.',
    });
    await reopen({
      configs: { 'shop.Line': { rows: () => where('order', '=', 1) }, 'shop.Reminder': { rows: () => where('text', '=', 'call') } },
    });
    expect(await removed('1')).toBeUndefined();
  });

  it('asks each model of a table, and takes one on which the actor holds the right', async () => {
    const more = [{ key: 'shop.Draft', description: modelTable('shop.Line'), config: {} }];
    await reopen({ more });
    expect(await removed('1', ...base.map((right) => (right === 'line:delete_line' ? 'draft:delete_draft' : right)))).toBeUndefined();
    await reopen({ more });
    const permissions = base.map((right) => (right === 'line:delete_line' ? 'draft:view_draft' : right));
    expect((await removed('1', ...permissions))?.detail).toBe(
      'You do not have permission to delete drafts (shop.Draft), which would be deleted too.',
    );
    expect((await removed('1', ...base.filter((right) => right !== 'line:delete_line')))?.detail).toContain('shop.Line');
  });

  it('asks for the right that fits the effect, on each model of a table', async () => {
    const more = [
      { key: 'shop.Draft', description: modelTable('shop.Line'), config: {} },
      { key: 'shop.Nudge', description: modelTable('shop.Reminder'), config: {} },
    ];
    const others = ['order:delete_order', 'claim:change_claim'];
    const rights: readonly (readonly [string, string, boolean])[] = [
      ['draft:delete_draft', 'nudge:change_nudge', true],
      ['draft:change_draft', 'nudge:change_nudge', false],
      ['draft:delete_draft', 'nudge:delete_nudge', false],
    ];
    for (const [draft, nudge, isDone] of rights) {
      await reopen({ more });
      // The first model of each table is known, and the second one allows it.
      const refusal = await removed('1', ...others, 'line:view_line', 'reminder:view_reminder', draft, nudge);
      expect([draft, nudge, refusal === undefined]).toEqual([draft, nudge, isDone]);
    }
  });

  it('looks for rows that lose a link where none goes along, and the other way round', async () => {
    expect((await refusalOfAsync(() => shop.remove(clerk('line:delete_line'), 'shop.Line', '1~a')))?.detail).toContain('change shop.Claim');
    await shop.remove(root, 'shop.Tag', '1');
    expect(shop.entries()).toMatchObject([{ model: 'shop.Tag', targets: [], targetsCount: 1 }]);
  });

  it('says that the database kept a row', async () => {
    await reopen({}, `CREATE TRIGGER keep BEFORE DELETE ON tags BEGIN SELECT RAISE(IGNORE); END;`);
    expect(await refusalOfAsync(() => shop.remove(root, 'shop.Tag', '3'))).toEqual({
      code: 'protected',
      detail: 'The database did not delete a row.',
    });
  });

  it('is a 409 where a trigger of the database forbids it', async () => {
    await reopen({}, `CREATE TRIGGER no BEFORE DELETE ON tags BEGIN SELECT RAISE(ABORT, 'Keep it.'); END;`);
    expect(await refusalOfAsync(() => shop.remove(root, 'shop.Tag', '3'))).toMatchObject({ fields: { non_field_errors: ['Keep it.'] } });
  });

  it('runs the hooks before and after', async () => {
    const heard: unknown[] = [];
    const hook = (when: string) => (context: DeleteContext) => void heard.push([when, context.row['name'], context.actor.username]);
    await reopen({ configs: { 'shop.Tag': { hooks: { beforeDelete: hook('before'), afterDelete: hook('after') } } } });
    await shop.bulkDelete(root, 'shop.Tag', [3, 1]);
    expect(heard).toEqual([
      ['before', 'red', 'root'],
      ['before', 'green', 'root'],
      ['after', 'red', 'root'],
      ['after', 'green', 'root'],
    ]);
  });
});

function modelTable(key: string): ReturnType<typeof shop.registry.references.describe> & object {
  const table = shop.registry.references.describe(modelOf(shop.registry, key).table);
  if (!table) throw new Error(`${key} has no table.`);
  return table;
}

describe('a bulk delete', () => {
  it('notes for each row what has gone with it', async () => {
    await shop.sql('DELETE FROM payments');
    expect(await shop.bulkDelete(root, 'shop.Order', [1, '2'])).toBe(2);
    const deleted = shop.entries().filter(({ action }) => action === 'bulk_delete');
    expect(deleted.map(({ key, targetsCount, targets }) => [key, targetsCount, targets.length])).toEqual([
      ['1', 4, 2],
      ['2', 0, 0],
    ]);
  });

  it('counts a row that goes with another one as deleted', async () => {
    expect(await shop.bulkDelete(root, 'shop.Line', ['1~a', '1~b'])).toBe(2);
    expect(await count('lines')).toBe(0n);
  });

  it('needs the right, and rows that the actor reaches', async () => {
    expect((await refusalOfAsync(() => shop.bulkDelete(clerk('tag:change_tag'), 'shop.Tag', [3])))?.code).toBe('permission_denied');
    expect((await refusalOfAsync(() => shop.bulkDelete(root, 'shop.Tag', [3, 9, 8])))?.fields).toEqual({
      ids: ['There is no row with these ids: 9, 8.'],
    });
    expect(await count('tags')).toBe(3n);
    expect(await shop.bulkDelete(clerk('tag:delete_tag', 'order:view_order'), 'shop.Tag', [3])).toBe(1);
    // The right comes before the keys: a stranger learns nothing about these.
    expect((await refusalOfAsync(() => shop.bulkDelete(clerk('tag:change_tag'), 'shop.Tag', ['x'])))?.code).toBe('permission_denied');
  });
});

describe('the impact of a delete', () => {
  const consequencesOf = (key: string, isDelete: boolean, policy = new Policy(root, shop.registry)) =>
    shop.write(root, ({ writes }) => {
      const model = modelOf(shop.registry, 'shop.Order');
      return countImpact(writes, policy, { model, keys: [parseKey(model, key) ?? []], right: isDelete ? 'delete' : 'view' });
    });

  it('are described by models, and summed for models that the actor may not view', async () => {
    const impact = await consequencesOf('1', false);
    expect(impact.cap).toBe(1000);
    expect(describeImpact(impact, new Policy(root, shop.registry))).toEqual({
      related: [
        { model: 'shop.Line', verbose_name: 'line', count: 2 },
        { model: null, verbose_name: 'other records', count: 2 },
      ],
      blocked_by: [],
      unlinked: [
        { model: 'shop.Reminder', verbose_name: 'reminder', count: 1 },
        { model: 'shop.Claim', verbose_name: 'claim', count: 1 },
      ],
    });
    expect(describeImpact(impact, policyOf(shop.registry, 'line:view_line'))).toMatchObject({
      unlinked: [{ model: null, verbose_name: 'other records', count: 2 }],
    });
    const blocked = await consequencesOf('2', false);
    expect(describeImpact(blocked, new Policy(root, shop.registry)).blocked_by).toEqual([
      { model: 'shop.Payment', verbose_name: 'payment', count: 1 },
    ]);
  });

  it('are counted up to a thousand of each model for a preview, and wholly for a delete', async () => {
    await shop.sql(
      `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1200) INSERT INTO lines SELECT 2, 'p' || x, 'p', 1 FROM n`,
    );
    await shop.sql(
      `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000) INSERT INTO reminders (order_id, text) SELECT 2, 't' FROM n`,
    );
    const preview = await consequencesOf('2', false);
    expect(describeImpact(preview, new Policy(root, shop.registry))).toMatchObject({
      related: [{ model: 'shop.Line', count: 1000, capped: true }],
      unlinked: [{ model: 'shop.Reminder', count: 1000 }],
    });
    expect(describeImpact(preview, new Policy(root, shop.registry)).unlinked[0]).not.toHaveProperty('capped');
    expect(describeImpact(preview, policyOf(shop.registry)).related).toEqual([
      { model: null, verbose_name: 'other records', count: 1000, capped: true },
    ]);
    expect(describeImpact(preview, policyOf(shop.registry)).unlinked).toEqual([
      { model: null, verbose_name: 'other records', count: 1000 },
    ]);
    const whole = await consequencesOf('2', true);
    expect(whole.cap).toBeUndefined();
    expect(describeImpact(whole, new Policy(root, shop.registry)).related).toEqual([
      { model: 'shop.Line', verbose_name: 'line', count: 1200 },
    ]);
    expect(describeImpact(whole, policyOf(shop.registry)).related).toEqual([{ model: null, verbose_name: 'other records', count: 1200 }]);
  });

  it('need the right that is asked with', async () => {
    expect((await refusalOfAsync(() => consequencesOf('1', false, policyOf(shop.registry, 'order:delete_order'))))?.code).toBe(
      'permission_denied',
    );
    expect((await refusalOfAsync(() => consequencesOf('1', true, policyOf(shop.registry, 'order:view_order'))))?.code).toBe(
      'permission_denied',
    );
    expect(await refusalOfAsync(() => consequencesOf('1', false, policyOf(shop.registry, 'order:view_order')))).toBeUndefined();
  });

  it('are not counted where there can be none', async () => {
    const impact = await shop.write(root, ({ writes }) => {
      const model = modelOf(shop.registry, 'shop.Claim');
      writes.impact = () => Promise.reject(new Error('It was counted.'));
      return countImpact(writes, new Policy(root, shop.registry), { model, keys: [[1n]], right: 'delete' });
    });
    expect(impact.counts).toEqual({ found: 1, cascaded: [], referencing: [], cascadedOutside: [], referencingOutside: [] });
    expect(() => requireDeletable(impact, policyOf(shop.registry))).not.toThrow();
  });
});

describe('rows that a delete unlinks', () => {
  it('are checked once more when they are locked', async () => {
    await reopen({ configs: { 'shop.Reminder': { rows: () => and(where('text', '!=', 'moved')) } } });
    const model = modelOf(shop.registry, 'shop.Order');
    const refusal = await refusalOfAsync(() =>
      shop.write(root, async (session) => {
        const rows = await lockRows(session, model, [[1n]], 'delete');
        const read = session.writes.impact.bind(session.writes);
        // Another transaction moves the row out of scope after the rows were counted.
        session.writes.impact = async (plan) => {
          const counts = await read(plan);
          await session.writes.runOwn({ sql: `UPDATE reminders SET text = 'moved'`, parameters: [] });
          return counts;
        };
        await deleteRows(session, { model, rows, action: 'delete' });
      }),
    );
    expect(refusal?.detail).toBe(
      'This would change rows out of your reach among the reminders (shop.Reminder), which point to what would be deleted.',
    );
  });

  it('are at most a hundred thousand', async () => {
    const model = modelOf(shop.registry, 'shop.Order');
    const unlink = (rows: number) =>
      refusalOfAsync(() =>
        shop.write(root, async (session) => {
          const locked = await lockRows(session, model, [[1n]], 'delete');
          const one = { row: { id: 1, order: 1, text: 'x' }, isOutside: false, lost: [true] };
          session.writes.unlinked = (plan) => {
            expect(plan.plan.limit).toBe(100_001);
            return Promise.resolve(plan.plan.referencing.model.key === 'shop.Reminder' ? Array.from({ length: rows }, () => one) : []);
          };
          await deleteRows(session, { model, rows: locked, action: 'delete' });
        }),
      );
    expect(await unlink(100_001)).toEqual({
      code: 'invalid',
      detail: 'More than 100000 reminders point to what would be deleted. Change them first.',
    });
  });

  it('get the default of their column where that is what the database gives', async () => {
    const reminders = modelTable('shop.Reminder');
    const described = {
      'shop.Reminder': {
        foreignKeys: reminders.foreignKeys.map((key) => ({ ...key, onDelete: 'set default' as const })),
        columns: reminders.columns.map((column) =>
          column.column === 'order_id' ? { ...column, hasDefault: true, constant: '3' } : column,
        ),
      },
    };
    await reopen({ described });
    await shop.remove(root, 'shop.Order', '1');
    expect(shop.entries()[0]).toMatchObject({ model: 'shop.Reminder', diff: { order: [1, 3] } });
  });
});

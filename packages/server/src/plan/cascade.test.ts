import { describe, expect, it } from 'vitest';
import { modelOf, shopOf } from '../test-models/models.ts';
import type { Model } from '../model/model.ts';
import { Registry } from '../model/registry.ts';
import { References } from '../model/references.ts';
import type { OnDelete } from '../model/field.ts';
import { type TableDescription, tableText } from '../model/table.ts';
import { type Cascade, type CascadeEdge, planCascade } from './cascade.ts';

const first = (models: readonly Model[]): Model | undefined => models[0];
const edgesText = (edges: readonly CascadeEdge[]): string =>
  edges
    .map(
      ({ parent, columns, targetColumns, setsDefault }) => `${columns.join()}>${parent}.${targetColumns.join()}${setsDefault ? '!' : ''}`,
    )
    .join(' ');
const nodesOf = ({ nodes }: Cascade): string[] =>
  nodes.map(({ table, model, edges, columns, identity }) =>
    [tableText(table.table), model?.key ?? '-', edgesText(edges), columns.join(), identity.join()].join(' | '),
  );
const othersOf = ({ referencingTables }: Cascade): string[] =>
  referencingTables.map(({ table, model, effect, edges, node, identity }) =>
    [tableText(table.table), model?.key ?? '-', effect, edgesText(edges), node, identity.join()].join(' | '),
  );

describe('planCascade in the shop', () => {
  const registry = shopOf();

  it('follows foreign keys to every table whose rows go along', () => {
    const cascade = planCascade(modelOf(registry, 'shop.Customer'), registry, first);
    expect(nodesOf(cascade)).toEqual([
      'customers | shop.Customer |  | id | id',
      'orders | shop.Order | customer_id>0.id | id | id',
      'order_tags | - | order_id>1.id | order_id,tag_id | order_id,tag_id',
      'lines | shop.Line | order_id>1.id | order_id,place | order_id,place',
    ]);
    expect(othersOf(cascade)).toEqual([
      'payments | shop.Payment | block | order_id>1.id |  | id',
      'reminders | shop.Reminder | unlink | order_id>1.id |  | id',
      'claims | shop.Claim | unlink | line_order,line_place>3.order_id,place |  | id',
    ]);
    expect(cascade.components).toEqual([[0], [1], [3], [2]]);
  });

  it('is empty where nothing references the table', () => {
    const cascade = planCascade(modelOf(registry, 'shop.Claim'), registry, first);
    expect(cascade).toEqual({ nodes: [], components: [], referencingTables: [] });
  });

  it('is empty for a table that the database does not have', () => {
    const model = { ...modelOf(registry, 'shop.Tag'), table: { schema: 'other', name: 'tags' } };
    expect(planCascade(model, registry, first)).toEqual({ nodes: [], components: [], referencingTables: [] });
  });

  it('asks which model of a table is meant, for the effect', () => {
    const calls: string[] = [];
    const cascade = planCascade(modelOf(registry, 'shop.Order'), registry, (models, effect) => {
      calls.push(`${effect}: ${models.map(({ key }) => key).join()}`);
      return undefined;
    });
    expect(calls).toEqual(['cascade: ', 'cascade: shop.Line', 'block: shop.Payment', 'unlink: shop.Reminder', 'unlink: shop.Claim']);
    expect(nodesOf(cascade)[0]).toBe('orders | shop.Order |  | id | id');
  });
});

/** A cascade among tables with these foreign keys, each "from effect to". */
function cascadeAmong(root: string, links: string, more: Partial<TableDescription> = {}): Cascade {
  const shop = shopOf();
  const keys = links.split(', ').map((link) => /^(\w+) ([\w ]+) (\w+)$/.exec(link) ?? []);
  const names = [...new Set([root, ...keys.flatMap(([, from = '', , to = '']) => [from, to])])];
  const tables = names.map(
    (name): TableDescription => ({
      table: { schema: undefined, name },
      isView: false,
      columns: [],
      primaryKey: ['id'],
      uniques: [],
      foreignKeys: keys.flatMap(([, from, effect, to = ''], index) =>
        from === name
          ? [{ columns: [`${to}${index}`], table: { schema: undefined, name: to }, targetColumns: ['code'], onDelete: effect as OnDelete }]
          : [],
      ),
      ...more,
    }),
  );
  const model = { ...modelOf(shop, 'shop.Tag'), table: { schema: undefined, name: root } };
  return planCascade(model, new Registry([model], new References(tables)), first);
}

describe('planCascade', () => {
  it('identifies rows without a key by the column that the database adds', () => {
    expect(nodesOf(cascadeAmong('a', 'b cascade a', { primaryKey: [], rowIdentity: 'ctid' }))).toEqual([
      'a | shop.Tag |  | ctid,code | ctid',
      'b | - | a0>0.code | ctid | ctid',
    ]);
    expect(othersOf(cascadeAmong('a', 'b restrict a', { primaryKey: [], rowIdentity: 'ctid' }))).toEqual([
      'b | - | block | a0>0.code |  | ctid',
    ]);
  });

  it('tells the effects of foreign keys apart, and knows which tables have both', () => {
    const cascade = cascadeAmong('a', 'b cascade a, b set null a, b restrict a, c set default a, c no action b');
    expect(nodesOf(cascade)).toEqual(['a | shop.Tag |  | id,code | id', 'b | - | a0>0.code | id,code | id']);
    expect(othersOf(cascade)).toEqual([
      'b | - | block | a2>0.code | 1 | id',
      'c | - | block | b4>1.code |  | id',
      'b | - | unlink | a1>0.code | 1 | id',
      'c | - | unlink | a3>0.code! |  | id',
    ]);
  });

  it.each([
    ['a', 'b cascade a, c cascade b', [[0], [1], [2]]],
    ['a', 'a cascade a', [[0]]],
    ['a', 'b cascade a, a cascade b', [[0, 1]]],
    ['a', 'b cascade a, c cascade b, b cascade c', [[0], [1, 2]]],
    ['a', 'b cascade a, c cascade a, d cascade b, d cascade c', [[0], [2], [1], [3]]],
    ['a', 'b cascade a, c cascade b, a cascade c, d cascade c', [[0, 1, 2], [3]]],
    ['a', 'b cascade a, c cascade a, b cascade c', [[0], [2], [1]]],
    ['a', 'b cascade a, c cascade b, d cascade c, b cascade d, e cascade d, e cascade e', [[0], [1, 2, 3], [4]]],
    ['a', 'b cascade a, c cascade a, c cascade b, d cascade c, b cascade d', [[0], [1, 2, 3]]],
  ])('from %s with "%s" has the components %j, parents first', (root, links, components) => {
    const sorted = cascadeAmong(root, links).components.map((component) => [...component].sort((one, other) => one - other));
    expect(sorted).toEqual(components);
  });
});

describe('foreign keys that only a source declares', () => {
  /** The graph of a delete from `a`, where the database has no foreign keys and a source declares these. */
  function declaredAmong(links: readonly (readonly [from: string, to: string])[]): Cascade {
    const names = [...new Set(links.flat())].sort();
    const column = (name: string) => ({ name, column: name, type: 'IntegerField', dbType: 'integer', null: name !== 'id' }) as const;
    const columns = ['id', ...names].map(column);
    const parts = { isView: false, columns, primaryKey: ['id'], uniques: [], foreignKeys: [] };
    const tables = names.map((name): TableDescription => ({ ...parts, table: { schema: undefined, name } }));
    const described = tables.map((table) => ({
      ...table,
      foreignKeys: links.flatMap(([from, to]) =>
        from === table.table.name
          ? [{ columns: [to], table: { schema: undefined, name: to }, targetColumns: ['id'], onDelete: 'cascade' as const }]
          : [],
      ),
    }));
    const model = { ...modelOf(shopOf(), 'shop.Tag'), table: { schema: undefined, name: 'a' } };
    return planCascade(model, new Registry([model], new References(tables, { described })), first);
  }

  it('delete rows table by table', () => {
    const cascade = declaredAmong([
      ['b', 'a'],
      ['c', 'b'],
    ]);
    expect(nodesOf(cascade).map((node) => node.split(' ')[0])).toEqual(['a', 'b', 'c']);
    expect(cascade.nodes.flatMap(({ edges }) => edges.map(({ isDeclared }) => isDeclared))).toEqual([true, true]);
    expect(othersOf(cascade)).toEqual([]);
  });

  it('forbid the delete in a cycle of several tables, and only there', () => {
    const cascade = declaredAmong([
      ['b', 'a'],
      ['c', 'b'],
      ['b', 'c'],
    ]);
    expect(nodesOf(cascade).map((node) => node.split(' ')[0])).toEqual(['a', 'b']);
    expect(othersOf(cascade)).toEqual(['c | - | block | b>1.id |  | id']);
    const alone = declaredAmong([['a', 'a']]);
    expect([nodesOf(alone), othersOf(alone)]).toEqual([['a | shop.Tag | a>0.id | id | id'], []]);
  });

  it('are those of tables whose rows are identified', () => {
    expect(() => cascadeAmong('a', 'b cascade a', { primaryKey: [] })).toThrow('Nothing identifies the rows of');
  });
});

describe('the graph of a delete', () => {
  it('is the same object for the same choice of models, and has the chosen ones', () => {
    const registry = shopOf();
    const model = modelOf(registry, 'shop.Customer');
    const other: Model = { ...modelOf(registry, 'shop.Order'), key: 'shop.Other' };
    const choosingOther = (models: readonly Model[]): Model | undefined => (models[0]?.key === 'shop.Order' ? other : models[0]);
    const usual = planCascade(model, registry, first);
    const chosen = planCascade(model, registry, choosingOther);
    expect(planCascade(model, registry, first)).toBe(usual);
    expect(planCascade(model, registry, choosingOther)).toBe(chosen);
    const keysOf = ({ nodes }: Cascade): unknown[] => nodes.map((node) => node.model?.key);
    expect(keysOf(usual)).toEqual(['shop.Customer', 'shop.Order', undefined, 'shop.Line']);
    expect(keysOf(chosen)).toEqual(['shop.Customer', 'shop.Other', undefined, 'shop.Line']);
    expect(planCascade(model, registry, () => undefined).referencingTables.map((table) => table.model)).not.toContain(other);
  });
});

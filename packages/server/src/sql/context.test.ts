import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { authorize } from '../authorize/authorize.ts';
import { Policy } from '../authorize/policy.ts';
import { sqliteDialect } from '../test-models/dialects.ts';
import { fieldOf, modelOf, pathOf, policyOf, root, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { where } from '../model/config/row-rule.ts';
import { containsAny } from '../plan/condition.ts';
import { planList } from '../plan/list.ts';
import { plain } from '../plan/parameter.ts';
import { parseListRequest } from '../request/parameters.ts';
import { resolveDependency, inputOf, Slot, SqlContext } from './context.ts';
import { statementKeyOf } from './statement-key.ts';

const registry = shopOf({ configs: { 'shop.Tag': { rows: ({ actor }) => where('name', '=', actor.username) } } });
const order = modelOf(registry, 'shop.Order');
const tag = modelOf(registry, 'shop.Tag');
const list = planList(order, parseListRequest(new URLSearchParams(''), { pageSize: 50, maxPageSize: 200 }));

describe('the input of SQL', () => {
  it('has the plan and the condition, and no more of the authorized plan', () => {
    const authorized = authorize(list, new Policy(root, registry));
    expect(inputOf(authorized)).toEqual({ plan: list, where: authorized.where });
  });
});

describe('a dependency on the actor', () => {
  it('is their scope, or the part of their view that SQL depends on', () => {
    const policy = policyOf(registry, 'tag:view_tag');
    const { fields, hasLabel, labelFields, scope } = policy.access(tag);
    expect(resolveDependency({ about: 'scope', model: tag }, policy)).toBe(scope);
    expect(resolveDependency({ about: 'view', model: tag }, policy)).toEqual({ model: tag, fields, hasLabel, labelFields, isViewed: true });
    expect(resolveDependency({ about: 'view', model: order }, policy)).toMatchObject({ isViewed: false });
  });
});

describe('SqlContext', () => {
  const contextOf = (parameters = [plain(1)]): SqlContext =>
    new SqlContext({
      dialect: sqliteDialect,
      policy: policyOf(registry, 'tag:view_tag'),
      parameters,
      scopeSql: (context, model, alias) => sql`${sql.id(`${context.alias()} ${model.key} ${alias}`)}`,
    });
  const text = (given: ReturnType<typeof sql>): unknown => sqliteDialect.fragments.compile(given);

  it('records each dependency once, with the key of its value', () => {
    const context = contextOf();
    expect(said(context.scope(tag))).toBe('name = "clerk"');
    expect(context.scope(tag)).toBe(context.scope(tag));
    expect(context.access(tag)).toBe(context.access(tag));
    expect(context.access(order).isViewed).toBe(false);
    expect(context.dependencies.map(({ dependency }) => dependency)).toEqual([
      { about: 'scope', model: tag },
      { about: 'view', model: tag },
      { about: 'view', model: order },
    ]);
    expect(context.dependencies[0]?.key).toEqual(statementKeyOf(context.scope(tag), sqliteDialect.fragments));
  });

  it('has the parameters of the plan, and after them those of the dependencies', () => {
    const own = plain(1);
    const parameters = [own];
    const context = contextOf(parameters);
    const scope = context.scope(tag);
    const name = scope.kind === 'compare' ? scope.value : own;
    expect(context.parameters).toEqual([own, name]);
    expect(parameters).toEqual([own]);
    expect(text(context.parameter(own))).toMatchObject({ sql: '?', parameters: [new Slot(0)] });
    expect(text(context.parameter(name))).toMatchObject({ sql: '?', parameters: [new Slot(1)] });
    expect(() => context.parameter(plain(1))).toThrow('The SQL uses a parameter that its plan does not have.');
  });

  it('gives each table another alias', () => {
    const context = contextOf();
    expect([context.alias(), context.alias(), context.alias()]).toEqual(['r1', 'r2', 'r3']);
    expect(text(context.scopeSql(tag, 't'))).toMatchObject({ sql: '"r4 shop.Tag t"' });
  });

  it('knows the target of a field, and the form of a search', () => {
    const context = contextOf();
    expect(context.targetOf(fieldOf(order, 'tags'))).toBe(tag);
    const search = containsAny(pathOf(order, 'memo'), ['é']);
    expect(search.kind === 'text' && context.formOf(search.texts)).toBe('folded');
    expect(context.dialect).toBe(sqliteDialect);
  });
});

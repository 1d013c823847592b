import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { authorize } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { Policy } from '../authorize/policy.ts';
import { postgresDialect, sqliteDialect } from '../test-models/dialects.ts';
import { fieldOf, modelOf, pathOf, policyOf, root, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import type { Actor } from '../model/actor.ts';
import { where } from '../model/config/row-rule.ts';
import { containsAny } from '../plan/condition.ts';
import { planCount, planList, planRow } from '../plan/list.ts';
import { plain } from '../plan/parameter.ts';
import { parseListRequest } from '../request/parameters.ts';
import { resolveDependency, inputOf, Slot, SqlContext } from './context.ts';
import { statementKeyOf } from './statement-key.ts';

const registry = shopOf({ configs: { 'shop.Tag': { rows: ({ actor }) => where('name', '=', actor.username) } } });
const order = modelOf(registry, 'shop.Order');
const tag = modelOf(registry, 'shop.Tag');
const list = planList(order, parseListRequest(new URLSearchParams(''), { pageSize: 50, maxPageSize: 200 }));
const checked: Actor = { ...root, actorCheck: { key: 'the key', answer: 'x' } };

describe('the input of SQL', () => {
  it('has the plan and the condition, and no more of the authorized plan', () => {
    const authorized = authorize(list, new Policy(root, registry));
    expect(inputOf(authorized, postgresDialect)).toEqual({ plan: list, where: authorized.where, actorCheck: undefined });
  });

  it('has the actor check where the answer is one text, for a list or a row of an actor who is not confirmed', () => {
    const check = (plan: Parameters<typeof authorize>[0], dialect = postgresDialect, policy = new Policy(checked, registry)) => {
      const { actorCheck } = inputOf(authorize(plan, policy), dialect);
      return actorCheck && [actorCheck.key.kind, actorCheck.key.binding.given];
    };
    const expected = ['plain', 'the key'];
    expect(check(list)).toEqual(expected);
    expect(check(planRow(order, [7n]))).toEqual(expected);
    expect(check(planCount(list, 'exact'))).toBeUndefined();
    expect(check(list, sqliteDialect)).toBeUndefined();
    expect(check(list, postgresDialect, new Policy(root, registry))).toBeUndefined();
    const confirmed = new Policy(checked, registry);
    confirmed.confirm();
    expect(check(list, postgresDialect, confirmed)).toBeUndefined();
    const write = authorizeWrite({ kind: 'delete', model: order, right: 'delete', keys: [[7n]] }, new Policy(checked, registry));
    expect(inputOf(write, postgresDialect).actorCheck).toBeUndefined();
  });
});

describe('a dependency on the actor', () => {
  it('is their scope, or the part of their view that SQL depends on', () => {
    const policy = policyOf(registry, 'tag:view_tag');
    const { fields, hasLabel, labelFields, scope } = policy.view(tag);
    expect(resolveDependency({ about: 'scope', model: tag }, policy)).toBe(scope);
    expect(resolveDependency({ about: 'view', model: tag }, policy)).toEqual({ model: tag, fields, hasLabel, labelFields, isViewed: true });
    expect(resolveDependency({ about: 'view', model: order }, policy)).toMatchObject({ isViewed: false });
  });
});

describe('SqlContext', () => {
  const contextOf = (parameters = [plain(1)]): SqlContext =>
    new SqlContext({
      dialect: sqliteDialect,
      actorQuery: () => sql`1`,
      policy: policyOf(registry, 'tag:view_tag'),
      parameters,
      scopeSql: (context, model, alias) => sql`${sql.id(`${context.alias()} ${model.key} ${alias}`)}`,
    });
  const text = (given: ReturnType<typeof sql>): unknown => sqliteDialect.words.compile(given);

  it('records each dependency once, with the key of its value', () => {
    const context = contextOf();
    expect(said(context.scope(tag))).toBe('name = "clerk"');
    expect(context.scope(tag)).toBe(context.scope(tag));
    expect(context.view(tag)).toBe(context.view(tag));
    expect(context.view(order).isViewed).toBe(false);
    expect(context.dependencies.map(({ dependency }) => dependency)).toEqual([
      { about: 'scope', model: tag },
      { about: 'view', model: tag },
      { about: 'view', model: order },
    ]);
    expect(context.dependencies[0]?.key).toEqual(statementKeyOf(context.scope(tag), sqliteDialect.words));
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
    expect(search.kind === 'text' && context.formOf(search.texts)).toBe('function');
    expect(context.dialect).toBe(sqliteDialect);
  });
});

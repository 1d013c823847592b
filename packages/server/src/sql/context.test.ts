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
import { dependencyKey, resolveDependency, inputOf, Slot, SqlContext } from './context.ts';
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

describe('the row rule and the columns of related rows', () => {
  const registryWithTrash = shopOf({
    configs: {
      'shop.Order': {
        softDelete: 'placed',
        rows: ({ actor }) => where('memo', '=', actor.username),
        listDisplay: ['number', 'customer.name'],
      },
    },
  });
  const withTrash = modelOf(registryWithTrash, 'shop.Order');
  const policy = policyOf(registryWithTrash, 'order:view_order', 'customer:view_customer');
  const context = (): SqlContext =>
    new SqlContext({ journal: undefined, dialect: sqliteDialect, policy, parameters: [], scopeSql: () => sql`` });
  const recorded = ({ dependencies }: SqlContext): string[] =>
    dependencies.map(({ dependency: { about, model } }) => `${about} ${model.key}`);

  it('are dependencies, each recorded once', () => {
    const one = context();
    expect(said(one.rule(withTrash))).toBe('memo = "clerk"');
    expect(one.rule(withTrash)).toBe(one.rule(withTrash));
    expect(one.columns(withTrash).map(({ name }) => name)).toEqual(['customer__name']);
    expect(recorded(one)).toEqual(['rule shop.Order', 'columns shop.Order']);
    expect(resolveDependency({ about: 'rule', model: withTrash }, policy)).toBe(policy.access(withTrash).rule);
    expect(resolveDependency({ about: 'columns', model: withTrash }, policy)).toEqual({ columns: policy.columns(withTrash) });
  });

  it('are none of a model without trash or columns: its scope is its rule', () => {
    const one = context();
    const customer = modelOf(registryWithTrash, 'shop.Customer');
    expect(one.rule(customer)).toBe(one.scope(customer));
    expect(one.columns(customer)).toBe(customer.pathColumns);
    expect(recorded(one)).toEqual(['scope shop.Customer']);
  });

  it('have keys that are computed once, but those with parameters', () => {
    const keyOf = (about: 'view' | 'columns' | 'scope' | 'rule') =>
      dependencyKey({ about, model: withTrash }, policy, sqliteDialect.fragments);
    for (const about of ['view', 'columns'] as const) expect(keyOf(about)).toBe(keyOf(about));
    for (const about of ['scope', 'rule'] as const) {
      expect(keyOf(about).parameters.map(({ binding }) => ('given' in binding ? binding.given : null))).toEqual(['clerk']);
      expect(keyOf(about)).toEqual(keyOf(about));
      expect(keyOf(about)).not.toBe(keyOf(about));
    }
    expect(keyOf('rule').key).not.toBe(keyOf('scope').key);
    expect(keyOf('columns').key).not.toBe(keyOf('view').key);
  });
});

describe('SqlContext', () => {
  const contextOf = (parameters = [plain(1)]): SqlContext =>
    new SqlContext({
      dialect: sqliteDialect,
      journal: undefined,
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

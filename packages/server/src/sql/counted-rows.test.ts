import { describe, expect, it } from 'vitest';
import { authorize } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { Policy } from '../authorize/policy.ts';
import { where } from '../model/config/row-rule.ts';
import type { Model } from '../model/model.ts';
import { planCascade } from '../plan/cascade.ts';
import { planCount, planList, planRow, planSuggestions } from '../plan/list.ts';
import type { Plan } from '../plan/plan.ts';
import type { ConsequencesPlan } from '../plan/write.ts';
import { parseListRequest } from '../request/parameters.ts';
import { postgresDialect, sqliteDialect } from '../test-models/dialects.ts';
import { modelOf, root, shopOf } from '../test-models/models.ts';
import { Compiler } from './compile.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const tag = modelOf(registry, 'shop.Tag');
const list = (query: string, model: Model = order) =>
  planList(model, parseListRequest(new URLSearchParams(query), { pageSize: 50, maxPageSize: 200 }));
const suggestions = planSuggestions(tag, { text: 'a', words: ['a'], page: 1 });
const consequences = (model: Model): ConsequencesPlan => ({
  kind: 'consequences',
  model,
  right: 'view',
  keys: [[7n]],
  cascade: planCascade(model, registry, (models) => models[0]),
  cap: 10,
});
const statementOf = (plan: Plan | ConsequencesPlan, of = registry, dialect = sqliteDialect) => {
  const policy = new Policy(root, of);
  const authorized = plan.kind === 'consequences' ? authorizeWrite(plan, policy) : authorize(plan, policy);
  return new Compiler(dialect).compile(authorized).statement;
};

/** The tables that a text reads, each with what follows the WHERE of its SELECT. */
const reads = (text: string): readonly string[] => text.split(/FROM (?="\w+" AS)/).slice(1);

describe('the rows that a statement reads', () => {
  it.each<readonly [string, Plan | ConsequencesPlan]>([
    ['a list', list('')],
    ['a filtered list', list('status=open&total__gte=1&due__isnull=1')],
    ['a count', planCount(list('status=open'), 'exact')],
    ['a row with links', planRow(order, [7n])],
    ['suggestions', suggestions],
    ['the consequences of a delete', consequences(tag)],
  ])('are counted for %s, before any other condition', (_, plan) => {
    const { sql, parameters, counting } = statementOf(plan);
    const tables = reads(counting ?? '');
    expect(tables.length).toBeGreaterThan(0);
    for (const table of tables) expect(table).toMatch(/^"\w+" AS "\w+"( ON .*)? WHERE grimoire_row_counted\(\) AND /);
    const unnumbered = (text: string): string => text.replaceAll(/"r\d+"/g, '"r"');
    expect(unnumbered(counting?.replaceAll('grimoire_row_counted() AND ', '') ?? '') === unnumbered(sql)).toBe(true);
    expect(sql.split('?').length - 1).toBe(parameters.length);
  });

  const ruled = shopOf({ configs: { 'shop.Tag': { rows: () => where('name', '=', 'a') } } });
  it.each<readonly [string, Plan | ConsequencesPlan, typeof registry]>([
    ['a view', list('', modelOf(registry, 'shop.Sales')), registry],
    ['a condition along a path', list('customer__id=7'), registry],
    ['alternatives', list(`_filter=${encodeURIComponent('{"or":[{"status":"open"},{"total__gte":1}]}')}`), registry],
    ['links that the row rule of their target limits', planRow(modelOf(ruled, 'shop.Order'), [7n]), ruled],
    ['a page by its offset', list('page=7'), registry],
    ['an estimate', planCount(list('status=open'), 'estimate'), registry],
  ])('are not counted for %s', (_, plan, of) => {
    expect(statementOf(plan, of).counting).toBeNull();
  });

  it('are counted only where a statement is long, and only by SQLite', () => {
    expect(statementOf(planRow(tag, [7n])).counting).toBeNull();
    expect(statementOf(list(''), registry, postgresDialect).counting).toBeNull();
  });
});

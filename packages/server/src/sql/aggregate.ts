import { sql } from 'kysely';
import type { Pair, Sql } from '../databases/words.ts';
import type { Field } from '../model/field.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import { columnSql, jsonSql, tableSql } from './column.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { numberSql } from './literals.ts';
import { whereSql } from './page-source.ts';
import { shownJson } from './row-json.ts';
import { nothingServed, type ReadQuery } from './statements.ts';

/**
 * Sums and extremes: one row, or one for each group. Its first column has the value and the label of the group as a JSON object, the second
 * one the aggregates.
 */
export function aggregateQuery(context: SqlContext, input: SqlInput<AggregatePlan>): ReadQuery {
  const { group, model } = input.plan;
  const source = sql`FROM ${tableSql(model.table)} AS "t" WHERE ${whereSql(context, input)}`;
  const values = valuesJson(context, input);
  if (!group) return { query: sql`SELECT ${context.words.jsonText(context.words.jsonObject([]))}, ${values} ${source}`, ...nothingServed };
  return groupsQuery(context, { field: group.field, values, source, limit: input.plan.limit });
}

/** The aggregates of rows with the alias `t`, as the text of a JSON object. */
function valuesJson(context: SqlContext, { plan }: SqlInput<AggregatePlan>): Sql {
  const { words } = context;
  const extremes = (wanted: 'min' | 'max'): Sql =>
    words.jsonObject(plan.extremes.flatMap(({ of, field }) => (of === wanted ? [extremeOf(context, of, field)] : [])));
  return words.jsonText(
    words.jsonObject([
      ['count', sql`count(*)`],
      ['totals', words.jsonObject(plan.totals.map(({ field }) => totalOf(context, field)))],
      ['min', extremes('min')],
      ['max', extremes('max')],
    ]),
  );
}

function totalOf(context: SqlContext, field: Field): Pair {
  const { total } = context.typeSql(field);
  if (!total) throw new Error(`${field.type.name} has no sum in this dialect.`);
  return [field.name, total(columnSql(context, field, 't'), field)];
}

function extremeOf(context: SqlContext, of: 'min' | 'max', field: Field): Pair {
  const { extreme } = context.typeSql(field);
  if (!extreme) throw new Error(`${field.type.name} has no extremes in this dialect.`);
  return [field.name, extreme(of, columnSql(context, field, 't'), field)];
}

interface Groups {
  readonly field: Field;
  readonly values: Sql;
  readonly source: Sql;
  readonly limit: number;
}

/** The largest groups, one more than the limit if there are more. Labels are computed only for them; names with a tilde hide no column. */
function groupsQuery(context: SqlContext, { field, values, source, limit }: Groups): ReadQuery {
  const column = sql.id('t', field.column);
  const order = (count: Sql): Sql => sql`ORDER BY ${count} DESC, (${column} IS NULL), ${column}`;
  const rows = sql`SELECT ${column}, ${values} AS "~values", count(*) AS "~count" ${source} GROUP BY ${column} ${order(sql`count(*)`)} LIMIT ${numberSql(limit + 1)}`;
  const label = shownJson(context, field);
  const group = context.words.jsonObject([
    ['value', jsonSql(context, field, 't')],
    ['label', label.value],
  ]);
  const query = sql`SELECT ${context.words.jsonText(group)}, "t"."~values" FROM (${rows}) AS "t" ${order(sql`"t"."~count"`)}`;
  return { query, ...nothingServed, computed: label.computed ? [{ name: 'label', model: label.computed }] : [] };
}

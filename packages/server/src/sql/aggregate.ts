import { sql } from 'kysely';
import type { Pair, Sql } from '../databases/sql-fragments.ts';
import type { Field } from '../model/field.ts';
import type { AggregatePlan, Grouping } from '../plan/plan.ts';
import { columnSql, jsonSql, operandSql } from './column.ts';
import { tableSql } from '../databases/table-sql.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { numberSql } from '../databases/literals.ts';
import { whereSql } from './page-source.ts';
import { shownJson } from './row-json.ts';
import { oneColumn, type ReadQuery } from './statements.ts';

/**
 * Sums and extremes: one row, or one for each group. Its first column has the value and the label of the group as a JSON object, the second
 * one the aggregates.
 */
export function aggregateQuery(context: SqlContext, input: SqlInput<AggregatePlan>): ReadQuery {
  const { group, model } = input.plan;
  if (group?.edges) return spansQuery(context, input, { field: group.field, edges: group.edges.map((edge) => context.parameter(edge)) });
  const source = sql`FROM ${tableSql(model.table)} AS "t" WHERE ${whereSql(context, input)}`;
  const values = valuesJson(context, input);
  if (!group)
    return { query: sql`SELECT ${context.fragments.jsonText(context.fragments.jsonObject([]))}, ${values} ${source}`, ...oneColumn };
  return groupsQuery(context, { group, values, source, limit: input.plan.limit });
}

/** The aggregates of rows with the alias `t`, as the text of a JSON object. */
function valuesJson(context: SqlContext, { plan }: SqlInput<AggregatePlan>): Sql {
  const { fragments } = context;
  const extremes = (wanted: 'min' | 'max'): Sql =>
    fragments.jsonObject(plan.extremes.flatMap(({ of, field }) => (of === wanted ? [extremeOf(context, of, field)] : [])));
  return fragments.jsonText(
    fragments.jsonObject([
      ['count', sql`count(*)`],
      ['totals', fragments.jsonObject(plan.totals.map(({ field }) => totalOf(context, field)))],
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
  readonly group: Grouping;
  readonly values: Sql;
  readonly source: Sql;
  readonly limit: number;
}

/** The largest groups, one more than the limit if there are more. Labels are computed only for them; names with a tilde hide no column. */
function groupsQuery(context: SqlContext, { group: { field, largest }, values, source, limit }: Groups): ReadQuery {
  const column = sql.id('t', field.column);
  const size = sizeSql(context, largest);
  const order = (by: Sql): Sql => sql`ORDER BY (${by} IS NULL), ${by} DESC, (${column} IS NULL), ${column}`;
  const rows = sql`SELECT ${column}, ${values} AS "~values", ${size} AS "~size" ${source} GROUP BY ${column} ${order(size)} LIMIT ${numberSql(limit + 1)}`;
  const label = shownJson(context, field);
  const group = context.fragments.jsonObject([
    ['value', jsonSql(context, field, 't')],
    ['label', label.value],
  ]);
  const query = sql`SELECT ${context.fragments.jsonText(group)}, "t"."~values" FROM (${rows}) AS "t" ${order(sql`"t"."~size"`)}`;
  return { query, ...oneColumn, computed: label.computed ? [{ name: 'label', model: label.computed }] : [] };
}

/** By what groups are compared: only the exact sums that are shown need more than the sums of the database. */
function sizeSql(context: SqlContext, largest: Grouping['largest']): Sql {
  if (!largest) return sql`count(*)`;
  const column = columnSql(context, largest.field, 't');
  return largest.of === 'sum' ? sql`sum(${column})` : sql`avg(${column})`;
}

interface Spans {
  readonly field: Field;
  readonly edges: readonly Sql[];
}

/**
 * A group for each span of time with rows in it; its value is the place of the span. The moment of a row is computed once, and compared with
 * as few edges as a search by halves needs.
 */
function spansQuery(context: SqlContext, input: SqlInput<AggregatePlan>, { field, edges }: Spans): ReadQuery {
  const { model, totals, extremes } = input.plan;
  const columns = new Set([...totals, ...extremes].map((each) => each.field.column));
  const moment = sql`${operandSql(context, field, 't')} AS "~at"`;
  const needed = sql.join([moment, ...Array.from(columns, (column) => sql.id('t', column))]);
  const rows = sql`SELECT ${needed} FROM ${tableSql(model.table)} AS "t" WHERE ${whereSql(context, input)}`;
  const placed = sql`SELECT "t".*, ${placeSql(edges, 0, edges.length - 1)} AS "~place" FROM "~rows" AS "t"`;
  const place = sql`"t"."~place"`;
  const group = context.fragments.jsonObject([
    ['value', place],
    ['label', place],
  ]);
  const query = sql`WITH "~rows" AS MATERIALIZED (${rows}) SELECT ${context.fragments.jsonText(group)}, ${valuesJson(context, input)} FROM (${placed}) AS "t" GROUP BY ${place}`;
  return { query, ...oneColumn };
}

/** The place of the span in which the moment of a row lies, among those from one place to another. */
function placeSql(edges: readonly Sql[], from: number, to: number): Sql {
  if (to - from <= 1) return numberSql(from);
  const middle = Math.floor((from + to) / 2);
  return sql`CASE WHEN "t"."~at" < ${edges[middle]} THEN ${placeSql(edges, from, middle)} ELSE ${placeSql(edges, middle, to)} END`;
}

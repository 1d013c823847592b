import { sql } from 'kysely';
import type { Field } from '../model/field.ts';
import type { Model, PathColumn } from '../model/model.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import type { Condition } from '../plan/condition.ts';
import { isReversed, type ListPlan, type OrderTerm, type AutocompletePlan, type OrderedScan } from '../plan/plan.ts';
import { comparedSql, sortSql } from './column.ts';
import { tableSql } from '../databases/table-sql.ts';
import { conditionSql } from './condition.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { numberSql } from '../databases/literals.ts';
import { columnsOfPaths, countsOf, withCounts } from './path-columns.ts';
import type { SqlPlan } from './statement-key.ts';

function direction(isDescending: boolean): Sql {
  return isDescending ? sql`DESC` : sql`ASC`;
}

/** The order of rows of the table with the alias `t`. */
export function orderSql(context: SqlContext, plan: SqlPlan<ListPlan | AutocompletePlan>): Sql {
  const reversed = plan.kind === 'list' && isReversed(plan);
  return sql`ORDER BY ${termsSql(context, plan.order, reversed)}`;
}

/** The terms of an order of rows of the table with the alias `t`. */
export function termsSql(context: SqlContext, order: readonly OrderTerm[], reversed = false): Sql {
  return sql.join(order.map(({ field, descending }) => sql`${sortSql(context, field, 't')} ${direction(descending !== reversed)}`));
}

/** Whether the rows after the boundary of a page have greater values. */
export function goesUp({ boundary, order }: SqlPlan<ListPlan>): boolean {
  return (boundary?.direction === 'after') !== (order[0]?.descending === true);
}

function boundarySql(context: SqlContext, plan: SqlPlan<ListPlan>): Sql {
  if (!plan.boundary) return sql``;
  const sorts = plan.order.map(({ field }) =>
    field.limits?.comparedAs === undefined ? sortSql(context, field, 't') : comparedSql(field, 't'),
  );
  const values = plan.boundary.values.map((value) => context.parameter(value));
  return sql` AND (${sql.join(sorts)}) ${goesUp(plan) ? sql`>` : sql`<`} (${sql.join(values)})`;
}

/** One row more than the page has, so that it is known whether there are more. */
export function limitSql(context: SqlContext, plan: SqlPlan<ListPlan | AutocompletePlan>): Sql {
  const limit = sql`LIMIT ${numberSql(plan.limit + 1)}`;
  return plan.offset ? sql`${limit} OFFSET ${context.parameter(plan.offset)}` : limit;
}

/** The condition on rows of the table with the alias `t`. */
export function whereSql(
  context: SqlContext,
  { plan, where }: { readonly plan: { readonly model: Model }; readonly where: Condition },
): Sql {
  return conditionSql(context, where, { model: plan.model, alias: 't', isRule: false });
}

/** Rows of a model and their order. */
interface OrderedRows {
  readonly model: Model;
  readonly order: readonly OrderTerm[];
}

/** What is shown of rows: fields, and columns of related rows. */
export interface ShownColumns {
  readonly fields: readonly Field[];
  readonly paths: readonly PathColumn[];
}

/** The columns of the table with the alias `t` that what is shown of its rows, their keys and labels, and their order need. */
export function neededColumns(context: SqlContext, { model, order }: OrderedRows, { fields, paths }: ShownColumns): Sql {
  const view = context.access(model);
  const { label } = model;
  const all = [
    ...model.primaryKey,
    ...order.map((term) => term.field),
    ...fields,
    ...view.labelFields.flat(),
    ...(label.kind === 'computed' ? view.fields : []),
  ];
  const columns = new Set([...all.map((field) => field.column), ...columnsOfPaths(paths)]);
  return sql.join([...columns].map((column) => sql.id('t', column)));
}

/** The number of all rows that match, beside each key of a page that brings it. */
const totalSql: Sql = sql.id('k', '~total');

/** Where the rows of a page come from. */
interface PageSource {
  readonly rows: Sql;
  /**
   * The same rows in their order, without a subquery: what is selected from it is computed for each row that the database reads, so this is only for
   * a page whose rows are next to each other in an index. Undefined for a page that is found by its keys.
   */
  readonly inOrder?: Sql;
  /** The number of all rows that match, of a page that brings it. */
  readonly total: Sql;
}

/**
 * The rows of a page, selected from the model's own table first, so that labels are computed only for them (CONTRACT §4). With an offset,
 * the skipped rows are read by their keys only, for which an index may suffice; so are all rows that match, where they are counted.
 */
export function pageSource(context: SqlContext, input: SqlInput<ListPlan>, shown: ShownColumns): PageSource {
  const source = plainSource(context, input, shown);
  const counts = countsOf(shown.paths);
  if (counts.length === 0) return source;
  const total = input.plan.bringsTotal ? sql`, ${source.total}` : sql``;
  const rows = sql`SELECT ${neededColumns(context, input.plan, shown)}${total} FROM ${source.rows}`;
  return { rows: withCounts(context, rows, counts), total: sql.id('t', '~total') };
}

function plainSource(context: SqlContext, input: SqlInput<ListPlan>, shown: ShownColumns): PageSource {
  const { plan } = input;
  const byKeys = (keys: Sql): PageSource => ({ rows: joinedByKey(plan, keys), total: totalSql });
  if (plan.scan) return byKeys(scannedOrSorted(context, input, plan.scan));
  const page = sql`${tableSql(plan.model.table)} AS "t" WHERE ${whereSql(context, input)}${boundarySql(context, plan)} ${orderSql(context, plan)} ${limitSql(context, plan)}`;
  if (plan.bringsTotal) return byKeys(sql`SELECT ${keysOf(plan)}, count(*) OVER () AS "~total" FROM ${page}`);
  if (plan.offset) return byKeys(sql`SELECT ${keysOf(plan)} FROM ${page}`);
  return { rows: sql`(SELECT ${neededColumns(context, plan, shown)} FROM ${page}) AS "t"`, inOrder: page, total: totalSql };
}

function keysOf({ model }: SqlPlan<ListPlan>): Sql {
  return sql.join(model.primaryKey.map((field) => sql.id('t', field.column)));
}

/** The rows with the keys that a query finds. */
function joinedByKey({ model }: SqlPlan<ListPlan>, keys: Sql): Sql {
  const same = model.primaryKey.map((field) => sql`${comparedSql(field, 't')} = ${comparedSql(field, 'k')}`);
  return sql`(${keys}) AS "k" JOIN ${tableSql(model.table)} AS "t" ON ${sql.join(same, sql` AND `)}`;
}

/**
 * The keys of a page. A number of rows is read in the order of the list, and each is tested. Only if these do not fill the page, all rows that
 * match are found first and then sorted: a common table expression that is materialized is planned without regard to the order and
 * the limit of what reads it, and not run if that reads nothing. Names with a tilde hide no table.
 */
function scannedOrSorted(context: SqlContext, input: SqlInput<ListPlan>, scan: OrderedScan): Sql {
  const { plan } = input;
  const [keys, size] = [keysOf(plan), numberSql(plan.limit + 1)];
  const columns = new Set([...plan.model.primaryKey, ...plan.order.map((term) => term.field)].map((field) => field.column));
  const sorted = sql.join([...columns].map((column) => sql.id('t', column)));
  const table = sql`${tableSql(plan.model.table)} AS "t"`;
  const page = (): Sql => sql`${orderSql(context, plan)} ${limitSql(context, plan)}`;
  const tested = sql`SELECT ${sorted}, (${whereSql(context, input)}) AS "~match" FROM ${table} WHERE ${whereSql(context, { plan, where: scan.within })}${boundarySql(context, plan)} ${orderSql(context, plan)} LIMIT ${context.parameter(scan.rows)}`;
  const scanned = sql`SELECT ${keys} FROM (${tested}) AS "t" WHERE "~match" ${page()}`;
  const scannedCount = sql`(SELECT count(*) FROM "~scanned")`;
  const matched = sql`SELECT ${sorted} FROM ${table} WHERE ${whereSql(context, input)}${boundarySql(context, plan)}`;
  const expressions = sql`WITH "~scanned" AS MATERIALIZED (${scanned}), "~matched" AS MATERIALIZED (${matched})`;
  return sql`${expressions} SELECT * FROM "~scanned" WHERE ${scannedCount} = ${size} UNION ALL (SELECT ${keys} FROM "~matched" AS "t" WHERE ${scannedCount} < ${size} ${page()})`;
}

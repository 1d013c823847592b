import { sql } from 'kysely';
import type { Sql } from '../databases/sql-fragments.ts';
import type { Field } from '../model/field.ts';
import { fieldsWithoutLarge } from '../model/model.ts';
import { columnOf } from '../model/path-column.ts';
import type { OrderTerm } from '../plan/plan.ts';
import type { ActionPlan, Assignment, MatchingKeysPlan, TextsJob } from '../plan/write.ts';
import { comparedSql, jsonSql, storedJsonSql } from './column.ts';
import { tableSql } from '../databases/table-sql.ts';
import { collectedTable, conditionSql } from './condition.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { watchedEffect } from './impact.ts';
import type { Pair } from '../databases/sql-fragments.ts';
import { type ComputedLabel, displayText, jsonColumns, type PlaceQuery, rawText, rowJson, type Shown } from './row-json.ts';
import { countInRow, countsOf, pathText, withCounts } from './path-columns.ts';
import { neededColumns, type ShownColumns, termsSql } from './page-source.ts';
import { columnsOf, deletedRows, jsonRows, updatedRows, type Watched, writtenSql } from './write-statements.ts';
import { numberSql } from '../databases/literals.ts';

/** A query of a run, and the meaning of its columns. */
export interface ActionQuery {
  readonly query: Sql;
  readonly fieldColumns: number;
  readonly helperColumns: number;
  /** Whether all rows are returned as the text of one JSON list. */
  readonly isJsonList?: boolean;
  readonly computed: readonly ComputedLabel[];
  readonly watched?: Watched | undefined;
}

type WrittenQuery = Pick<ActionQuery, 'query' | 'watched'>;

const noColumns = { fieldColumns: 0, helperColumns: 0, computed: [] };

/** The query of a job on the rows of a run. */
export function actionQuery(context: SqlContext, input: SqlInput<ActionPlan>): ActionQuery {
  const { job } = input.plan;
  switch (job.do) {
    case 'keys':
      return { ...noColumns, ...keysQuery(context, input, job) };
    case 'make table':
      return { query: context.fragments.transactionTable(collectedTable, placedKeys(context, input, false)), ...noColumns };
    case 'collect':
      return { query: sql`INSERT INTO ${sql.id(collectedTable)} ${placedKeys(context, input, job.locks)}`, ...noColumns };
    case 'count':
      return { query: sql`SELECT count(*) ${rowsSql(context, input)}`, ...noColumns };
    case 'read':
      return readQuery(context, input);
    case 'show':
      return shownQuery(context, input, job.fields);
    case 'texts':
      return textsQuery(context, input, job);
    case 'update':
      return { ...noColumns, ...updateQuery(context, input, job.values) };
    case 'delete':
      return { ...noColumns, ...deletedRows(context, input.plan.model.table, whereSql(context, input)) };
    case 'watch':
      return { ...noColumns, ...watchedEffect(context, { cascade: job.cascade, model: input.plan.model, where: input.where }, job.effect) };
  }
}

/** The keys of the rows of a list, which are locked. */
export function matchingKeysQuery(context: SqlContext, input: SqlInput<MatchingKeysPlan>): ActionQuery {
  return { ...noColumns, ...keysQuery(context, input, { locks: input.plan.model.isLockable, limit: input.plan.limit }) };
}

/** A plan on rows of one model. */
type RowsInput = SqlInput<ActionPlan | MatchingKeysPlan>;

function whereSql(context: SqlContext, { plan, where }: RowsInput): Sql {
  return conditionSql(context, where, { model: plan.model, alias: 't', isRule: false });
}

function rowsSql(context: SqlContext, input: RowsInput): Sql {
  return sql`FROM ${tableSql(input.plan.model.table)} AS "t" WHERE ${whereSql(context, input)}`;
}

function keyColumns({ plan }: RowsInput): Sql[] {
  return plan.model.primaryKey.map((field) => sql.id('t', field.column));
}

function keysQuery(
  context: SqlContext,
  input: RowsInput,
  { locks, limit }: { readonly locks: boolean; readonly limit: number | undefined },
): ReturnType<typeof jsonRows> {
  const { fragments } = context;
  const key = fragments.jsonText(fragments.jsonArray(input.plan.model.primaryKey.map((field) => jsonSql(context, field, 't'))));
  const most = limit === undefined ? sql`` : sql` LIMIT ${numberSql(limit)}`;
  const lock = locks ? fragments.lock('change') : sql``;
  return jsonRows(context, sql`SELECT ${key} AS "json" ${rowsSql(context, input)} ORDER BY ${sql.join(keyColumns(input))}${most}${lock}`);
}

/** The keys with their numbers, in the form of the transaction's table. */
function placedKeys(context: SqlContext, input: SqlInput<ActionPlan>, locks: boolean): Sql {
  const keys = keyColumns(input);
  const named = sql.join(input.plan.model.primaryKey.map((field, index) => sql`${comparedSql(field, 't')} AS ${sql.id(`k${index}`)}`));
  const lock = locks ? context.fragments.lock('change') : sql``;
  const rows = sql`SELECT ${named} ${rowsSql(context, input)} ORDER BY ${sql.join(keys)}${lock}`;
  const columns = sql.join(keys.map((_, index) => sql.id('s', `k${index}`)));
  return sql`SELECT row_number() OVER () AS ${sql.id('place')}, ${columns} FROM (${rows}) AS "s"`;
}

function readQuery(context: SqlContext, input: SqlInput<ActionPlan>): ActionQuery {
  // Write-only fields are never passed to handlers.
  const fields = fieldsWithoutLarge(input.plan.model).filter((field) => !field.writeOnly);
  const pairs = fields.map((field): Pair => [field.name, storedJsonSql(context, field, 't')]);
  const pieces = jsonColumns(context, pairs);
  const query = sql`SELECT ${sql.join(pieces)} ${rowsSql(context, input)} ORDER BY ${sql.join(keyColumns(input))}`;
  return { query, fieldColumns: pieces.length, helperColumns: 0, computed: [] };
}

function shownQuery(
  context: SqlContext,
  input: SqlInput<ActionPlan>,
  fields: Extract<ActionPlan['job'], { readonly do: 'show' }>['fields'],
): ActionQuery {
  const labels = joinedLabels(context);
  const row = rowJson(context, context.access(input.plan.model), fields, labels.place);
  const own = jsonColumns(context, row.own);
  const helpers = jsonColumns(context, row.helpers);
  const query = sql`SELECT ${sql.join([...own, ...helpers])} ${labelledRows(context, input, { fields, paths: [], order: [], joins: labels.joins })}`;
  return { query, fieldColumns: own.length, helperColumns: helpers.length, computed: row.computed };
}

/** One column for each field; for a computed label, the column has the row that the label function reads. */
function textsQuery(context: SqlContext, input: SqlInput<ActionPlan>, { fields, isRaw, withKey, order }: TextsJob): ActionQuery {
  const computed: ComputedLabel[] = [];
  const { joins, place } = joinedLabels(context);
  const paths = fields.flatMap((field) => columnOf(field) ?? []);
  const counts = countsOf(paths);
  const columns = fields.map((field, index) => {
    const path = columnOf(field);
    if (path?.end.kind === 'count') return context.fragments.scalarText(countInRow(counts.indexOf(path)));
    const text = path ? pathText(context, path, { isRaw, place }) : textOf(context, field, { isRaw, place });
    if (text.computed) computed.push({ name: String(index), model: text.computed });
    return text.value;
  });
  const key = withKey ? input.plan.model.primaryKey.map((field) => rawText(context, field)) : [];
  const rows = labelledRows(context, input, { fields: fields.filter((field) => !columnOf(field)), paths, order, joins });
  const query = sql`SELECT ${sql.join([...columns, ...key])} ${rows}`;
  return { query, fieldColumns: 0, helperColumns: 0, computed };
}

function textOf(
  context: SqlContext,
  field: Field,
  { isRaw, place }: { readonly isRaw: boolean; readonly place: PlaceQuery | undefined },
): Shown {
  return isRaw ? { value: rawText(context, field) } : displayText(context, field, place ? { place } : {});
}

/**
 * The labels of the rows that a row points to, in a statement that may read all rows: joined, where the database then finds the label of each
 * row once for all that point to it.
 */
function joinedLabels(context: SqlContext): { readonly joins: readonly Sql[]; readonly place?: PlaceQuery } {
  const { joinedValue } = context.fragments;
  if (!joinedValue) return { joins: [] };
  const joins: Sql[] = [];
  const place: PlaceQuery = (query) => {
    const alias = context.alias();
    joins.push(joinedValue(query, alias));
    return sql.id(alias, 'value');
  };
  return { joins, place };
}

interface Labelled extends ShownColumns {
  /** By the keys if it is empty. */
  readonly order: readonly OrderTerm[];
  readonly joins: readonly Sql[];
}

/**
 * The rows of a run in their order, with the joins of their labels. The rows are found in a subquery: among many joins, PostgreSQL would test some
 * conditions only after it has looked up the labels of all rows of the table. It keeps an ordered subquery apart. The order outside is that of the result, which a
 * subquery does not promise.
 */
function labelledRows(context: SqlContext, input: SqlInput<ActionPlan>, { fields, paths, order, joins }: Labelled): Sql {
  const { model } = input.plan;
  const sorted = sql`ORDER BY ${order.length > 0 ? termsSql(context, order) : sql.join(keyColumns(input))}`;
  const rows = rowsSql(context, input);
  const counts = countsOf(paths);
  if (joins.length === 0 && counts.length === 0) return sql`${rows} ${sorted}`;
  const columns = sql`SELECT ${neededColumns(context, { model, order }, { fields, paths })} ${rows}`;
  const source = counts.length > 0 ? withCounts(context, columns, counts) : sql`(${columns} ${sorted}) AS "t"`;
  return sql`FROM ${source} ${sql.join(joins, sql` `)} ${sorted}`;
}

function updateQuery(context: SqlContext, input: SqlInput<ActionPlan>, values: readonly Assignment[]): WrittenQuery {
  const sets = values.map((value) => sql`${sql.id(value.field.column)} = ${writtenSql(context, value)}`);
  const { table } = input.plan.model;
  return updatedRows(context, { table, where: whereSql(context, input), sets: sql.join(sets), assigned: columnsOf(values) });
}

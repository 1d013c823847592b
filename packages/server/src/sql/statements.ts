import { sql } from 'kysely';
import { type Field, isIndirect, isLarge } from '../model/field.ts';
import type { Pair, Sql } from '../databases/sql-fragments.ts';
import { type CountPlan, isReversed, type ListPlan, type OrderTerm, type RowPlan, type AutocompletePlan } from '../plan/plan.ts';
import { comparedSql, isCursorInRow, keyJson, cursorSql } from './column.ts';
import { tableSql } from '../databases/table-sql.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { type ComputedLabel, fieldsJson, jsonColumns, labelSql, rowJson, pickedJson } from './row-json.ts';
import { type TypesSql, typeSql } from '../databases/type-sql.ts';
import { numberSql } from '../databases/literals.ts';
import { cutPairs, isCut } from './cut-values.ts';
import { limitSql, orderSql, pageSource, type ShownColumns, whereSql } from './page-source.ts';
import { countOfRow, countPairs, countsOf, pathPieces } from './path-columns.ts';

/** A query and the meaning of its columns. */
export interface ReadQuery {
  readonly query: Sql;
  /** The same with fewer steps, for a page whose rows are next to each other in an index. It has the same parameters. */
  readonly inOrder?: Sql;
  /** The number of leading columns with pieces of the row's own fields. */
  readonly fieldColumns: number;
  /** The number of columns after them with pieces of its helpers. */
  readonly helperColumns: number;
  /** Where the JSON values of the sort fields are. */
  readonly cursor: CursorSource;
  /** Whether all rows are returned as one text, followed by their number and the cursors of the row found first and, if there are more, of the last; and, if the plan brings it, the total. */
  readonly isOneText: boolean;
  readonly computed: readonly ComputedLabel[];
}

/**
 * Where the JSON values of the sort fields are: in a column after the pieces of the row, which only a total follows; or in these fields of the
 * row; or nowhere, if a page may not start at a row.
 */
export type CursorSource = 'column' | readonly string[] | 'none';

/** Whether a page may start at a row instead of at an offset (CONTRACT §4). */
export function takesCursors(order: readonly OrderTerm[], types: TypesSql): boolean {
  return order.every(
    ({ field, descending }) =>
      descending === order[0]?.descending &&
      !field.null &&
      !field.link &&
      !isIndirect(field) &&
      typeSql(types, field.inner ?? field).hasCursors(field.inner ?? field),
  );
}

/** The fields in a list: those that the actor may read, without the large ones (CONTRACT §1). */
function listFields(context: SqlContext, { plan }: SqlInput<ListPlan>): Field[] {
  return context
    .access(plan.model)
    .fields.filter(
      (field) => !isLarge(field) && (plan.withDetails || !field.detailOnly) && (!field.link || plan.model.listDisplay.includes(field.name)),
    );
}

/** The columns of a row of a page, each a JSON object. */
interface RowColumns {
  readonly own: readonly Sql[];
  readonly helpers: readonly Sql[];
  readonly computed: readonly ComputedLabel[];
}

/** The service parses computed labels, but never the row's own fields: the helpers are apart if there are such labels. */
function rowColumns(context: SqlContext, { plan }: SqlInput<ListPlan>, { fields, paths }: ShownColumns): RowColumns {
  const related = pathPieces(context, plan.model, paths, plan.cut);
  const row = rowJson(context, context.access(plan.model), fields);
  const own = plan.cut === undefined ? row.own : cutPairs(context, plan.model, { fields, length: plan.cut });
  const computed = [...row.computed, ...related.computed];
  const helpers = [...row.helpers, ...countPairs(countsOf(paths))];
  if (computed.length === 0) return { own: [...jsonColumns(context, [...own, ...helpers]), ...related.pieces], helpers: [], computed };
  return { own: jsonColumns(context, own), helpers: [...jsonColumns(context, helpers), ...related.pieces], computed };
}

/** A page: as one text if that is cheaper, otherwise row by row. */
export function listQuery(context: SqlContext, input: SqlInput<ListPlan>): ReadQuery {
  const { plan } = input;
  const { fragments, types } = context.dialect;
  const fields = listFields(context, input);
  const paths = context.columns(plan.model);
  const { own, helpers, computed } = rowColumns(context, input, { fields, paths });
  const sorts = plan.order.map(({ field }) => field);
  const hasCursor = takesCursors(plan.order, types);
  const cursorText = fragments.jsonText(fragments.jsonArray(sorts.map((field) => cursorSql(context, field, 't'))));
  const source = pageSource(context, input, { fields, paths });
  if (fragments.joinedPage && computed.length === 0) {
    const query = fragments.joinedPage({
      row: own.reduce((first, second) => fragments.joinObjects(first, second)),
      cursor: hasCursor ? cursorText : null,
      total: plan.bringsTotal ? source.total : null,
      source: source.rows,
      order: orderSql(context, plan),
      limit: plan.limit,
      isReversed: isReversed(plan),
    });
    return { query, fieldColumns: 1, helperColumns: 0, cursor: hasCursor ? 'column' : 'none', isOneText: true, computed: [] };
  }
  const cursor = hasCursor ? cursorSourceOf(context, sorts, input, fields) : 'none';
  const columns = sql.join([...own, ...helpers, ...(cursor === 'column' ? [cursorText] : []), ...(plan.bringsTotal ? [source.total] : [])]);
  const query = sql`SELECT ${columns} FROM ${source.rows} ${orderSql(context, plan)}`;
  const inOrder = source.inOrder && sql`SELECT ${columns} FROM ${source.inOrder}`;
  const widths = { fieldColumns: own.length, helperColumns: helpers.length };
  return { query, ...(inOrder ? { inOrder } : {}), ...widths, cursor, isOneText: false, computed };
}

/** The fields that have the cursor, if the rows show them all; otherwise a column, which SQLite computes for each row, though two are used. */
function cursorSourceOf(context: SqlContext, sorts: readonly Field[], { plan }: SqlInput<ListPlan>, shown: readonly Field[]): CursorSource {
  const isWhole = (field: Field): boolean => plan.cut === undefined || !isCut(field, plan.cut);
  const isInRow = sorts.every((field) => shown.includes(field) && isWhole(field) && isCursorInRow(context, field));
  return isInRow ? sorts.map(({ name }) => name) : 'column';
}

/** One row; its own fields are apart from the helpers, because the ETag covers only the former (CONTRACT §5). */
export function rowQuery(context: SqlContext, input: SqlInput<RowPlan>): ReadQuery {
  const { plan } = input;
  const view = context.access(plan.model);
  const row = rowJson(context, view, view.fields);
  const own = jsonColumns(context, row.own);
  const paths = context.columns(plan.model);
  const related = pathPieces(context, plan.model, paths);
  const counts = countsOf(paths).map((column): Pair => [column.name, countOfRow(context, column)]);
  const helpers = [...jsonColumns(context, [...row.helpers, ...pickedJson(context, view), ...counts]), ...related.pieces];
  const query = sql`SELECT ${sql.join([...own, ...helpers])} FROM ${tableSql(plan.model.table)} AS "t" WHERE ${whereSql(context, input)}`;
  const widths = { fieldColumns: own.length, helperColumns: helpers.length };
  return { query, ...widths, cursor: 'none', isOneText: false, computed: [...row.computed, ...related.computed] };
}

/** What a query of one column returns, which is no part of a row. */
export const oneColumn: Omit<ReadQuery, 'query'> = {
  fieldColumns: 1,
  helperColumns: 0,
  cursor: 'none',
  isOneText: false,
  computed: [],
};

/** The number of rows; with filters, up to the plan's limit. A whole table is counted from the pages of an index. */
export function countQuery(context: SqlContext, input: SqlInput<CountPlan>): ReadQuery {
  const { plan } = input;
  const source = sql`FROM ${tableSql(plan.model.table)} AS "t" WHERE ${whereSql(context, input)}`;
  const key = comparedSql(plan.model.primaryKey[0], 't');
  if (plan.mode === 'span') {
    const end = (value: Sql): Sql => sql`(SELECT ${value} ${source})`;
    return { query: sql`SELECT coalesce(${end(sql`max(${key})`)} - ${end(sql`min(${key})`)} + 1, 0)`, ...oneColumn };
  }
  const counted =
    plan.limit === undefined || (input.where.kind === 'true' && plan.mode !== 'capped')
      ? sql`SELECT count(*) ${source}`
      : sql`SELECT count(*) FROM (SELECT 1 ${source} LIMIT ${numberSql(plan.limit + 1)}) AS "counted"`;
  const { estimate } = context.fragments;
  return { query: plan.mode === 'estimate' && estimate ? estimate.explain(sql`SELECT 1 ${source}`) : counted, ...oneColumn };
}

/** The matches of an autocomplete; if the plan says so, only a number of them, found by their keys. */
function candidatesSql(context: SqlContext, input: SqlInput<AutocompletePlan>): Sql {
  const { model, candidates } = input.plan;
  const where = whereSql(context, input);
  if (candidates === undefined) return where;
  const keys = model.primaryKey.map((field) => comparedSql(field, 't'));
  const newest = sql.join(model.primaryKey.map((field) => sql`${sql.id('t', field.column)} DESC`));
  return sql`(${sql.join(keys)}) IN (SELECT ${sql.join(keys)} FROM ${tableSql(model.table)} AS "t" WHERE ${where} ORDER BY ${newest} LIMIT ${numberSql(candidates)})`;
}

/** Keys with their labels; the fields beside them are in columns of their own. */
export function autocompleteQuery(context: SqlContext, input: SqlInput<AutocompletePlan>): ReadQuery {
  const { plan } = input;
  const view = context.access(plan.model);
  const object = context.fragments.jsonObject([
    ['value', keyJson(context, plan.model, 't')],
    ['label', labelSql(context, view, 't')],
  ]);
  const beside = fieldsJson(context, view, plan.fields);
  const own = [context.fragments.jsonText(object), ...jsonColumns(context, beside.own)];
  const helpers = jsonColumns(context, beside.helpers);
  const query = sql`SELECT ${sql.join([...own, ...helpers])} FROM ${tableSql(plan.model.table)} AS "t" WHERE ${candidatesSql(context, input)} ${orderSql(context, plan)} ${limitSql(context, plan)}`;
  const label = plan.model.label.kind === 'computed' ? [{ name: 'label', model: plan.model }] : [];
  const widths = { fieldColumns: own.length, helperColumns: helpers.length };
  return { query, ...widths, cursor: 'none', isOneText: false, computed: [...label, ...beside.computed] };
}

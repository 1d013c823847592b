import { sql } from 'kysely';
import type { Sql } from '../databases/sql-fragments.ts';
import { innerOf, isIndirect } from '../model/field.ts';
import { fieldsWithoutLarge, type Model } from '../model/model.ts';
import { isOneRow } from '../plan/condition.ts';
import {
  type Assignment,
  type DeletePlan,
  type ExistenceCheck,
  type InsertPlan,
  type LinksPlan,
  type ChecksPlan,
  SourceSql,
  type RowsForWritePlan,
  type UpdatePlan,
} from '../plan/write.ts';
import { comparedSql, jsonSql, storedJsonSql } from './column.ts';
import { changedTableSql, filledTableSql, tableSql } from '../databases/table-sql.ts';
import { conditionSql } from './condition.ts';
import type { SqlContext, SqlInput } from './context.ts';
import type { Pair } from '../databases/sql-fragments.ts';
import { whereSql } from './page-source.ts';
import { jsonColumns } from './row-json.ts';

/** A query of a write, and the number of its leading columns that are pieces of a row. */
export interface WriteQuery {
  readonly query: Sql;
  readonly fieldColumns: number;
  /** Whether all rows are returned as the text of one JSON list. */
  readonly isJsonList?: boolean;
}

/** A query whose column `json` has the JSON text of each row; as one list, where the database makes one. */
export function jsonRows({ fragments }: SqlContext, query: Sql): Pick<WriteQuery, 'query' | 'isJsonList'> {
  return fragments.listOfJson ? { query: fragments.listOfJson(query), isJsonList: true } : { query };
}

/** Rows by their keys, in the order of the keys, so that concurrent writers cannot deadlock. */
export function rowsForWriteQuery(context: SqlContext, input: SqlInput<RowsForWritePlan>): WriteQuery {
  const { model, mode, right, isApart = false } = input.plan;
  const pairs = fieldsWithoutLarge(model).map((field): Pair => [field.name, storedJsonSql(context, field, 't')]);
  const pieces = mode === 'lock' ? [sql`1`] : jsonColumns(context, pairs);
  const order = sql.join(model.primaryKey.map((field) => sql.id('t', field.column)));
  const lock =
    mode === 'read' || right === 'add' ? sql`` : context.fragments.lock(right === 'delete' || right === 'purge' ? 'delete' : 'change');
  const rest = sql`FROM ${tableSql(model.table)} AS "t" WHERE ${whereSql(context, input)} ORDER BY ${order}${lock}`;
  const [piece, ...others] = pieces;
  if (piece && others.length === 0 && mode !== 'lock' && !isApart && !isOneRow(input.where))
    return { ...jsonRows(context, sql`SELECT ${piece} AS "json" ${rest}`), fieldColumns: 1 };
  return { query: sql`SELECT ${sql.join(pieces)} ${rest}`, fieldColumns: mode === 'lock' ? 0 : pieces.length };
}

/** The SQL of a written value. If a foreign key references another column than the target's key, it reads that column (CONTRACT §1). */
export function writtenSql(context: SqlContext, { field, written }: Assignment): Sql {
  if (written instanceof SourceSql) return written.sql as Sql;
  const parameter = context.parameter(written);
  const { relation, inner } = field;
  if (written.kind === 'driver' || !isIndirect(field) || !relation || !inner) return parameter;
  const target = context.targetOf(field);
  return sql`(SELECT ${sql.id('x', relation.column)} FROM ${tableSql(target.table)} AS "x" WHERE ${comparedSql(inner, 'x')} = ${parameter})`;
}

/** Inserts a row and returns its key. SQLite allows no alias there. */
export function insertQuery(context: SqlContext, { plan }: SqlInput<InsertPlan>): WriteQuery {
  const { model, values } = plan;
  const key = context.fragments.jsonText(
    context.fragments.jsonArray(model.primaryKey.map((field) => jsonSql(context, field, model.table.name))),
  );
  const columns = values.map(({ field }) => sql.id(field.column));
  const row =
    values.length === 0
      ? context.fragments.noValues
      : sql`(${sql.join(columns)}) VALUES (${sql.join(values.map((value) => writtenSql(context, value)))})`;
  return { query: sql`INSERT INTO ${filledTableSql(model.table)} ${row} RETURNING ${key}`, fieldColumns: 0 };
}

/** Updates several rows with the same values. */
export function updateQuery(context: SqlContext, input: SqlInput<UpdatePlan>): WriteQuery {
  const { model, values } = input.plan;
  const sets = values.map((value) => sql`${sql.id(value.field.column)} = ${writtenSql(context, value)}`);
  return {
    query: sql`UPDATE ${changedTableSql(model.table)} AS "t" SET ${sql.join(sets)} WHERE ${whereSql(context, input)}`,
    fieldColumns: 0,
  };
}

/** Deletes rows. */
export function deleteQuery(context: SqlContext, input: SqlInput<DeletePlan>): WriteQuery {
  return {
    query: sql`DELETE FROM ${changedTableSql(input.plan.model.table)} AS "t" WHERE ${whereSql(context, input)}`,
    fieldColumns: 0,
  };
}

/** Inserts or deletes links from the row to the targets with these keys. */
export function linksQuery(context: SqlContext, input: SqlInput<LinksPlan>): WriteQuery {
  const { kind, model, field, targets: given } = input.plan;
  const { link } = field;
  if (!link) throw new Error(`${field.name} has no link table`);
  const inner = innerOf(field);
  const target = context.targetOf(field);
  const isTarget = context.fragments.isAmong(comparedSql(inner, 'x'), context.parameter(given), inner);
  const owner = sql`FROM ${tableSql(model.table)} AS "t"`;
  const where = whereSql(context, input);
  if (kind === 'link') {
    const pair = sql`SELECT ${sql.id('t', link.sourceKey)}, ${sql.id('x', link.targetKey)} ${owner} CROSS JOIN ${tableSql(target.table)} AS "x"`;
    return {
      query: sql`INSERT INTO ${filledTableSql(link.table)} (${sql.id(link.source)}, ${sql.id(link.target)}) ${pair} WHERE ${isTarget} AND ${where}`,
      fieldColumns: 0,
    };
  }
  const source = sql`${sql.id('l', link.source)} IN (SELECT ${sql.id('t', link.sourceKey)} ${owner} WHERE ${where})`;
  const targets = sql`SELECT ${sql.id('x', link.targetKey)} FROM ${tableSql(target.table)} AS "x" WHERE ${isTarget}`;
  return {
    query: sql`DELETE FROM ${changedTableSql(link.table)} AS "l" WHERE ${source} AND ${sql.id('l', link.target)} IN (${targets})`,
    fieldColumns: 0,
  };
}

/**
 * Keeps the target of a link from moving to the trash before the transaction ends: a foreign key does not, because that is only a change.
 * The target of a link of staff is kept from a delete too, because no foreign key of the database points to it.
 */
function lockOfTarget(context: SqlContext, check: Extract<ExistenceCheck, { readonly model: Model }>): Sql {
  const isTarget = check.kind === 'all' || check.isScoped;
  const isKept = check.model.softDelete !== undefined || (check.kind === 'row' && check.isKept === true);
  return isTarget && isKept && check.model.isLockable ? context.fragments.lock('keep') : sql``;
}

/** A 1 for each check whose answer is yes. */
export function checksQuery(context: SqlContext, { plan }: SqlInput<ChecksPlan>): WriteQuery {
  const answers = plan.checks.map((check) => {
    if (check.kind !== 'columns') {
      const { model, condition } = check;
      const matches = conditionSql(context, condition, { model, alias: 't', isRule: false });
      const rows = sql`SELECT 1 FROM ${tableSql(model.table)} AS "t" WHERE ${matches}${lockOfTarget(context, check)}`;
      if (check.kind === 'all')
        return sql`CASE WHEN (SELECT count(*) FROM (${rows}) AS "n") = ${context.parameter(check.count)} THEN 1 ELSE 0 END`;
      return sql`CASE WHEN EXISTS (${rows}) THEN 1 ELSE 0 END`;
    }
    const same = check.pairs.map((pair) => sql`${sql.id('t', pair.column)} = ${context.parameter(pair.value)}`);
    return sql`CASE WHEN EXISTS (SELECT 1 FROM ${tableSql(check.table)} AS "t" WHERE ${sql.join(same, sql` AND `)}) THEN 1 ELSE 0 END`;
  });
  return { query: sql`SELECT ${sql.join(answers)}`, fieldColumns: 0 };
}

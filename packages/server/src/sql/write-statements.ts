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
import type { Recording, SqlContext, SqlInput } from './context.ts';
import type { RecordedTable, RowOperation } from '../databases/recording.ts';
import { type TableName, tableText } from '../model/table.ts';
import type { Pair } from '../databases/sql-fragments.ts';
import { whereSql } from './page-source.ts';
import { jsonColumns } from './row-json.ts';

/** A query of a write, and the number of its leading columns that are pieces of a row. */
export interface WriteQuery {
  readonly query: Sql;
  readonly fieldColumns: number;
  /** Whether all rows are returned as the text of one JSON list. */
  readonly isJsonList?: boolean;
  /** The table of which it notes rows in the journal, and the query that does it before this one. */
  readonly watched?: Watched | undefined;
}

/** A table of which a query notes rows, and the query that does it first. */
export interface Watched {
  /** Only its name, if its rows can not be noted: the change set then has a gap. */
  readonly table: RecordedTable | string;
  readonly operation: RowOperation;
  /** Whether the database changes rows of other tables because of it. */
  readonly reachesOthers?: boolean;
  readonly before: Sql | undefined;
  /** Where the query notes its rows by itself: the one for a transaction that has noted rows of the table before. */
  readonly again?: Sql;
  /** Whether it returns how many rows it has changed and noted, in place of changing them. */
  readonly isCounted?: true;
}

/** An UPDATE of rows with the alias `t`, which notes them. */
export function updatedRows(
  context: SqlContext,
  { table, ...rows }: { readonly table: TableName; readonly where: Sql; readonly sets: Sql; readonly assigned: readonly string[] },
): Pick<WriteQuery, 'query' | 'watched'> {
  const source = changedTableSql(table);
  const { where, sets, assigned } = rows;
  const query = sql`UPDATE ${source} AS "t" SET ${sets} WHERE ${where}`;
  const recording = context.recordingOf(table);
  const { hasTriggers, key, followed } = recording?.table ?? { hasTriggers: true, key: [], followed: [] };
  const isPlain = recording && !hasTriggers && assigned.every((column) => !key.includes(column) && !followed.includes(column));
  if (!isPlain) return { query, watched: watchedRows(context, table, sql`FROM ${source} AS "t" WHERE ${where}`, assigned) };
  const { fragments, journal, table: recorded } = recording;
  const { first, again } = fragments.updated(journal, { table: recorded, source, where, sets, assigned });
  return { query: first, watched: { table: recorded, operation: 'update', before: undefined, again, isCounted: true } };
}

/** A DELETE of rows with the alias `t`, which notes them. */
export function deletedRows(context: SqlContext, table: TableName, where: Sql): Pick<WriteQuery, 'query' | 'watched'> {
  const source = changedTableSql(table);
  const recording = context.recordingOf(table);
  const rows = sql`FROM ${source} AS "t" WHERE ${where}`;
  if (!recording || recording.table.hasTriggers) return { query: sql`DELETE ${rows}`, watched: watchedRows(context, table, rows) };
  const { fragments, journal, table: recorded } = recording;
  const { first, again } = fragments.deleted(journal, { table: recorded, source, where });
  return { query: first, watched: { table: recorded, operation: 'delete', before: undefined, again, isCounted: true } };
}

/** What a query notes of a table; undefined where nothing is noted by queries. */
export function watching(
  context: SqlContext,
  table: TableName,
  operation: RowOperation,
  note: (recording: Recording) => Omit<Watched, 'operation'>,
): Watched | undefined {
  if (!context.isRecording) return undefined;
  const recording = context.recordingOf(table);
  return { operation, ...(recording ? note(recording) : { table: tableText(table), before: undefined }) };
}

/** The query that notes rows of a table before they are changed. @param assigned the columns that are set; undefined for a delete. */
export function watchedRows(context: SqlContext, table: TableName, rows: Sql, assigned?: readonly string[]): Watched | undefined {
  const set = assigned === undefined ? {} : { assigned };
  return watching(context, table, assigned ? 'update' : 'delete', ({ fragments, journal, table: recorded }) => ({
    table: recorded,
    before: fragments.watch(journal, { table: recorded, rows, isIndirect: false, ...set }),
    reachesOthers: assigned?.some((column) => recorded.followed.includes(column)) === true,
  }));
}

/** A query that inserts rows, and notes them. @param answer what is returned of each; it has the alias that it is given. */
export function insertedRows(
  context: SqlContext,
  table: TableName,
  insert: Sql,
  answer?: (alias: string) => Sql,
): Pick<WriteQuery, 'query' | 'watched'> {
  const recording = context.recordingOf(table);
  const plain = answer ? sql`${insert} RETURNING ${answer(table.name)}` : insert;
  if (!recording) return { query: plain, watched: watching(context, table, 'create', never) };
  const { fragments, journal, table: recorded } = recording;
  const { first, again } = fragments.inserted(journal, { table: recorded, insert, ...(answer ? { answer: answer('new') } : {}) });
  return { query: first, watched: { table: recorded, operation: 'create', before: undefined, again } };
}

function never(): never {
  throw new Error('A table is recorded, and is not.');
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
  const key = (alias: string): Sql =>
    context.fragments.jsonText(context.fragments.jsonArray(model.primaryKey.map((field) => jsonSql(context, field, alias))));
  const columns = values.map(({ field }) => sql.id(field.column));
  const row =
    values.length === 0
      ? context.fragments.noValues
      : sql`(${sql.join(columns)}) VALUES (${sql.join(values.map((value) => writtenSql(context, value)))})`;
  const insert = sql`INSERT INTO ${filledTableSql(model.table)} ${row}`;
  return { ...insertedRows(context, model.table, insert, key), fieldColumns: 0 };
}

/** Updates several rows with the same values. */
export function updateQuery(context: SqlContext, input: SqlInput<UpdatePlan>): WriteQuery {
  const { model, values } = input.plan;
  const sets = values.map((value) => sql`${sql.id(value.field.column)} = ${writtenSql(context, value)}`);
  const rows = { table: model.table, where: whereSql(context, input), sets: sql.join(sets), assigned: columnsOf(values) };
  return { ...updatedRows(context, rows), fieldColumns: 0 };
}

/** Deletes rows. */
export function deleteQuery(context: SqlContext, input: SqlInput<DeletePlan>): WriteQuery {
  return { ...deletedRows(context, input.plan.model.table, whereSql(context, input)), fieldColumns: 0 };
}

/** The columns that values are written to. */
export function columnsOf(values: readonly Assignment[]): readonly string[] {
  return values.map(({ field }) => field.column);
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
    const insert = sql`INSERT INTO ${filledTableSql(link.table)} (${sql.id(link.source)}, ${sql.id(link.target)}) ${pair} WHERE ${isTarget} AND ${where}`;
    return { ...insertedRows(context, link.table, insert), fieldColumns: 0 };
  }
  const source = (alias: string): Sql =>
    sql`${sql.id(alias, link.source)} IN (SELECT ${sql.id('t', link.sourceKey)} ${owner} WHERE ${where})`;
  const targets = sql`SELECT ${sql.id('x', link.targetKey)} FROM ${tableSql(target.table)} AS "x" WHERE ${isTarget}`;
  const rows = (alias: string): Sql => sql`FROM ${changedTableSql(link.table)} AS ${sql.id(alias)}`;
  const isMeant = (alias: string): Sql => sql`${source(alias)} AND ${sql.id(alias, link.target)} IN (${targets})`;
  return {
    query: sql`DELETE ${rows('l')} WHERE ${isMeant('l')}`,
    fieldColumns: 0,
    watched: watchedRows(context, link.table, sql`FROM (SELECT * ${rows('l')} WHERE ${isMeant('l')}) AS "t"`),
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

import { sql } from 'kysely';
import { textSql } from '../databases/literals.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import { changedTableSql, filledTableSql } from '../databases/table-sql.ts';
import { type TableName, tableId } from '../model/table.ts';
import type { RestorePlan, SetQuestion, SetRowsPlan } from '../plan/undo.ts';
import type { Recording, SqlContext, SqlInput } from './context.ts';
import { whereSql } from './page-source.ts';
import { columnsOf, deletedRows, insertedRows, updatedRows, writtenSql, type WriteQuery } from './write-statements.ts';

/** A table, and its rows in a change set. */
interface SetRows extends Omit<Recording, 'fragments'> {
  /** `FROM` the records of the set in the table, which have the alias `c`. */
  readonly records: Sql;
  readonly isMeant: Sql;
}

function setRows(context: SqlContext, { table, set }: Pick<SqlInput<SetRowsPlan>['plan'], 'table' | 'set'>): SetRows {
  const recorded = context.recordedTable(table);
  if (!recorded) throw new Error(`The changes of ${table.name} are not recorded.`);
  const isMeant = sql`"c"."change_set" = ${context.parameter(set)} AND "c"."tab" = ${textSql(recorded.table.name)}`;
  return { ...recorded, records: sql`${filledTableSql(recorded.journal.changeRow)} AS "c"`, isMeant };
}

type Ask<Q extends SetQuestion['do']> = (context: SqlContext, rows: SetRows, question: Extract<SetQuestion, { readonly do: Q }>) => Sql;

const questions: { readonly [Q in SetQuestion['do']]: Ask<Q> } = {
  lock({ dialect, fragments }, { table, records, isMeant }) {
    const there = sql`${records} JOIN ${changedTableSql(table.table)} AS "t" ON ${dialect.recording.hasKey(table, 't')}`;
    // In one order, so that two undos can not wait for each other.
    return sql`SELECT count(*) FROM (SELECT 1 FROM ${there} WHERE ${isMeant} ORDER BY "c"."row_key"${fragments.lock('delete')}) AS "locked"`;
  },
  compare({ dialect: { recording } }, { table, records, isMeant }) {
    const there = sql`LEFT JOIN ${changedTableSql(table.table)} AS "n" ON ${recording.hasKey(table, 'n')}`;
    const [first = ''] = table.key;
    const now = sql`CASE WHEN ${sql.id('n', first)} IS NOT NULL THEN ${recording.rowState(table, 'n')} END`;
    const states = ['before', 'after', 'omitted'].map((name) => sql`CAST(${sql.id('c', name)} AS text)`);
    return sql`SELECT "c"."row_key", "c"."op", "c"."indirect", ${sql.join(states)}, ${now} FROM ${records} ${there} WHERE ${isMeant} ORDER BY "c"."row_key"`;
  },
  missing({ dialect: { recording } }, { table, records, isMeant }, { columns, target, targetColumns }) {
    const values = columns.map((column) => recording.recordedValue(table, 'before', column));
    const isWhole = values.map((value) => sql`${value} IS NOT NULL`);
    const same = values.map((value, index) => sql`${sql.id('p', targetColumns[index] ?? '')} = ${value}`);
    const isThere = sql`EXISTS (SELECT 1 FROM ${changedTableSql(target)} AS "p" WHERE ${sql.join(same, sql` AND `)})`;
    return sql`SELECT "c"."row_key" FROM ${records} WHERE ${isMeant} AND ${sql.join(isWhole, sql` AND `)} AND NOT ${isThere}`;
  },
  referenced(context, { table, records, isMeant }, { by, columns, targetColumns, rows, going }) {
    const { recording } = context.dialect;
    const same = columns.map(
      (column, index) => sql`${sql.id('k', column)} = ${recording.recordedValue(table, 'after', targetColumns[index] ?? '')}`,
    );
    const among = (key: Sql, keys: typeof rows): Sql => context.fragments.isAmong(key, context.parameter(keys));
    const recorded = context.recordedTable(by)?.table;
    const isGoing = recorded ? sql` AND NOT ${among(recording.rowKey(recorded, 'k'), going)}` : sql``;
    const isReferenced = sql`EXISTS (SELECT 1 FROM ${changedTableSql(by)} AS "k" WHERE ${sql.join(same, sql` AND `)}${isGoing})`;
    return sql`SELECT "c"."row_key" FROM ${records} WHERE ${isMeant} AND "c"."op" = 'I' AND ${among(sql`"c"."row_key"`, rows)} AND ${isReferenced}`;
  },
};

/** Asks about the rows of a change set in one table. */
export function setRowsQuery(context: SqlContext, { plan }: SqlInput<SetRowsPlan>): WriteQuery {
  const ask = questions[plan.question.do] as Ask<SetQuestion['do']>;
  return { query: ask(context, setRows(context, plan), plan.question), fieldColumns: 0 };
}

/** Gives rows the recorded values that they had before a change set. Of the table of the plan's model, only rows in the actor's scope are changed or deleted. */
export function restoreQuery(context: SqlContext, input: SqlInput<RestorePlan>): WriteQuery {
  const { plan } = input;
  const rows = setRows(context, plan);
  const { table, records } = rows;
  const { recording } = context.dialect;
  const isMeant = sql`${rows.isMeant} AND ${context.fragments.isAmong(sql`"c"."row_key"`, context.parameter(plan.rows))}`;
  const valueOf = (column: string): Sql => recording.recordedValue(table, 'before', column);
  const { restoring } = plan;
  if (restoring.do === 'insert') {
    const { columns, values } = restoring;
    const names = [...columns, ...columnsOf(values)].map((column) => sql.id(column));
    const all = [...columns.map(valueOf), ...values.map((value) => writtenSql(context, value))];
    const insert = sql`INSERT INTO ${filledTableSql(plan.table)} (${sql.join(names)}) ${recording.overriding} SELECT ${sql.join(all)} FROM ${records} WHERE ${isMeant}`;
    return { ...insertedRows(context, plan.table, insert), fieldColumns: 0 };
  }
  const keys = sql.join(table.key.map((column) => sql.id('t', column)));
  const meantKeys = sql.join(table.key.map((column) => recording.recordedValue(table, 'row_key', column)));
  const where = sql`(${keys}) IN (SELECT ${meantKeys} FROM ${records} WHERE ${isMeant})${inScope(context, input)}`;
  if (restoring.do === 'delete') return { ...deletedRows(context, plan.table, where), fieldColumns: 0 };
  // Not by the index of change sets, which a server without statistics takes for as good: each row would be looked for among all of the set.
  const isOwn = sql`"c"."tab" = ${textSql(table.name)} AND "c"."row_key" = ${recording.rowKey(table, 't')} AND "c"."change_set" + 0 = ${context.parameter(plan.set)}`;
  const own = sql`FROM ${records} WHERE ${isOwn}`;
  const { columns, values } = restoring;
  const restored =
    columns.length === 0
      ? []
      : [sql`(${sql.join(columns.map((column) => sql.id(column)))}) = (SELECT ${sql.join(columns.map(valueOf))} ${own})`];
  const others = values.map((value) => sql`${sql.id(value.field.column)} = ${writtenSql(context, value)}`);
  const assigned = [...columns, ...columnsOf(values)];
  const sets = sql.join([...restored, ...others]);
  return {
    ...updatedRows(context, { table: plan.table, where, sets, assigned }),
    fieldColumns: 0,
  };
}

function inScope(context: SqlContext, input: SqlInput<RestorePlan>): Sql {
  const isOwn = (one: TableName, other: TableName): boolean => tableId(one) === tableId(other);
  return isOwn(input.plan.table, input.plan.model.table) ? sql` AND ${whereSql(context, input)}` : sql``;
}

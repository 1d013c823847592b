import { sql } from 'kysely';
import type { Journal, RecordedTable } from '../recording.ts';
import type { NotingFragments, NotingQuery, RecordingFragments } from '../recording-fragments.ts';
import type { RawStatement } from '../statement.ts';
import type { Sql } from '../sql-fragments.ts';
import { catalogSql, textSql } from '../literals.ts';
import { changedTableSql, filledTableSql } from '../table-sql.ts';
import { postgresJournalSize } from './journal-size.ts';
import { postgresFragments } from './sql-fragments.ts';
import { identifierText, postgresSystemTables } from './system-tables.ts';

/** The most columns of one call of `jsonb_build_object`, which takes 100 arguments. */
const maxColumns = 50;

/** A JSON object of columns as texts, each of which the type of its column reads back. */
function objectOf(table: RecordedTable, columns: readonly string[], alias: string): Sql {
  const parts: Sql[] = [];
  for (let from = 0; from === 0 || from < columns.length; from += maxColumns) {
    const pairs = columns.slice(from, from + maxColumns).map((column) => {
      const value = sql.id(alias, column);
      return sql`${textSql(column)}, ${value}::text`;
    });
    parts.push(sql`jsonb_build_object(${sql.join(pairs)})`);
  }
  return sql`(${sql.join(parts, sql` || `)})`;
}

/** The key of a row, as it is noted. */
export function keyOf(table: RecordedTable, alias: string): Sql {
  return sql`${objectOf(table, table.key, alias)}::text`;
}

/** The columns that are not kept and have a value, as a JSON list; null if there are none. */
function omittedOf(table: RecordedTable, alias: string): Sql {
  if (table.omitted.length === 0) return sql`NULL::jsonb`;
  const names = table.omitted.map((column) => sql`CASE WHEN ${sql.id(alias, column)} IS NOT NULL THEN ${textSql(column)} END`);
  return sql`nullif(to_jsonb(array_remove(ARRAY[${sql.join(names)}], NULL)), '[]'::jsonb)`;
}

/** The value of a column in a JSON object that {@link objectOf} has made. */
function memberOf(table: RecordedTable, object: Sql, column: string): Sql {
  const type = table.types.get(column);
  if (type === undefined) throw new Error(`The type of ${table.name}.${column} is not known.`);
  return sql`CAST(${object} ->> ${textSql(column)} AS ${catalogSql(type)})`;
}

/** A column in the type as which it is compared. */
function comparedColumn(table: RecordedTable, alias: string, column: string): Sql {
  const as = table.comparedAs.get(column);
  return as === undefined ? sql.id(alias, column) : sql`CAST(${sql.id(alias, column)} AS ${catalogSql(as)})`;
}

/** Whether a row has the key of a record. */
function hasKey(table: RecordedTable, alias: string): Sql {
  const key = sql`"c"."row_key"::jsonb`;
  return sql.join(
    table.key.map((column) => sql`${comparedColumn(table, alias, column)} = ${memberOf(table, key, column)}`),
    sql` AND `,
  );
}

/** All columns that are read of a table. */
function columnsOf({ key, kept, omitted }: RecordedTable): readonly string[] {
  return [...new Set([...key, ...kept, ...omitted])];
}

/** The id of the transaction's change set. */
export function currentSet(journal: Journal): Sql {
  return postgresSystemTables.currentSet(setTable(journal));
}

function setTable({ changeSet: { schema, name } }: Journal): string {
  return schema === undefined ? name : `${schema}.${name}`;
}

/** The table of change sets as a text that PostgreSQL reads, to take an id from its sequence. */
export function setTableText(journal: Journal): string {
  return identifierText(setTable(journal));
}

const noteColumns = sql`("change_set", "tab", "row_key", "op", "indirect", "before", "omitted")`;

/** The letter of a row that is as it was. */
const unchanged = 'N';

/** The letter of a row that a statement is about to change: the end of the transaction completes it. */
const pending = 'P';

/** The values of a note that depend on the statement. */
type NoteValues = Readonly<Record<'op' | 'before' | 'after' | 'omitted', Sql>>;

/**
 * The part of a statement that notes the rows which it has changed, as `noted`.
 * @param rows where they come from; their keys are `w.k`.
 */
function noting(journal: Journal, table: RecordedTable, { op, before, after, omitted }: NoteValues, rows: Sql): Noting {
  const columns = sql`("change_set", "tab", "row_key", "op", "indirect", "before", "after", "omitted")`;
  const values = sql`SELECT ${currentSet(journal)}, ${textSql(table.name)}, "w"."k", ${op}, 0, ${before}, ${after}, ${omitted} ${rows}`;
  const isPending = sql`"old"."op" = ${textSql(pending)}`;
  const wasMade = sql`"old"."before" IS NULL`;
  const first = sql`(coalesce(EXCLUDED."before", '{}'::jsonb) || "old"."before")`;
  const last = sql`(coalesce("old"."after", '{}'::jsonb) || EXCLUDED."after")`;
  const both = sql`coalesce("old"."omitted" || EXCLUDED."omitted", "old"."omitted", EXCLUDED."omitted")`;
  const isSame = sql`${first} = ${last} AND ${both} IS NULL`;
  const nextOp = sql`CASE WHEN ${isPending} THEN "old"."op" WHEN ${wasMade} THEN CASE WHEN EXCLUDED."after" IS NULL THEN ${textSql(unchanged)} ELSE 'I' END WHEN EXCLUDED."after" IS NULL THEN 'D' WHEN ${isSame} THEN ${textSql(unchanged)} ELSE 'U' END`;
  const nextBefore = sql`CASE WHEN ${isPending} OR EXCLUDED."after" IS NULL THEN ${first} WHEN NOT (${wasMade}) THEN ${differing(first, last)} END`;
  const nextAfter = sql`CASE WHEN EXCLUDED."after" IS NULL THEN NULL WHEN ${isPending} OR ${wasMade} THEN ${last} ELSE ${differing(last, first)} END`;
  const again = sql`ON CONFLICT ("tab", "row_key", "change_set") DO UPDATE SET "op" = ${nextOp}, "before" = ${nextBefore}, "after" = ${nextAfter}, "omitted" = ${both}`;
  const insert = sql`INSERT INTO ${filledTableSql(journal.changeRow)} AS "old" ${columns} ${values}`;
  return (complete) => ({
    first: complete(sql`"noted" AS (${insert} RETURNING 1)`),
    again: complete(sql`"noted" AS (${insert} ${again} RETURNING 1)`),
  });
}

/** Completes a statement that notes rows, in both of its forms. */
type Noting = (complete: (noted: Sql) => Sql) => NotingQuery;

/** The members of a JSON object that another one has otherwise, or not. */
function differing(own: Sql, other: Sql): Sql {
  return sql`(SELECT coalesce(jsonb_object_agg(e.key, e.value), '{}'::jsonb) FROM jsonb_each(${own}) AS e WHERE ${other} -> e.key IS DISTINCT FROM e.value)`;
}

/** How the rows that a transaction changes are noted on PostgreSQL: as they are before, and again at its end. */
export const postgresNoting: NotingFragments = {
  lock(table, keys) {
    const named = sql`(SELECT "value" AS "row_key" FROM jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) AS "k" ("value")) AS "c"`;
    const rows = sql`SELECT 1 FROM ${changedTableSql(table.table)} AS "t" JOIN ${named} ON ${hasKey(table, 't')} ORDER BY "c"."row_key" FOR UPDATE OF "t"`;
    return sql`SELECT count(*) FROM (${rows}) AS "locked"`;
  },
  watch(journal, { table, rows, isIndirect, assigned }) {
    const omitted = assigned ? textSql(JSON.stringify(assigned.filter((column) => table.omitted.includes(column)))) : omittedOf(table, 't');
    const noted = sql`SELECT ${currentSet(journal)}, ${textSql(table.name)}, ${keyOf(table, 't')}, ${textSql(pending)}, ${isIndirect ? sql`1` : sql`0`}, ${objectOf(table, table.kept, 't')}, ${assigned ? sql`nullif(${omitted}::jsonb, '[]'::jsonb)` : omitted} ${rows}`;
    // Columns that were changed before keep the value that they had first.
    const again = sql`ON CONFLICT ("tab", "row_key", "change_set") DO UPDATE SET "op" = EXCLUDED."op", "before" = EXCLUDED."before" || "old"."before"`;
    return sql`INSERT INTO ${filledTableSql(journal.changeRow)} AS "old" ${noteColumns} ${noted} ${again}`;
  },
  updated(journal, { table, source, where, sets, assigned }) {
    const columns = [...assigned.filter((column) => table.kept.includes(column)), ...table.generated];
    const omitted = assigned.filter((column) => table.omitted.includes(column));
    const state = objectOf(table, columns, 't');
    const own = sql.join(table.key.map((column, index) => sql`${comparedColumn(table, 't', column)} AS ${sql.id(`k${index}`)}`));
    const before = sql`"b" AS MATERIALIZED (SELECT ${own}, ${state} AS "v" FROM ${source} AS "t" WHERE ${where})`;
    const after = sql`"w" AS (UPDATE ${source} AS "t" SET ${sets} WHERE ${where} RETURNING ${own}, ${keyOf(table, 't')} AS "k", ${state} AS "v")`;
    const values = {
      op: sql`'U'`,
      before: withoutSame(sql`"b"."v"`, columns),
      after: withoutSame(sql`"w"."v"`, columns),
      omitted: omitted.length === 0 ? sql`NULL::jsonb` : sql`${textSql(JSON.stringify(omitted))}::jsonb`,
    };
    const isChanged = omitted.length === 0 ? sql` WHERE "b"."v" IS DISTINCT FROM "w"."v"` : sql``;
    const rows = sql`FROM "w" JOIN "b" USING (${sql.join(table.key.map((_, index) => sql.id(`k${index}`)))})${isChanged}`;
    return noting(
      journal,
      table,
      values,
      rows,
    )((noted) => sql`WITH ${before}, ${after}, ${noted} SELECT count(*), (SELECT count(*) FROM "noted") FROM "w"`);
  },
  deleted(journal, { table, source, where }) {
    const gone = sql`"w" AS (DELETE FROM ${source} AS "t" WHERE ${where} RETURNING ${keyOf(table, 't')} AS "k", ${objectOf(table, table.kept, 't')} AS "v", ${omittedOf(table, 't')} AS "o")`;
    const values = { op: sql`'D'`, before: sql`"w"."v"`, after: sql`NULL::jsonb`, omitted: sql`"w"."o"` };
    return noting(journal, table, values, sql`FROM "w"`)((noted) => sql`WITH ${gone}, ${noted} SELECT count(*), count(*) FROM "w"`);
  },
  inserted(journal, { table, insert, answer }) {
    const newRows = sql`"new" AS (${insert} RETURNING ${sql.join(columnsOf(table).map((column) => sql.id(column)))})`;
    // What triggers make of the row later is read at the end.
    const values = {
      op: table.hasTriggers ? textSql(pending) : sql`'I'`,
      before: sql`NULL::jsonb`,
      after: objectOf(table, table.kept, 'new'),
      omitted: omittedOf(table, 'new'),
    };
    const rows = sql`FROM "new" CROSS JOIN LATERAL (SELECT ${keyOf(table, 'new')} AS "k") AS "w"`;
    return noting(journal, table, values, rows)((noted) => sql`WITH ${newRows}, ${noted} SELECT ${answer ?? sql`1`} FROM "new"`);
  },
};

/** One of two states `v`, before or after, without the columns that are the same in both. */
function withoutSame(state: Sql, columns: readonly string[]): Sql {
  // One column differs, or the row is not noted.
  if (columns.length < 2) return state;
  const same = columns.map((column) => {
    const name = textSql(column);
    return sql`CASE WHEN "b"."v" -> ${name} = "w"."v" -> ${name} THEN ${name} END`;
  });
  return sql`${state} - array_remove(ARRAY[${sql.join(same)}], NULL)`;
}

/** A state of a record as a row of its table. @param alias the row that has the other columns; they are null without one. */
function rowOf(table: RecordedTable, state: Sql, others?: string): Sql {
  const object = sql`("c"."row_key"::jsonb || coalesce(${state}, '{}'::jsonb))`;
  const columns = columnsOf(table).map((column) => {
    const value = memberOf(table, object, column);
    const overlaid =
      others === undefined ? value : sql`CASE WHEN ${object} ? ${textSql(column)} THEN ${value} ELSE ${sql.id(others, column)} END`;
    return sql`${overlaid} AS ${sql.id(column)}`;
  });
  return sql`CROSS JOIN LATERAL (SELECT ${sql.join(columns)})`;
}

const recordColumns = sql.join(
  ['change_set', 'tab', 'row_key', 'op', 'indirect', 'before', 'after', 'omitted'].map((name) => sql.id('c', name)),
);

/** The journal on PostgreSQL. */
export const postgresRecording: RecordingFragments = {
  noting: postgresNoting,
  changedRows(journal, table, isMeant, linked) {
    const [before, after] = [sql`"c"."before"`, sql`"c"."after"`];
    const own = sql`SELECT ${recordColumns} FROM ${filledTableSql(journal.changeRow)} AS "c" WHERE ${isMeant('c')}`;
    const others = sql`SELECT "g"."change_set", ${textSql(table.name)}, "g"."row_key", 'L', 1, '{}'::jsonb, '{}'::jsonb, NULL::jsonb FROM (${linked ?? sql``}) AS "g"`;
    const records = linked ? sql`${own} UNION ALL ${others}` : own;
    const from = sql`(${records}) AS "c" LEFT JOIN ${changedTableSql(table.table)} AS "n" ON ${hasKey(table, 'n')}
      ${rowOf(table, before)} AS "b" ${rowOf(table, after)} AS "a" ${rowOf(table, sql`coalesce(${after}, ${before})`, 'n')} AS "t"`;
    return { tables: [], from };
  },
  rowKey(table, from) {
    if (typeof from === 'string') return keyOf(table, from);
    const pairs = table.key.map((column) => {
      const type = table.types.get(column);
      const value = type === undefined ? from(column) : sql`CAST(${from(column)} AS ${catalogSql(type)})`;
      return sql`${textSql(column)}, ${value}::text`;
    });
    return sql`jsonb_build_object(${sql.join(pairs)})::text`;
  },
  hasKey,
  rowState: (table, alias) => sql`${objectOf(table, table.kept, alias)}::text`,
  recordedValue(table, state, column) {
    const object = state === 'row_key' ? sql`"c"."row_key"::jsonb` : sql.id('c', state);
    return memberOf(table, object, column);
  },
  isExactKey: () => true,
  isSameValue: (one, other) => one === other,
  valueText: (recorded) => recorded,
  overriding: sql`OVERRIDING SYSTEM VALUE`,
  size: postgresJournalSize,
  columnsOf: (alias) =>
    sql`(SELECT json_agg("key")::text FROM jsonb_object_keys(coalesce(${sql.id(alias, 'after')}, ${sql.id(alias, 'before')})) AS "key")`,
  hasColumn: (alias, columns) => sql`${sql.id(alias, 'before')} ?| ARRAY[${sql.join(columns.map((column) => textSql(column)))}]`,
};

/**
 * The statement that completes what was noted of a table: the rows as they are now, and of changed ones the columns that differ.
 */
export function completion(journal: Journal, table: RecordedTable): RawStatement {
  const cached = completions.get(table);
  if (cached) return cached;
  const statement = { ...writtenCompletion(journal, table), name: `grimoire_completion_${++completionCount}` };
  completions.set(table, statement);
  return statement;
}

/** The statements of tables. A journal never changes, and each has tables of its own. */
const completions = new WeakMap<RecordedTable, RawStatement>();
let completionCount = 0;

function writtenCompletion(journal: Journal, table: RecordedTable): RawStatement {
  const now = sql`SELECT ${objectOf(table, table.kept, 't')} FROM ${changedTableSql(table.table)} AS "t" WHERE ${hasKey(table, 't')}`;
  const [before, after] = [sql`"c"."before"`, sql`"n"."after"`];
  const state = (own: Sql, other: Sql): Sql =>
    sql`CASE WHEN ${before} IS NULL OR ${after} IS NULL THEN ${own} ELSE ${differing(own, other)} END`;
  const isSame = sql`${before} IS NOT DISTINCT FROM ${after} AND (${before} IS NULL OR "c"."omitted" IS NULL)`;
  const operation = sql`CASE WHEN ${isSame} THEN ${textSql(unchanged)} WHEN ${before} IS NULL THEN 'I' WHEN ${after} IS NULL THEN 'D' ELSE 'U' END`;
  const states = sql`SELECT ${operation}, ${state(before, after)}, ${state(after, before)} FROM (SELECT (${now}) AS "after" OFFSET 0) AS "n"`;
  const noted = sql`"change_set" = ${currentSet(journal)} AND "tab" = ${textSql(table.name)} AND "op" = ${textSql(pending)}`;
  return postgresFragments.compile(
    sql`UPDATE ${filledTableSql(journal.changeRow)} AS "c" SET ("op", "before", "after") = (${states}) WHERE ${noted}`,
  );
}

/** The statement that drops what was noted of rows that are as they were. */
export function withoutUnchanged(journal: Journal): RawStatement {
  // It has no value, and its text is the same for each transaction.
  return postgresFragments.compile(
    sql`DELETE FROM ${filledTableSql(journal.changeRow)} WHERE "change_set" = ${currentSet(journal)} AND "op" = ${textSql(unchanged)}`,
  );
}

/** Notes rows that were inserted, by their keys. */
export function noteKeys(journal: Journal, table: RecordedTable, keys: readonly string[]): Sql {
  return noteMade(journal, table, sql`unnest(${sql.val(keys)}::text[])`);
}

function noteMade(journal: Journal, table: RecordedTable, keys: Sql): Sql {
  const noted = sql`SELECT ${currentSet(journal)}, ${textSql(table.name)}, "k", ${textSql(pending)}, 0, NULL::jsonb, NULL::jsonb FROM ${keys} AS "k"("k")`;
  return sql`INSERT INTO ${filledTableSql(journal.changeRow)} AS "old" ${noteColumns} ${noted} ON CONFLICT ("tab", "row_key", "change_set") DO UPDATE SET "op" = EXCLUDED."op"`;
}

/** Rows that a statement has changed. */
interface ChangedKeys {
  /** A query of their keys `k`, and an expression for its WITH clause. */
  readonly keys: Sql;
  readonly first: Sql | undefined;
  /** Whether it may have given rows other keys: those are noted as new rows. */
  readonly setsKey: boolean;
}

/** Counts the keys of changed rows, and those that are not noted. */
export function noteOthers(journal: Journal, table: RecordedTable, { keys, first, setsKey }: ChangedKeys): Sql {
  const isNoted = sql`EXISTS (SELECT 1 FROM ${filledTableSql(journal.changeRow)} AS "c" WHERE "c"."tab" = ${textSql(table.name)} AND "c"."row_key" = "k"."k" AND "c"."change_set" = ${currentSet(journal)})`;
  const expressions = [...(first ? [first] : []), sql`"k" AS (${keys})`];
  const others = setsKey ? sql`0` : sql`count(*) FILTER (WHERE NOT ${isNoted})`;
  if (setsKey) expressions.push(sql`"made" AS (${noteMade(journal, table, sql`"k"`)})`);
  return sql`WITH ${sql.join(expressions)} SELECT count(*) AS "rows", ${others} AS "others" FROM "k"`;
}

import { sql } from 'kysely';
import { textSql } from '../literals.ts';
import type { RecordedTable } from '../recording.ts';
import type { RecordingFragments } from '../recording-fragments.ts';
import type { Sql } from '../sql-fragments.ts';
import { changedTableSql, filledTableSql } from '../table-sql.ts';
import { sqliteJournalSize } from './journal-size.ts';

/** The value of a column in a JSON object of tagged texts. A path can not name each column. */
function member(object: Sql, column: string): Sql {
  if (!/["\\\\]/.test(column)) return sql`json_extract(${object}, ${textSql(`$."${column}"`)})`;
  return sql`(SELECT "value" FROM json_each(${object}) WHERE "key" = ${textSql(column)})`;
}

/** The stored value that a tagged text stands for (`connections/changeset.ts`). */
function storedValue(text: Sql): Sql {
  const rest = sql`substr(${text}, 2)`;
  return sql`CASE substr(${text}, 1, 1) WHEN 'i' THEN CAST(${rest} AS INTEGER) WHEN 'r' THEN CAST(${rest} AS REAL) WHEN 't' THEN ${rest} WHEN 'b' THEN unhex(${rest}) WHEN 'x' THEN CAST(unhex(${rest}) AS TEXT) END`;
}

/** The tagged text of a value, as a changeset's values are recorded (`connections/changeset.ts`). */
function taggedText(value: Sql): Sql {
  const real = sql`CASE WHEN ${value} = CAST(${value} AS INTEGER) THEN CAST(${value} AS INTEGER) ELSE ${value} END`;
  return sql`CASE typeof(${value}) WHEN 'integer' THEN 'i' || ${value} WHEN 'real' THEN 'r' || ${real} WHEN 'text' THEN 't' || ${value} WHEN 'blob' THEN 'b' || lower(hex(${value})) END`;
}

/** The number that a tagged text stands for: SQLite prints infinities as words. */
function realOf(text: string): number {
  return Number(text.slice(1).replace('Inf', 'Infinity'));
}

/** A JSON object of columns as tagged texts. A function can not take as many arguments as a table has columns. */
function taggedObject(columns: readonly string[], alias: string): Sql {
  const members = columns.map((column, index) => {
    const name = textSql(`${index === 0 ? '' : ','}${JSON.stringify(column)}:`);
    return sql`${name} || json_quote(${taggedText(sql.id(alias, column))})`;
  });
  return sql`'{' || ${sql.join(members, sql` || `)} || '}'`;
}

function columnsWith(table: RecordedTable, valueOf: (column: string) => Sql): Sql {
  const all = [...new Set([...table.key, ...table.kept, ...table.omitted])];
  return sql.join(all.map((column) => sql`${valueOf(column)} AS ${sql.id(column)}`));
}

const recordColumns = sql.join(
  ['change_set', 'tab', 'row_key', 'op', 'indirect', 'before', 'after', 'omitted'].map((name) => sql.id('c', name)),
);

/** The journal on SQLite, which tells by itself what a transaction has changed. */
export const sqliteRecording: RecordingFragments = {
  noting: null,
  changedRows(journal, table, isMeant, linked) {
    const own = sql`SELECT ${recordColumns} FROM ${filledTableSql(journal.changeRow)} AS "c" WHERE ${isMeant('c')}`;
    // Rows that have no record get ids that no record has.
    const others = sql`SELECT -row_number() OVER (), "g"."change_set", ${textSql(table.name)}, "g"."row_key", 'L', 1, '{}', '{}', NULL FROM (${linked ?? sql``}) AS "g"`;
    const records = linked ? sql.id('records') : sql`(${own})`;
    const [key, before, after] = ['row_key', 'before', 'after'].map((name) => sql.id('c', name)) as [Sql, Sql, Sql];
    // A record is found by its key; what is materialized has ids.
    const ids = linked ? sql`"c"."~id"` : sql`"c"."change_set" AS "~set", ${key} AS "~key"`;
    const isSame = (alias: string): Sql =>
      linked
        ? sql`${sql.id(alias, '~id')} = "c"."~id"`
        : sql`${sql.id(alias, '~set')} = "c"."change_set" AND ${sql.id(alias, '~key')} = ${key}`;
    const state = (values: Sql, alias: string): Sql => {
      const value = (column: string): Sql => {
        const text = member(values, column);
        return storedValue(table.key.includes(column) ? sql`coalesce(${text}, ${member(key, column)})` : text);
      };
      const rows = sql`SELECT ${ids}, ${columnsWith(table, value)} FROM ${records} AS "c"`;
      return sql`JOIN (${rows}) AS ${sql.id(alias)} ON ${isSame(alias)}`;
    };
    const latest = sql`coalesce(${after}, ${before})`;
    const isThere = (column: string): Sql => sql`EXISTS (SELECT 1 FROM json_each(${latest}) WHERE "key" = ${textSql(column)})`;
    const overlaid = (column: string): Sql =>
      table.key.includes(column)
        ? storedValue(member(key, column))
        : sql`CASE WHEN ${isThere(column)} THEN ${storedValue(member(latest, column))} ELSE ${sql.id('n', column)} END`;
    const same = table.key.map((column) => sql`${sql.id('n', column)} = ${storedValue(member(key, column))}`);
    const now = sql`SELECT ${ids}, ${columnsWith(table, overlaid)} FROM ${records} AS "c" LEFT JOIN ${changedTableSql(table.table)} AS "n" ON ${sql.join(same, sql` AND `)}`;
    const from = sql`${records} AS "c" ${state(before, 'b')} ${state(after, 'a')} JOIN (${now}) AS "t" ON ${isSame('t')}`;
    return {
      tables: linked
        ? [sql`"records" AS MATERIALIZED (SELECT row_number() OVER () AS "~id", "c".* FROM (${own}) AS "c" UNION ALL ${others})`]
        : [],
      from,
    };
  },
  rowKey(table, from) {
    const valueOf = (column: string): Sql => (typeof from === 'string' ? sql.id(from, column) : from(column));
    const [first = ''] = table.key;
    if (table.key.length === 1) return sql`json_object(${textSql(first)}, ${taggedText(valueOf(first))})`;
    // The columns of a key stand in the order of the table.
    const cases = table.key.map((column) => sql`WHEN ${textSql(column)} THEN ${taggedText(valueOf(column))}`);
    const columns = sql`SELECT "name" FROM pragma_table_info(${textSql(table.table.name)}) WHERE "pk" > 0 ORDER BY "cid"`;
    return sql`(SELECT json_group_object("name", CASE "name" ${sql.join(cases, sql` `)} END) FROM (${columns}))`;
  },
  hasKey: (table, alias) =>
    sql.join(
      table.key.map((column) => sql`${sql.id(alias, column)} = ${storedValue(member(sql.id('c', 'row_key'), column))}`),
      sql` AND `,
    ),
  rowState: (table, alias) => taggedObject(table.kept, alias),
  recordedValue: (_table, state, column) => storedValue(member(sql.id('c', state), column)),
  isExactKey: (rowKey) => Object.values(JSON.parse(rowKey) as Record<string, string>).every((text) => !/^[rx]/.test(text)),
  isSameValue: (one, other) => one === other || (one.startsWith('r') && other.startsWith('r') && realOf(one) === realOf(other)),
  valueText: (recorded) => recorded.slice(1),
  overriding: sql``,
  size: sqliteJournalSize,
  columnsOf: (alias) =>
    sql`(SELECT json_group_array("key") FROM json_each(coalesce(${sql.id(alias, 'after')}, ${sql.id(alias, 'before')})))`,
  hasColumn: (alias, columns) =>
    sql`EXISTS (SELECT 1 FROM json_each(${sql.id(alias, 'before')}) WHERE "key" IN (${sql.join(columns.map((column) => textSql(column)))}))`,
};

import { createQueryId, PostgresQueryCompiler, sql } from 'kysely';
import { hasCase, isAscii, likePattern } from '../case-folding.ts';
import type { Value } from '../../model/field-type.ts';
import { type Field, valueField } from '../../model/field.ts';
import { numberSql, textSql } from '../literals.ts';
import { typeSql } from '../type-sql.ts';
import type { PageParts, Sql, SqlFragments } from '../sql-fragments.ts';
import { caselessPattern } from './caseless-pattern.ts';
import { postgresTypes } from './types.ts';

const compiler = new PostgresQueryCompiler();

const locks = { change: sql` FOR NO KEY UPDATE OF "t"`, delete: sql` FOR UPDATE OF "t"`, keep: sql` FOR SHARE OF "t"` };

/** Longer texts would make a regular expression that takes too long to compile. */
const maxPatternLength = 200;

/** The function that decodes a parameter of a key's type, if the server does not convert it itself. */
function decoding(field: Field): ((parameter: Sql) => Sql) | undefined {
  return typeSql(postgresTypes, field.relation || field.link ? (field.inner ?? field) : field).decode;
}

/** The parameter with which the column of a field is compared. */
function compared(value: Value, field: Field): Value {
  const owner = valueField(field);
  return typeSql(postgresTypes, owner).bind?.(value, owner) ?? value;
}

function byParts(): never {
  throw new Error('PostgreSQL looks composite keys up by their parts.');
}

/** A text as a number; null if it is none. The cases are nested, because the server may evaluate the parts of one AND in any order. */
function bigintOfText(text: Sql): Sql {
  const isInRange = sql`${text}::numeric BETWEEN -9223372036854775808 AND 9223372036854775807`;
  const longest = sql`CASE WHEN ${isInRange} THEN ${text}::bigint END`;
  return sql`CASE WHEN ${text} ~ '^-?[0-9]{1,18}$' THEN ${text}::bigint WHEN ${text} ~ '^-?[0-9]{19}$' THEN ${longest} END`;
}

/**
 * A page as one text, with the number of rows found, the cursors of its first row and, if there are more, of the one found last, and the total
 * if there is one. PostgreSQL aggregates the rows of a sorted query in its order; an order of the aggregate is another sort.
 */
function joinedPage({ row, cursor, total, source, order, limit, isReversed }: PageParts): Sql {
  const most = numberSql(limit);
  const place = sql`row_number() OVER "ordered"`;
  // Of the row after the page, and of the cursors in between, nothing is used.
  const shown = sql`CASE WHEN ${place} <= ${most} THEN ${row} END AS "row"`;
  const ends = cursor ? sql`CASE WHEN ${place} IN (1, ${most}) THEN ${cursor} END` : sql`CAST(NULL AS text)`;
  const columns = [shown, sql`${ends} AS "cursor"`, sql`${place} AS "place"`, ...(total ? [sql`${total} AS "total"`] : [])];
  const rows = sql`SELECT ${sql.join(columns)} FROM ${source} WINDOW "ordered" AS (${order})${isReversed ? sql`` : sql` ${order}`}`;
  const text = isReversed ? sql`string_agg("row", ',' ORDER BY "place" DESC)` : sql`string_agg("row", ',')`;
  const cursorOf = (at: Sql): Sql => sql`min("cursor") FILTER (WHERE "place" = ${at})`;
  const all = [text, sql`count(*)`, cursorOf(sql`1`), cursorOf(most), ...(total ? [sql`max("total")`] : [])];
  return sql`SELECT ${sql.join(all)} FROM (${rows}) AS "page"`;
}

/** The SQL of PostgreSQL. */
export const postgresFragments: SqlFragments = {
  compile: (query) => compiler.compileQuery(query.toOperationNode(), createQueryId()),
  // It was tried, and was no faster.
  listOfJson: null,
  jsonObject: (pairs) => sql`json_build_object(${sql.join(pairs.flatMap(([name, value]) => [textSql(name), value]))})`,
  jsonArray: (values) => sql`json_build_array(${sql.join(values)})`,
  jsonAggregate: (value, order) => sql`coalesce(json_agg(${value} ORDER BY ${order}), '[]'::json)`,
  cut(value, length, of) {
    const most = numberSql(length);
    if (of === 'text') return sql`left(${value}::text, ${most})`;
    return sql`CASE WHEN length(${value}::text) > ${most} THEN to_json(left(${value}::text, ${most})) ELSE to_json(${value}) END`;
  },
  isLonger: (value, length) => sql`length(${value}::text) > ${numberSql(length)}`,
  parsedJson: (text) => sql`CAST(${text} AS json)`,
  jsonValue: (text) => sql`to_json(${text})`,
  firstJson: (first, second) => sql`coalesce(${first}, ${second})`,
  joinObjects: (first, second) => sql`(left(${first}, -1) || ',' || substr(${second}, 2))`,
  jsonOfQuery: (query) => sql`(${query})`,
  joinedValue: (query, alias) => sql`LEFT JOIN LATERAL (${query}) AS ${sql.id(alias)} (${sql.id('value')}) ON true`,
  jsonText: (value) => sql`${value}::text`,
  scalarText: (value) => sql`(to_json(${value}) #>> '{}')`,
  keyPart: (text) =>
    sql`(SELECT string_agg(CASE WHEN piece ~ '[A-Za-z0-9.-]' THEN piece ELSE regexp_replace(upper(encode(convert_to(piece, 'UTF8'), 'hex')), '(..)', E'_\\\\1', 'g') END, '' ORDER BY place) FROM regexp_split_to_table(${text}, '') WITH ORDINALITY AS pieces(piece, place))`,
  equals: (operand, parameter, field) => sql`${operand} = ${decoding(field)?.(parameter) ?? parameter}`,
  isAmong(operand, parameter, field) {
    const decode = field && decoding(field);
    return decode
      ? sql`${operand} IN (SELECT ${decode(sql.ref('given'))} FROM unnest(${parameter}::text[]) AS "all"("given"))`
      : sql`${operand} = ANY(${parameter})`;
  },
  hasKey: (object, parameter) => sql`EXISTS (SELECT 1 FROM json_object_keys(${object}) AS "k"("name") WHERE "name" = ANY(${parameter}))`,
  jsonValues: (json, member) =>
    sql`json_array_elements_text(${member === undefined ? json : sql`${json} -> ${textSql(member)}`}) AS "values"("text")`,
  matches(column, parameter, { form, field }) {
    const text = field.limits?.isNondeterministic ? sql`(${column}::text COLLATE "default")` : sql`${column}::text`;
    if (form === 'pattern') return sql`${text} ~ ${parameter}`;
    const wanted = form.endsWith('any') ? sql`ANY(${parameter})` : parameter;
    return form.startsWith('ilike') ? sql`${text} ILIKE ${wanted}` : sql`${text} LIKE ${wanted}`;
  },
  searchForm(texts, { isCaseless }) {
    const any = texts.length === 1 ? '' : ' any';
    // LIKE takes half the time of ILIKE, and finds the same where there is no case to ignore.
    if (!isCaseless || !texts.some(hasCase)) return `like${any}`;
    const isPattern = texts.some((text) => !isAscii(text)) && texts.every((text) => text.length <= maxPatternLength);
    return isPattern ? 'pattern' : `ilike${any}`;
  },
  // Every parameter is sent as text: the server reads it as the type that it is compared with.
  bind: (value, field) => (value === null ? null : String(compared(value, field))),
  bindStored(value, field) {
    if (value === null) return null;
    const owner = valueField(field);
    return String(typeSql(postgresTypes, owner).stored?.(value, owner) ?? value);
  },
  bindDriver: (value) => value,
  keyOfText(text, field) {
    const { type, range } = field.inner ?? field;
    if (range) return bigintOfText(text);
    if (type.traits.isIdentifier && field.dbType === 'uuid')
      return sql`CASE WHEN ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ${text}::uuid END`;
    return type.isText ? text : null;
  },
  joinedPage,
  estimate: {
    explain: (query) => sql`EXPLAIN (FORMAT JSON) ${query}`,
    read: (value) => (JSON.parse(String(value)) as [{ Plan: { 'Plan Rows': number } }])[0].Plan['Plan Rows'],
  },
  transactionTable: (name, query) => sql`CREATE TEMP TABLE ${sql.id(name)} ON COMMIT DROP AS ${query} WITH NO DATA`,
  transactionTableFilled: (name) => [sql`CREATE INDEX ON ${sql.id(name)} (${sql.id('place')})`, sql`ANALYZE ${sql.id(name)}`],
  transactionTableDone: () => [],
  noValues: sql`DEFAULT VALUES`,
  notMaterialized: sql`NOT MATERIALIZED`,
  // The lock of a change does not block transactions that insert rows which reference the row.
  lock: (purpose) => locks[purpose],
  bindList: (values, field) => values.map((value) => String(compared(value, field))),
  bindTexts: (values) => values,
  keysAreRows: () => false,
  keyRows: byParts,
  bindKeys: byParts,
  searchIndex: null,
  bindSearch(texts, { where }, form) {
    // One expression for all texts needs only one pass over the column's text.
    if (form === 'pattern') return texts.map((text) => caselessPattern(text, where)).join('|');
    return form.endsWith('any') ? texts.map((text) => likePattern(text, where)) : likePattern(texts[0] ?? '', where);
  },
};

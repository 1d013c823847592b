import { createQueryId, sql, SqliteQueryCompiler } from 'kysely';
import { type Field, isIndirect, valueField } from '../../model/field.ts';
import type { TextMatch } from '../../plan/parameter.ts';
import type { Value } from '../../model/field-type.ts';
import { fold, isAscii, likePattern, placed } from '../case-folding.ts';
import { numberSql, textSql } from '../literals.ts';
import { typeSql } from '../type-sql.ts';
import { matchOf, phrasesOf } from './search-phrases.ts';
import type { SqlFragments } from '../sql-fragments.ts';
import { type SqliteType, sqliteTypes } from './types.ts';

const compiler = new SqliteQueryCompiler();

function bindOne(value: Value, field: Field): Value {
  return binderOf(field)(value);
}

/** What turns values of a field into those of its column. */
function binderOf(field: Field): (value: Value) => Value {
  const { bind } = typeSql(sqliteTypes, field);
  return (value) => {
    if (value === null) return null;
    const bound = bind?.(value, field) ?? value;
    return typeof bound === 'boolean' ? Number(bound) : bound;
  };
}

function jsonOf(value: Value): string {
  // JSON has no infinities; SQLite reads them as numbers that are too large for a float.
  if (value === Infinity || value === -Infinity) return value > 0 ? '9e999' : '-9e999';
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** SQLite refuses patterns of 50,000 bytes. */
const maxLikeLength = 20_000;

/** Whether a key's part is compared in the form in which it is stored. */
function isStoredAsCompared(field: Field): boolean {
  const { otherForms, operand } = typeOf(field);
  return !isIndirect(field) && !otherForms && !operand;
}

/**
 * A LIKE pattern that every text matches whose folded form contains this text, folded. Any text may stand for a letter that is not ASCII, and
 * for i and k, which are also the lower case of `İ` and of the Kelvin sign.
 */
function foldedPattern(text: string, where: TextMatch['where']): string {
  const parts = fold(text).split(/[^\u0000-\u007f]+|[ik]/);
  return placed(parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%'), where, '%');
}

/** The text as a GLOB pattern of SQLite, with `*`, `?` and `[` taken literally. */
function globPattern(text: string, where: TextMatch['where']): string {
  return placed(text.replace(/[*?[]/g, '[$&]'), where, '*');
}

/** The type of a field's values; for a key, that of the key that it references. */
function typeOf(field: Field): SqliteType {
  return typeSql(sqliteTypes, field.inner ?? field);
}

/** The SQL of SQLite. `functions.ts` registers the functions named `grimoire_…` on each connection. */
export const sqliteFragments: SqlFragments = {
  compile: (query) => compiler.compileQuery(query.toOperationNode(), createQueryId()),
  // Each row that comes from the process of the file takes time of its own. `group_concat` keeps the order of a subquery.
  listOfJson: (query) => sql`SELECT '[' || coalesce(group_concat("json"), '') || ']' FROM (${query})`,
  jsonObject: (pairs) => sql`json_object(${sql.join(pairs.flatMap(([name, value]) => [textSql(name), value]))})`,
  jsonArray: (values) => sql`json_array(${sql.join(values)})`,
  jsonAggregate: (value, order) => sql`json_group_array(${value} ORDER BY ${order})`,
  cut(value, length, of) {
    const beginning = sql`substr(${value}, 1, ${numberSql(length)})`;
    return of === 'text' ? beginning : sql`CASE WHEN length(${value}) > ${numberSql(length)} THEN ${beginning} ELSE ${value} END`;
  },
  isLonger: (value, length) => sql`length(${value}) > ${numberSql(length)}`,
  parsedJson: (text) => sql`json(${text})`,
  jsonValue: (text) => text,
  // A value from a subquery loses its JSON subtype.
  firstJson: (first, second) => sql`CASE WHEN ${first} IS NULL THEN ${second} ELSE json(${first}) END`,
  joinObjects: (first, second) => sql`(substr(${first}, 1, length(${first}) - 1) || ',' || substr(${second}, 2))`,
  jsonOfQuery: (query) => sql`json((${query}))`,
  joinedValue: null,
  jsonText: (value) => value,
  scalarText: (value) => sql`CAST(${value} AS TEXT)`,
  keyPart: (text) => sql`grimoire_key_part(${text})`,
  equals(operand, parameter, field) {
    const others = typeOf(field).otherForms?.(parameter);
    return others ? sql`${operand} IN (${sql.join([parameter, ...others])})` : sql`${operand} = ${parameter}`;
  },
  isAmong(operand, parameter, field) {
    const value = sql.ref('value');
    const forms = [value, ...((field && typeOf(field).otherForms?.(value)) ?? [])];
    return sql`${operand} IN (${sql.join(
      forms.map((form) => sql`SELECT ${form} FROM json_each(${parameter})`),
      sql` UNION ALL `,
    )})`;
  },
  hasKey: (object, parameter) => sql`EXISTS (SELECT 1 FROM json_each(${object}) WHERE key IN (SELECT value FROM json_each(${parameter})))`,
  jsonValues(json, member) {
    const list = sql`json_each(${json}) AS "v"`;
    // A path cannot name a member whose name contains a quote.
    const of = sql`json_each(${json}) AS "m", json_each("m".value) AS "v" WHERE "m".key = ${textSql(member ?? '')}`;
    return sql`(SELECT CAST("v".value AS TEXT) AS "text" FROM ${member === undefined ? list : of}) AS "values"`;
  },
  matches(column, parameter, { form, match }) {
    if (form === 'like') return sql`${column} LIKE ${parameter} ESCAPE '\\'`;
    if (form === 'glob') return sql`${column} GLOB ${parameter}`;
    const where = textSql(match.where);
    // The pattern is tried first: to fold the text of a row takes twenty times as long.
    if (form === 'folded')
      return sql`(${column} LIKE json_extract(${parameter}, '$[1]') ESCAPE '\\' AND grimoire_matches(${column}, json_extract(${parameter}, '$[0]'), ${where}, 1))`;
    return sql`grimoire_matches(${column}, ${parameter}, ${where}, ${numberSql(match.isCaseless ? 1 : 0)})`;
  },
  searchForm([text = '', ...others], { isCaseless }) {
    if (others.length > 0 || text.length >= maxLikeLength) return 'function';
    if (isCaseless && !isAscii(text)) return 'folded';
    // LIKE of SQLite ignores the case of ASCII letters.
    return isCaseless ? 'like' : 'glob';
  },
  bind: bindOne,
  bindStored(value, field) {
    const owner = valueField(field);
    const stored = value === null ? null : typeSql(sqliteTypes, owner).stored?.(value, owner);
    return stored === undefined ? bindOne(value, owner) : stored;
  },
  bindDriver: (value) => (typeof value === 'boolean' ? Number(value) : value),
  keyOfText(text, field) {
    const { type, range } = field.inner ?? field;
    if (range) return sql`CASE WHEN CAST(CAST(${text} AS INTEGER) AS TEXT) = ${text} THEN CAST(${text} AS INTEGER) END`;
    return type.isText || type.traits.isIdentifier ? text : null;
  },
  // Slower than row by row when it was tried, on 2026-11-26: most pages are read in this process.
  joinedPage: null,
  estimate: null,
  transactionTable: (name, query) => sql`CREATE TEMP TABLE ${sql.id(name)} AS ${query} LIMIT 0`,
  transactionTableFilled: (name) => [sql`CREATE INDEX temp.${sql.id(`${name}_place`)} ON ${sql.id(name)} (${sql.id('place')})`],
  transactionTableDone: (name) => [sql`DROP TABLE temp.${sql.id(name)}`],
  noValues: sql`DEFAULT VALUES`,
  notMaterialized: sql`NOT MATERIALIZED`,
  // A write transaction has exclusive access to the database.
  lock: () => sql``,
  bindList(values, field) {
    const bind = binderOf(field);
    return `[${values.map((value) => jsonOf(bind(value))).join(',')}]`;
  },
  bindTexts: (values) => JSON.stringify(values),
  // With lists of parts, SQLite would try each first part with each second one.
  keysAreRows: (fields) => fields.every(isStoredAsCompared),
  keyRows(parameter, width) {
    const parts = Array.from({ length: width }, (_, index) => sql`json_extract(value, ${textSql(`$[${index}]`)})`);
    return sql`SELECT ${sql.join(parts)} FROM json_each(${parameter})`;
  },
  bindKeys: (keys, fields) =>
    `[${keys.map((key) => `[${fields.map((field, index) => jsonOf(bindOne(key[index] ?? null, field))).join()}]`).join()}]`,
  searchIndex: {
    match(texts) {
      const phrases = texts.flatMap(phrasesOf);
      return phrases.length === 0 ? null : matchOf(phrases);
    },
    rowsUpTo: ({ name }, match, limit) =>
      sql`SELECT count(*) FROM (SELECT 1 FROM ${sql.id(name)} WHERE ${sql.id(name)} MATCH ${match} LIMIT ${numberSql(limit)}) AS "found"`,
    isFound: (key, { name }, match) => sql`${key} IN (SELECT rowid FROM ${sql.id(name)} WHERE ${sql.id(name)} MATCH ${match})`,
  },
  bindSearch(texts, { where, isCaseless }, form) {
    if (form === 'function') return JSON.stringify(isCaseless ? texts.map(fold) : texts);
    if (form === 'folded') return JSON.stringify([JSON.stringify(texts.map(fold)), foldedPattern(texts[0] ?? '', where)]);
    return form === 'like' ? likePattern(texts[0] ?? '', where) : globPattern(texts[0] ?? '', where);
  },
};

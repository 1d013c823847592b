import { tableSql } from '../databases/table-sql.ts';
import { sql } from 'kysely';
import { type Field, innerOf, isIndirect, valueField } from '../model/field.ts';
import type { Sql, SqlFragments } from '../databases/sql-fragments.ts';
import type { Model } from '../model/model.ts';
import type { TableDescription } from '../model/table.ts';
import type { SqlContext } from './context.ts';
import { catalogSql, numberSql, textSql } from '../databases/literals.ts';

/** A column as it is compared. What is only selected or sorted by needs no cast, with which no index would give the order. */
export function comparedSql({ column, limits }: Pick<Field, 'column' | 'limits'>, alias: string): Sql {
  const own = sql.id(alias, column);
  return limits?.comparedAs === undefined ? own : sql`CAST(${own} AS ${catalogSql(limits.comparedAs)})`;
}

/** The same for a column of a table by its name. */
export function comparedColumnSql({ columns }: TableDescription, name: string, alias: string): Sql {
  const limits = columns.find(({ column }) => column === name)?.limits;
  return comparedSql({ column: name, limits }, alias);
}

/** The key that a text holds after this prefix; null if the text begins with another one, or holds no such key. */
export function keyAfter(fragments: SqlFragments, prefix: string, text: Sql, key: Field): Sql {
  const length = Array.from(prefix).length;
  const rest = sql`CASE WHEN substr(${text}, 1, ${numberSql(length)}) = ${textSql(prefix)} THEN substr(${text}, ${numberSql(length + 1)}) END`;
  const typed = fragments.keyOfText(rest, key);
  if (!typed) throw new Error(`A text can not be converted to the key ${key.name}.`);
  return typed;
}

/** The column of a field; if it holds a key as text after a prefix, that key. */
function ownColumnSql(fragments: SqlFragments, field: Field, alias: string): Sql {
  const own = comparedSql(field, alias);
  return field.keyPrefix === undefined || !field.inner ? own : keyAfter(fragments, field.keyPrefix, own, field.inner);
}

/** Whether the foreign key of one row references another row, by their aliases. */
export function referencesSql({ fragments }: SqlContext, field: Field, [from, to]: readonly [from: string, to: string]): Sql {
  const target = isIndirect(field) || !field.inner ? sql.id(to, field.relation?.column ?? '') : comparedSql(field.inner, to);
  const own = ownColumnSql(fragments, field, from);
  return field.keyPrefix === undefined || !field.inner ? sql`${target} = ${own}` : fragments.equals(target, own, field.inner);
}

/** The column of a field. If a foreign key references another column than the target's key, the target's key (CONTRACT §1). */
export function columnSql(context: SqlContext, field: Field, alias: string): Sql {
  const own = ownColumnSql(context.fragments, field, alias);
  if (!isIndirect(field) || !field.relation || !field.inner) return own;
  const target = context.targetOf(field);
  const other = context.alias();
  return sql`(SELECT ${sql.id(other, field.inner.column)} FROM ${tableSql(target.table)} AS ${sql.id(other)} WHERE ${sql.id(other, field.relation.column)} = ${own})`;
}

/** The SQL that a condition compares. */
export function operandSql(context: SqlContext, field: Field, alias: string): Sql {
  const column = columnSql(context, field, alias);
  const value = valueField(field);
  return context.typeSql(value).operand?.(column, value) ?? column;
}

/** The SQL that a sort uses; for a many-to-many field, the number of its links. */
export function sortSql(context: SqlContext, field: Field, alias: string): Sql {
  if (field.link) {
    const link = context.alias();
    return sql`(SELECT count(*) FROM ${linkFrom(field, alias, link)}${inScope(context, field, link)})`;
  }
  if (!isIndirect(field) && field.limits?.comparedAs !== undefined) return sql.id(alias, field.column);
  return context.typeSql(valueField(field)).sortsByColumn ? columnSql(context, field, alias) : operandSql(context, field, alias);
}

/** The JSON value of a field for the actor; for a many-to-many field, the keys of rows in their scope. */
export function jsonSql(context: SqlContext, field: Field, alias: string): Sql {
  if (field.link) return linkedKeys(context, field, { alias, isWhole: false });
  return storedJsonSql(context, field, alias);
}

/**
 * The JSON value of a field that is no list or object, as a text. That of a text has the default collation, not that of its column: parts of keys
 * are joined, and are matched by regular expressions, which refuse some collations.
 */
export function scalarTextSql(context: SqlContext, field: Field, alias: string): Sql {
  const json = jsonSql(context, field, alias);
  const value = valueField(field);
  return context.typeSql(value).scalarText?.(json, value) ?? context.fragments.scalarText(json);
}

/** The JSON value of a field as stored: for writes, hooks and the audit log. */
export function storedJsonSql(context: SqlContext, field: Field, alias: string): Sql {
  if (field.link) return linkedKeys(context, field, { alias, isWhole: true });
  return context.typeSql(field).json(columnSql(context, field, alias), field);
}

/** The JSON value of the field in a row's cursor. */
export function cursorSql(context: SqlContext, field: Field, alias: string): Sql {
  return ownCursor(context, field, alias) ?? jsonSql(context, field, alias);
}

/** Whether that is the JSON value of the field itself. */
export function isCursorInRow(context: SqlContext, field: Field): boolean {
  return ownCursor(context, field, 't') === null;
}

function ownCursor(context: SqlContext, field: Field, alias: string): Sql | null {
  const value = valueField(field);
  return context.typeSql(value).cursor?.(columnSql(context, field, alias), value) ?? null;
}

/** The links of a row, without those that lead nowhere: the SQL after FROM, including WHERE. */
export function linkFrom(field: Field, alias: string, link: string): Sql {
  if (!field.link) throw new Error(`${field.name} has no link table`);
  const { table, source, sourceKey, target } = field.link;
  const isLink = sql`${sql.id(link, source)} = ${sql.id(alias, sourceKey)} AND ${sql.id(link, target)} IS NOT NULL`;
  return sql`${tableSql(table)} AS ${sql.id(link)} WHERE ${isLink}`;
}

/** The key of the row that a link references. */
export function linkedKey(context: SqlContext, field: Field, link: string): Sql {
  if (!field.link || !field.inner) throw new Error(`${field.name} has no link table`);
  const own = sql.id(link, field.link.target);
  if (field.link.targetKey === field.inner.column) return own;
  const target = context.targetOf(field);
  const other = context.alias();
  return sql`(SELECT ${sql.id(other, field.inner.column)} FROM ${tableSql(target.table)} AS ${sql.id(other)} WHERE ${sql.id(other, field.link.targetKey)} = ${own})`;
}

/** A condition that limits links to rows in the actor's scope; it follows `linkFrom`. */
export function inScope(context: SqlContext, field: Field, link: string): Sql {
  if (!field.link) throw new Error(`${field.name} has no link table`);
  const target = context.targetOf(field);
  const alias = context.alias();
  if (context.scope(target).kind === 'true') return sql``;
  const isTarget = sql`${sql.id(alias, field.link.targetKey)} = ${sql.id(link, field.link.target)}`;
  return sql` AND EXISTS (SELECT 1 FROM ${tableSql(target.table)} AS ${sql.id(alias)} WHERE ${isTarget} AND ${context.scopeSql(target, alias)})`;
}

function linkedKeys(context: SqlContext, field: Field, { alias, isWhole }: { readonly alias: string; readonly isWhole: boolean }): Sql {
  const link = context.alias();
  const key = linkedKey(context, field, link);
  const inner = innerOf(field);
  const array = context.fragments.jsonAggregate(context.typeSql(inner).json(key, inner), key);
  const within = isWhole ? sql`` : inScope(context, field, link);
  return context.fragments.jsonOfQuery(sql`SELECT ${array} FROM ${linkFrom(field, alias, link)}${within}`);
}

/** A row's key as a JSON value: that of the key field, or the text of a composite key. */
export function keyJson(context: SqlContext, model: Model, alias: string): Sql {
  return model.primaryKey.length === 1 ? jsonSql(context, model.primaryKey[0], alias) : keyText(context, model, alias);
}

/** A row's key as text; a composite one in the form of CONTRACT §1. */
export function keyText(context: SqlContext, model: Model, alias: string): Sql {
  const { fragments } = context;
  const parts = model.primaryKey.map((field) => scalarTextSql(context, field, alias));
  if (parts.length === 1 && parts[0]) return parts[0];
  const encoded = parts.map((part, index) => (isPlain(model.primaryKey[index]) ? part : fragments.keyPart(part)));
  return sql`(${sql.join(encoded, sql` || '~' || `)})`;
}

/** Whether the text of a key part never needs encoding. */
function isPlain(field: Field | undefined): boolean {
  return field !== undefined && (valueField(field).range !== undefined || valueField(field).type.traits.isIdentifier === true);
}

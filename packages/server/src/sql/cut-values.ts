import { sql } from 'kysely';
import type { Pair, Sql } from '../databases/sql-fragments.ts';
import { cutParameter } from '@grimoire/protocol';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { jsonSql } from './column.ts';
import type { SqlContext } from './context.ts';
import { textSql } from '../databases/literals.ts';

/** The editors of texts of which the beginning is a text of the same kind. */
const cutEditors: ReadonlySet<string | undefined> = new Set([undefined, 'code', 'markdown']);

/** Whether a list may cut values of the field after so many characters: not what is understood as a whole, such as a key or an address. */
export function isCut(field: Field, length: number): boolean {
  const { type, primaryKey, relation, link, choices, maxLength, widget } = field;
  if (primaryKey || relation || link || choices || !cutEditors.has(widget?.kind)) return false;
  return isJson(field) || type.traits.isOpaque === true || (type.traits.isFree === true && (maxLength ?? length + 1) > length);
}

function isJson({ type }: Field): boolean {
  return type.traits.isJson === true && type.traits.isList !== true;
}

/** The JSON of a field whose long values are cut, and end with an ellipsis in place of the rest. */
export function cutJson({ fragments }: SqlContext, field: Field, { json, length }: { readonly json: Sql; readonly length: number }): Sql {
  if (isJson(field)) return fragments.cut(json, length, 'json');
  return sql`CASE WHEN ${fragments.isLonger(json, length)} THEN ${fragments.cut(json, length, 'text')} || '…' ELSE ${json} END`;
}

/**
 * The JSON of fields of a row whose long values are cut, and the list of their names. A body with that list is refused (CONTRACT §2), so that no
 * cut value is written.
 */
export function cutPairs(context: SqlContext, model: Model, { fields, length }: { fields: readonly Field[]; length: number }): Pair[] {
  const { fragments } = context;
  const marks: Sql[] = [];
  const own = fields.map((field): Pair => {
    const value = jsonSql(context, field, 't');
    if (!isCut(field, length)) return [field.name, value];
    marks.push(sql`CASE WHEN ${fragments.isLonger(value, length)} THEN ${textSql(`,${JSON.stringify(field.name)}`)} ELSE '' END`);
    return [field.name, fragments.cut(value, length, isJson(field) ? 'json' : 'text')];
  });
  if (model.fieldByName.has(cutParameter)) return own;
  const names = marks.length === 0 ? sql`'[]'` : sql`('[' || substr(${sql.join(marks, sql` || `)}, 2) || ']')`;
  return [...own, [cutParameter, fragments.parsedJson(names)]];
}

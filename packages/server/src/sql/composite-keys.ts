import { sql } from 'kysely';
import type { Sql } from '../model/field-type.ts';
import type { Condition } from '../plan/condition.ts';
import { keyText, operandSql } from './column.ts';
import type { SqlContext } from './context.ts';
import { textSql } from '../model/sql-literals.ts';

type Keys = Extract<Condition, { readonly kind: 'keys' }>;

/** Whether a row has one of the keys. The index on the parts finds candidates, and the text of the whole key decides. */
export function hasKeySql(context: SqlContext, keys: Keys, alias: string): Sql {
  const { dialect } = context;
  const { model, parts } = keys;
  if (dialect.keysAreRows(model.primaryKey)) {
    const own = sql.join(model.primaryKey.map((field) => sql.id(alias, field.column)));
    const given = sql.join(model.primaryKey.map((_, index) => sql`json_extract(value, ${textSql(`$[${index}]`)})`));
    return sql`(${own}) IN (SELECT ${given} FROM json_each(${context.parameter(keys.keys)}))`;
  }
  const byPart = model.primaryKey.flatMap((field, index) => {
    const part = parts[index];
    return part ? [dialect.isAmong(operandSql(context, field, alias), context.parameter(part), field)] : [];
  });
  return sql`(${sql.join([...byPart, dialect.isAmong(keyText(context, model, alias), context.parameter(keys.texts))], sql` AND `)})`;
}

import { sql } from 'kysely';
import type { Sql } from '../databases/sql-fragments.ts';
import type { Condition } from '../plan/condition.ts';
import { comparedSql, keyText, operandSql } from './column.ts';
import type { SqlContext } from './context.ts';

type Keys = Extract<Condition, { readonly kind: 'keys' }>;

/** Whether a row has one of the keys. The index on the parts finds candidates, and the text of the whole key decides. */
export function hasKeySql(context: SqlContext, keys: Keys, alias: string): Sql {
  const { fragments } = context;
  const { model, parts } = keys;
  if (fragments.keysAreRows(model.primaryKey)) {
    const own = sql.join(model.primaryKey.map((field) => comparedSql(field, alias)));
    return sql`(${own}) IN (${fragments.keyRows(context.parameter(keys.keys), model.primaryKey.length)})`;
  }
  const byPart = model.primaryKey.flatMap((field, index) => {
    const part = parts[index];
    return part ? [fragments.isAmong(operandSql(context, field, alias), context.parameter(part), field)] : [];
  });
  return sql`(${sql.join([...byPart, fragments.isAmong(keyText(context, model, alias), context.parameter(keys.texts))], sql` AND `)})`;
}

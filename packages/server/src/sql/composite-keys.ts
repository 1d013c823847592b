import { sql } from 'kysely';
import type { Field } from '../model/field.ts';
import type { Sql } from '../model/field-type.ts';
import type { Condition } from '../plan/condition.ts';
import { keyText, operandSql } from './column.ts';
import type { SqlContext } from './context.ts';
import type { SqlDialect } from './dialect.ts';
import type { Shape } from './shape.ts';
import { textSql } from '../model/sql-literals.ts';

type Keys = Extract<Condition, { readonly kind: 'keys' }>;

/**
 * Whether SQLite looks the keys up as rows of values: among lists of parts it would try each first part with each second.
 * Where a part is compared in another form than it is stored in, it can't.
 */
function areRows({ model }: Keys, dialect: SqlDialect): boolean {
  const isPlain = (field: Field): boolean => {
    const { type } = field.inner ?? field;
    return (
      !type.isCaseless &&
      !type.decode &&
      type.operand?.sqlite === undefined &&
      (!field.relation || field.relation.column === field.inner?.column)
    );
  };
  return dialect.name === 'sqlite' && model.primaryKey.every(isPlain);
}

/** The parameters of composite keys. */
export function bindKeys(shape: Shape, keys: Keys, dialect: SqlDialect): void {
  const { model, parts, texts } = keys;
  if (!areRows(keys, dialect)) {
    for (const [index, field] of model.primaryKey.entries()) shape.bind(parts[index], dialect.bindList(parts[index] ?? [], field));
    return shape.bind(keys, dialect.bindTexts(texts));
  }
  const rows = texts.map((_, row) => {
    const values = model.primaryKey.map((field, index) => String(dialect.bindList([parts[index]?.[row] ?? null], field)).slice(1, -1));
    return `[${values.join(',')}]`;
  });
  shape.bind(keys, `[${rows.join(',')}]`);
}

/** Whether a row has one of the keys: found by the index of the parts, told apart by the text of the whole. */
export function hasKeySql(context: SqlContext, keys: Keys, alias: string): Sql {
  const { dialect } = context;
  const { model, parts } = keys;
  if (areRows(keys, dialect)) {
    const own = sql.join(model.primaryKey.map((field) => sql.id(alias, field.column)));
    const given = sql.join(model.primaryKey.map((_, index) => sql`json_extract(value, ${textSql(`$[${index}]`)})`));
    return sql`(${own}) IN (SELECT ${given} FROM json_each(${context.parameter(keys)}))`;
  }
  const byPart = model.primaryKey.map((field, index) =>
    dialect.isAmong(operandSql(context, field, alias), context.parameter(parts[index]), field),
  );
  return sql`(${sql.join([...byPart, dialect.isAmong(keyText(context, model, alias), context.parameter(keys))], sql` AND `)})`;
}

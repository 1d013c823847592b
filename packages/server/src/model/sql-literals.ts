import { sql } from 'kysely';
import type { Sql } from './field-type.ts';

/** A number as it stands in SQL. Throws where it is not finite. */
export function numberSql(value: number): Sql {
  if (!Number.isFinite(value)) throw new RangeError(`${value} can not stand in SQL.`);
  return sql.lit(value);
}

/**
 * A text that stands in SQL. One with a backslash becomes a parameter: where `standard_conforming_strings` is off,
 * PostgreSQL reads it as an escape, which would end the text early.
 */
export function textSql(text: string): Sql {
  return text.includes('\\') ? sql`CAST(${text} AS text)` : sql.lit(text);
}

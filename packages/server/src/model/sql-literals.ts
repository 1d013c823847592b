import { sql } from 'kysely';
import type { Sql } from './field-type.ts';

/** A number as an SQL literal. Throws if it is not finite. */
export function numberSql(value: number): Sql {
  if (!Number.isFinite(value)) throw new RangeError(`${value} can not stand in SQL.`);
  return sql.lit(value);
}

/**
 * A text as an SQL literal. One with a backslash becomes a parameter: if `standard_conforming_strings` is off, PostgreSQL reads the
 * backslash as an escape, which could end the text early.
 */
export function textSql(text: string): Sql {
  return text.includes('\\') ? sql`CAST(${text} AS text)` : sql.lit(text);
}

import { sql } from 'kysely';
import type { Sql } from './sql-fragments.ts';

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

/** SQL that the host application's own code has written, such as the default of a Drizzle column. It never contains a value of a request. */
export function hostSql(text: string): Sql {
  return sql.raw(text);
}

/** SQL that a dialect has written from the names in its catalog. It never contains a value of a request. */
export function catalogSql(text: string): Sql {
  return sql.raw(text);
}

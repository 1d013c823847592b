import { sql } from 'kysely';
import { textSql } from '../literals.ts';
import type { Sql } from '../sql-fragments.ts';

/** One part of an ISO 8601 duration, left out if zero. */
const part = (amount: Sql, unit: string): Sql =>
  sql`CASE WHEN ${amount} <> 0 THEN trim_scale((${amount})::numeric)::text || ${textSql(unit)} ELSE '' END`;

/** An interval as an ISO 8601 duration. It is built from its parts, because its text depends on the session's IntervalStyle. */
export function durationJson(column: Sql): Sql {
  const date = sql`${part(sql`extract(year FROM ${column})`, 'Y')} || ${part(sql`extract(month FROM ${column})`, 'M')} || ${part(sql`extract(day FROM ${column})`, 'D')}`;
  const time = sql`${part(sql`extract(hour FROM ${column})`, 'H')} || ${part(sql`extract(minute FROM ${column})`, 'M')} || ${part(sql`extract(second FROM ${column})`, 'S')}`;
  return sql`CASE WHEN ${column} IS NULL THEN NULL WHEN NOT isfinite(${column}) THEN ${column}::text ELSE 'P' || ${date} || coalesce('T' || nullif(${time}, ''), CASE WHEN ${date} = '' THEN 'T0S' ELSE '' END) END`;
}

/**
 * The sums of the months, days and microseconds of intervals, and their number. PostgreSQL's own sum fails where it is too large; infinite
 * intervals, which PostgreSQL has since 17, have no sum.
 */
export function durationTotal(column: Sql): Sql {
  const partOf = (field: Sql): Sql => sql`extract(${field} FROM ${column})::numeric`;
  const sumOf = (value: Sql): Sql => sql`round(sum(CASE WHEN isfinite(${column}) THEN ${value} END))::text`;
  const months = sumOf(sql`${partOf(sql`year`)} * 12 + ${partOf(sql`month`)}`);
  const time = sql`${partOf(sql`hour`)} * 3600000000 + ${partOf(sql`minute`)} * 60000000 + ${partOf(sql`microseconds`)}`;
  const number = sql`count(CASE WHEN isfinite(${column}) THEN 1 END)`;
  return sql`${months} || ' ' || ${sumOf(partOf(sql`day`))} || ' ' || ${sumOf(time)} || ' ' || ${number}`;
}

import { sql } from 'kysely';
import type { Value } from '../../model/field-type.ts';
import type { Field } from '../../model/field.ts';
import { clockTextOf } from '../../model/time-zone.ts';
import type { Comparison } from '../../plan/condition.ts';
import { numberSql, textSql } from '../literals.ts';
import type { Sql } from '../sql-fragments.ts';

/** Whether a column holds moments as numbers. */
export function isEpoch({ storage }: Field): boolean {
  return storage === 'seconds' || storage === 'milliseconds';
}

/** The JSON of a moment that a column holds as text, or as seconds or milliseconds since 1970. */
export function dateTimeJson(column: Sql, field: Field): Sql {
  return isEpoch(field) ? epochDateTime(column, field) : anyDateTime(column, field);
}

/** Handles each storage form of the column, by a registered function that is slower than SQL. */
export function anyDateTime(column: Sql, { storage, timeZone }: Field): Sql {
  if (timeZone !== undefined) return sql`grimoire_datetime_in(${column}, ${textSql(timeZone)})`;
  return sql`grimoire_datetime(${column}, ${textSql(storage)})`;
}

/** SQL for integers of seconds or milliseconds between the years 1 and 9999; for other values the function. */
function epochDateTime(column: Sql, field: Field): Sql {
  const unit = field.storage === 'milliseconds' ? 1000 : 1;
  const [first, last] = [-62_135_596_800 * unit, 253_402_300_800 * unit - 1].map((bound) => numberSql(bound));
  const isPlain = sql`typeof(${column}) = 'integer' AND ${column} BETWEEN ${first} AND ${last}`;
  const text = (seconds: Sql, end: '' | 'Z'): Sql => sql`strftime(${textSql(`%FT%T${end}`)}, ${seconds}, 'unixepoch')`;
  if (unit === 1) return sql`CASE WHEN ${isPlain} THEN ${text(column, 'Z')} ELSE ${anyDateTime(column, field)} END`;
  const whole = text(sql`${column} / 1000`, 'Z');
  // Few moments have a fraction.
  const fraction = sql`((${column} % 1000 + 1000) % 1000)`;
  const withFraction = sql`${text(sql`(${column} - ${fraction}) / 1000`, '')} || rtrim(printf('.%03d', ${fraction}), '0') || 'Z'`;
  return sql`CASE WHEN ${isPlain} AND ${column} % 1000 = 0 THEN ${whole} WHEN ${isPlain} THEN ${withFraction} ELSE ${anyDateTime(column, field)} END`;
}

/** A moment as the number that the column holds; undefined if the column holds none. */
export function epochOf(value: Value, field: Field): number | undefined {
  if (!isEpoch(field)) return undefined;
  const text = String(value);
  const fraction = Number(`0${/\.\d+/.exec(text)?.[0] ?? ''}`);
  return (Date.parse(`${text.slice(0, 19)}Z`) / 1000 + fraction) * (field.storage === 'seconds' ? 1 : 1000);
}

/** A moment in the form of SQLite's own functions; in a time zone, what its clocks show. */
export function storedDateTime(moment: string, zone?: string): string {
  const value = zone === undefined ? moment : clockTextOf(moment, zone);
  return value.replace('T', ' ').replace('Z', '');
}

/** The same with at least milliseconds, as the service writes it into its own tables: such texts sort as their moments do. */
function sortableDateTime(value: string): string {
  const [whole = '', fraction = ''] = storedDateTime(value).split('.');
  return `${whole}.${fraction.padEnd(3, '0')}`;
}

/** A moment in the form in which texts of the column are compared. */
export function comparedDateTime(value: string, { storage }: Field): string {
  if (storage === 'sortable text') return sortableDateTime(value);
  return storage === 'text' ? value.replace(/Z$/, '') : value;
}

/** Days by which the date of a text may differ from its date in UTC: no zone is as far away. */
const maxZoneDays = 5;

/**
 * What is true of each column whose moment compares so with the parameter: the date with which its text begins is not too far away. A value
 * that is no text is compared by the function alone.
 */
export function nearMoment(column: Sql, comparison: Comparison, parameter: Sql): Sql | null {
  const from = sql`${column} >= coalesce(date(${parameter}, ${textSql(`-${maxZoneDays} days`)}), '')`;
  // `date` takes the time away: the whole of the last day is still near.
  const to = sql`${column} < coalesce(date(${parameter}, ${textSql(`+${maxZoneDays + 1} days`)}), x'')`;
  const otherwise = sql`typeof(${column}) <> 'text'`;
  if (comparison === '!=') return null;
  if (comparison === '=') return sql`(${from} AND ${to} OR ${otherwise})`;
  return sql`(${comparison.startsWith('>') ? from : to} OR ${otherwise})`;
}

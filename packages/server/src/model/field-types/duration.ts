import { sql } from 'kysely';
import { equality, type FieldType, InvalidValue, never } from '../field-type.ts';

const iso = /^[+-]?P(?!$)(?:-?\d+Y)?(?:-?\d+M)?(?:-?\d+W)?(?:-?\d+D)?(?:T(?!$)(?:-?\d+H)?(?:-?\d+M)?(?:-?\d+(?:\.\d{1,6})?S)?)?$/;
const clock = /^-?(?:\d+ )?-?\d{1,9}:[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/;

/** One part of an ISO 8601 duration, left out when zero. */
const part = (amount: ReturnType<typeof sql>, unit: string): ReturnType<typeof sql> =>
  sql`CASE WHEN ${amount} <> 0 THEN trim_scale((${amount})::numeric)::text || ${sql.lit(unit)} ELSE '' END`;

export const durationField: FieldType = {
  name: 'DurationField',
  lookups: equality,
  parse(text) {
    const parts = text.match(/\d+/g) ?? [];
    if (!(iso.test(text) || clock.test(text)) || parts.some((digits) => digits.length > 9)) {
      throw new InvalidValue('A valid duration is required: ISO 8601 (P3DT4H5M) or [days ]HH:MM:SS.');
    }
    return text;
  },
  json: {
    // Spelled out, because the text of an interval follows the session's IntervalStyle.
    postgres(column) {
      const field = (unit: string) => sql`extract(${sql.raw(unit)} FROM ${column})`;
      const date = sql`${part(field('year'), 'Y')} || ${part(field('month'), 'M')} || ${part(field('day'), 'D')}`;
      const time = sql`${part(field('hour'), 'H')} || ${part(field('minute'), 'M')} || ${part(field('second'), 'S')}`;
      return sql`CASE WHEN ${column} IS NULL THEN NULL WHEN NOT isfinite(${column}) THEN ${column}::text ELSE 'P' || ${date} || coalesce('T' || nullif(${time}, ''), CASE WHEN ${date} = '' THEN 'T0S' ELSE '' END) END`;
    },
    sqlite: (column) => sql`CAST(${column} AS TEXT)`,
  },
  positions: { postgres: never, sqlite: never },
};

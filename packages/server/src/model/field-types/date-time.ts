import { sql } from 'kysely';
import type { Field } from '../field.ts';
import { always, type FieldType, InvalidValue, type Sql, type Value } from '../field-type.ts';
import { canonicalDateTime, isInfinity } from '../calendar.ts';
import { numberSql, textSql } from '../sql-literals.ts';

/** Handles each storage form of the column, by a registered function that is slower than SQL. */
const anyDateTime = (column: Sql, field: Field): Sql => sql`grimoire_datetime(${column}, ${textSql(field.storage)})`;

/** SQL for integers of seconds or milliseconds between the years 1 and 9999; for other values the function. */
function epochDateTime(column: Sql, field: Field): Sql {
  const unit = field.storage === 'milliseconds' ? 1000 : 1;
  const [first, last] = [-62_135_596_800 * unit, 253_402_300_800 * unit - 1].map((bound) => numberSql(bound));
  const isPlain = sql`typeof(${column}) = 'integer' AND ${column} BETWEEN ${first} AND ${last}`;
  const text = (seconds: Sql): Sql => sql`strftime('%Y-%m-%dT%H:%M:%S', ${seconds}, 'unixepoch')`;
  if (unit === 1) return sql`CASE WHEN ${isPlain} THEN ${text(column)} || 'Z' ELSE ${anyDateTime(column, field)} END`;
  const fraction = sql`((${column} % 1000 + 1000) % 1000)`;
  const whole = text(sql`(${column} - ${fraction}) / 1000`);
  const digits = sql`CASE ${fraction} WHEN 0 THEN '' ELSE rtrim(printf('.%03d', ${fraction}), '0') END`;
  return sql`CASE WHEN ${isPlain} THEN ${whole} || ${digits} || 'Z' ELSE ${anyDateTime(column, field)} END`;
}

function epoch(value: Value, unit: number): Value {
  const text = String(value);
  const fraction = Number(`0${/\.\d+/.exec(text)?.[0] ?? ''}`);
  return (Date.parse(`${text.slice(0, 19)}Z`) / 1000 + fraction) * unit;
}

export const dateTimeField: FieldType = {
  name: 'DateTimeField',
  traits: { fills: 'moment' },
  compares: 'in order',
  calendar: 'instant',
  parse(text, { limits }) {
    if (limits?.hasInfinity && isInfinity(text)) return text;
    const canonical = canonicalDateTime(text);
    if (canonical === null) throw new InvalidValue('A valid date and time is required: YYYY-MM-DDTHH:MM[:SS[.ffffff]][Z].');
    return canonical;
  },
  jsonSchema: () => ({ type: 'string', format: 'date-time' }),
  json: {
    postgres(column, field) {
      const utc = /with time zone|timestamptz/.test(field.dbType) ? sql`${column} AT TIME ZONE 'UTC'` : column;
      return sql`btrim(to_json(${utc})::text, '"') || CASE WHEN isfinite(${column}) AND ${column} >= '0001-01-01 00:00:00+00' THEN 'Z' ELSE '' END`;
    },
    sqlite: (column, field) => (field.storage === 'text' ? anyDateTime(column, field) : epochDateTime(column, field)),
  },
  operand: {
    sqlite: (column, field) => (field.storage === 'text' ? sql`grimoire_datetime(${column}, 'text')` : column),
  },
  sortsByColumn: true,
  bindSqlite(value, field) {
    if (field.storage === 'seconds') return epoch(value, 1);
    if (field.storage === 'milliseconds') return epoch(value, 1000);
    return value;
  },
  stored: {
    // The format of SQLite's own functions, so that texts from both compare correctly.
    sqlite: (value, field) =>
      field.storage === 'text' ? String(value).replace('T', ' ').replace('Z', '') : (dateTimeField.bindSqlite?.(value, field) ?? value),
  },
  positions: { postgres: always, sqlite: (field) => field.storage !== 'text' },
};

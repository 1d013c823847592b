import { sql } from 'kysely';
import { always, type FieldType, InvalidValue, never, ordered } from '../field-type.ts';
import { textSql } from '../sql-literals.ts';

/** A decimal number without a sign that says nothing and without zeros that say nothing. */
function canonicalDecimal(text: string): string {
  const [, sign, whole = '', places = ''] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const digits = `${whole || '0'}${places && `.${places}`}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

export const decimalField: FieldType = {
  name: 'DecimalField',
  lookups: ordered,
  parse(text) {
    if (text.length > 400 || !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) throw new InvalidValue('A valid number is required.');
    return text;
  },
  jsonSchema: () => ({ type: 'string', format: 'decimal' }),
  json: {
    postgres: (column) => sql`${column}::text`,
    sqlite(column, field) {
      const scale = field.decimalPlaces;
      if (scale === undefined) return sql`CAST(${column} AS TEXT)`;
      const zeros = textSql(scale === 0 ? '' : `.${'0'.repeat(scale)}`);
      return sql`CASE typeof(${column}) WHEN 'integer' THEN ${column} || ${zeros} WHEN 'real' THEN printf(${textSql(`%.${scale}f`)}, ${column}) ELSE CAST(${column} AS TEXT) END`;
    },
  },
  operand: { sqlite: (column, field) => (field.storage === 'text' ? sql`CAST(${column} AS NUMERIC)` : column) },
  takesNumbers: true,
  check(value, { maxDigits, decimalPlaces, limits }) {
    const [whole = '', places = ''] = canonicalDecimal(String(value)).replace('-', '').split('.');
    if (decimalPlaces !== undefined && places.length > decimalPlaces) {
      throw new InvalidValue(`Ensure that there are no more than ${decimalPlaces} decimal places.`);
    }
    const significant = `${whole}${places}`.replace(/^0+/, '').length;
    if (limits?.exactDigits !== undefined && significant > limits.exactDigits) {
      throw new InvalidValue(`Ensure that there are no more than ${limits.exactDigits} digits in total.`);
    }
    const wholeDigits = maxDigits === undefined ? 1000 : maxDigits - (decimalPlaces ?? 0);
    if (whole !== '0' && whole.length > wholeDigits) {
      throw new InvalidValue(`Ensure that there are no more than ${wholeDigits} digits before the decimal point.`);
    }
  },
  stored: { sqlite: (value) => value },
  canonical: (value) => canonicalDecimal(String(value)),
  // SQLite compares a text with a number by the affinity of the other side, which an expression lacks.
  bindSqlite: (value, field) => (field.storage === 'text' ? Number(value) : value),
  positions: { postgres: always, sqlite: never },
};

import { sql } from 'kysely';
import { always, type FieldType, InvalidValue, ordered } from '../field-type.ts';

/** Whether year, month and day name a day of the calendar, from year 1 to 9999. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

export const dateField: FieldType = {
  name: 'DateField',
  lookups: ordered,
  parse(text) {
    const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    if (!match || !isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]))) {
      throw new InvalidValue('A valid date is required: YYYY-MM-DD.');
    }
    return text;
  },
  jsonSchema: () => ({ type: 'string', format: 'date' }),
  json: {
    // JSON's form of a date does not follow the session's DateStyle; infinity and BC keep the database's text.
    postgres: (column) => column,
    sqlite: (column) => sql`CAST(${column} AS TEXT)`,
  },
  positions: { postgres: always, sqlite: always },
};

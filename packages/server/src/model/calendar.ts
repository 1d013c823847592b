/** Whether year, month and day are a day of the calendar, from year 1 to 9999. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads a date and time in any common form of ISO 8601; without a zone it is UTC, a date alone is its midnight.
 * @returns the canonical text of CONTRACT §1 (`2026-11-21T08:30:00.5Z`), or null if the text is no date and time.
 */
export function canonicalDateTime(text: string): string | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const digits = fraction.slice(0, 6).replace(/0+$/, '');
  const suffix = `${digits && `.${digits}`}Z`;
  if (zone === 'Z' || zone === 'z') return `${year}-${month}-${day}T${hour}:${minute}:${second}${suffix}`;
  const offset = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || '0')) * (zone[0] === '-' ? -1 : 1);
  const shifted = new Date(0);
  shifted.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  shifted.setUTCHours(Number(hour), Number(minute) - offset, Number(second));
  const shiftedYear = shifted.getUTCFullYear();
  if (shiftedYear < 1 || shiftedYear > 9999) return null;
  return `${shifted.toISOString().slice(0, 19)}${suffix}`;
}

/** Milliseconds since 1970 as the canonical text, or null if they are out of range. */
export function dateTimeOfMilliseconds(milliseconds: number): string | null {
  if (!(Math.abs(milliseconds) <= 8.64e15)) return null;
  const text = new Date(milliseconds).toISOString();
  return /^\d{4}-/.test(text) ? text.replace(/\.?0+Z$/, 'Z') : null;
}

/** Whether a text is PostgreSQL's infinite date, positive or negative. */
export function isInfinity(text: string): boolean {
  return text === 'infinity' || text === '-infinity';
}

/** How far a day is moved: by months first, and then by days. */
export interface DayShift {
  readonly months?: number;
  readonly days?: number;
}

/**
 * A day of the calendar (`2026-01-31`) moved by months and days. A month without such a day ends earlier: January 31st and a month is the last of February.
 * @returns null if the result is before year 1 or after 9999.
 */
export function shiftedDay(day: string, { months = 0, days = 0 }: DayShift): string | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const end = new Date(0);
  end.setUTCFullYear(year, month + months, 0);
  const shifted = new Date(end);
  shifted.setUTCDate(Math.min(date, end.getUTCDate()) + days);
  const reached = shifted.getUTCFullYear();
  return reached >= 1 && reached <= 9999 ? shifted.toISOString().slice(0, 10) : null;
}

import { clockOf, momentsAt } from '../model/time-zone.ts';

/** A length of time that a calendar has. */
export type CalendarUnit = 'day' | 'week' | 'month';

/** A day of the calendar as UTC's midnight. */
type Day = number;

const dayLength = 86_400_000;

/** The moment at which a day begins in a zone: its midnight or, where clocks are put forward over it, the moment at which they are. */
function startOf(day: Day, zone: string): number {
  const { moments, before } = momentsAt(day, zone);
  return moments.length > 0 ? Math.min(...moments) : before;
}

/** The day of a moment in a zone, in the form `2026-11-21`. */
export function dayIn(zone: string, moment: number, days = 0): string {
  const clock = clockOf(moment, zone);
  return textOf(clock - (clock % dayLength) + days * dayLength);
}

function textOf(day: Day): string {
  return new Date(day).toISOString().slice(0, 10);
}

/** The moment at which a day begins in a zone, in the form of the API. */
export function startOfDay(zone: string, day: string): string {
  return `${new Date(startOf(Date.parse(`${day}T00:00:00Z`), zone)).toISOString().slice(0, 19)}Z`;
}

/** The first day of the unit in which a day lies, or of one that many units later. Weeks begin on Monday. */
function firstDay(day: Day, unit: CalendarUnit, later: number): Day {
  const date = new Date(day);
  if (unit === 'day') return day + later * dayLength;
  if (unit === 'week') return day + (later * 7 - ((date.getUTCDay() + 6) % 7)) * dayLength;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** The first days of the last units, and of the one after them: one more than there are units, which includes the current one. */
export function lastUnits(zone: string, now: number, { unit, last }: { readonly unit: CalendarUnit; readonly last: number }): string[] {
  const today = Date.parse(`${dayIn(zone, now)}T00:00:00Z`);
  return Array.from({ length: last + 1 }, (_, index) => textOf(firstDay(today, unit, index - last + 1)));
}

/** The first days of two periods of so many days, of which the second ends with today, and tomorrow. */
export function twoPeriods(zone: string, now: number, days: number): string[] {
  return [1 - 2 * days, 1 - days, 1].map((later) => dayIn(zone, now, later));
}

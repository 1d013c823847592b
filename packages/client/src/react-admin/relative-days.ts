/** Periods around today, by the names that filters have for them: `{ 'placed~in': 'last week' }`. */
const periods = {
  today: () => days(0, 1),
  yesterday: () => days(-1, 0),
  'last 7 days': () => days(-6, 1),
  'this week': () => days(-dayOfWeek(), 7 - dayOfWeek()),
  'last week': () => days(-dayOfWeek() - 7, -dayOfWeek()),
  'last 30 days': () => days(-29, 1),
  'this month': () => months(0),
  'last month': () => months(-1),
  'this year': () => years(0),
  'last year': () => years(-1),
} as const satisfies Readonly<Record<string, () => Period>>;

/** The names of {@link periods}. */
export const periodNames: readonly string[] = Object.keys(periods);

/** From the beginning of a day until the beginning of another one, which is no part of it, in the local time zone. */
interface Period {
  readonly from: Date;
  readonly until: Date;
}

/** @param from the first day, counted from today. @param until the day after the last one. */
function days(from: number, until: number): Period {
  const today = new Date();
  const day = (offset: number): Date => new Date(today.getFullYear(), today.getMonth(), today.getDate() + offset);
  return { from: day(from), until: day(until) };
}

function months(offset: number): Period {
  const today = new Date();
  const month = (index: number): Date => new Date(today.getFullYear(), today.getMonth() + index, 1);
  return { from: month(offset), until: month(offset + 1) };
}

function years(offset: number): Period {
  const year = new Date().getFullYear() + offset;
  return { from: new Date(year, 0, 1), until: new Date(year + 1, 0, 1) };
}

/** The number of days since the first day of this week, which the locale determines. */
function dayOfWeek(): number {
  const locale = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale) as WithWeeks;
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return (new Date().getDay() - (firstDay % 7) + 7) % 7;
}

/** The first day of a week, Monday is 1; some engines have it as a property, some as a method. */
interface WithWeeks {
  readonly weekInfo?: { readonly firstDay?: number };
  readonly getWeekInfo?: () => { readonly firstDay?: number };
}

function lastDays(value: unknown): Period {
  // Today is one of them: at least one.
  const count = Math.min(36_500, Math.max(1, Math.trunc(Number(value)) || 1));
  return days(1 - count, 1);
}

function named(value: unknown): Period | undefined {
  const name = String(value);
  return Object.hasOwn(periods, name) ? periods[name as keyof typeof periods]() : undefined;
}

/** A day as a date without a time. */
function dateText(day: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/**
 * A filter that is relative to today, as the filters that it stands for now: `placed~last` (a number of days, of which today is one) and
 * `placed~in` (a name of a period) of a point in time, `due~last_date` and `due~in_date` of a date. Undefined for other filters.
 */
export function relativeFilters(name: string, value: unknown): Readonly<Record<string, string>> | undefined {
  const [, path, ending, date] = /^(.*)~(last|in)(_date)?$/s.exec(name) ?? [];
  if (path === undefined) return undefined;
  const period = ending === 'last' ? lastDays(value) : named(value);
  if (!period) return undefined;
  const textOf = (day: Date): string => (date === undefined ? day.toISOString() : dateText(day));
  return { [`${path}__gte`]: textOf(period.from), [`${path}__lt`]: textOf(period.until) };
}

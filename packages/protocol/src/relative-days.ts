/** The days by which filters that are relative to today are resolved. */
export interface Calendar {
  /** Today, as `2026-03-31`. */
  readonly today: string;
  /** The first day of a week; Monday is 1, Sunday 7. */
  readonly firstDayOfWeek: number;
  /** The moment at which a day begins in the zone of the person, as the service reads it. */
  readonly momentOf: (day: string) => string;
}

/** From a day until another one, which is no part of it; an end that is left out is open. */
interface Days {
  readonly from?: string;
  readonly until?: string;
}

type Unit = 'week' | 'month' | 'quarter' | 'year';

/** The names of periods around today, as filters have them: `{ 'placed~in': 'last week' }`. */
export const periodNames = [
  'today',
  'yesterday',
  'tomorrow',
  'before today',
  'until today',
  'from today on',
  'after today',
  'last 7 days',
  'next 7 days',
  'last 30 days',
  'next 30 days',
  'this week',
  'last week',
  'next week',
  'this month',
  'last month',
  'next month',
  'this quarter',
  'last quarter',
  'next quarter',
  'this year',
  'last year',
  'next year',
] as const;

/** The name of a period around today. */
export type PeriodName = (typeof periodNames)[number];

const periods: Readonly<Record<PeriodName, (calendar: Calendar) => Days>> = {
  today: days(0, 1),
  yesterday: days(-1, 0),
  tomorrow: days(1, 2),
  'before today': ({ today }: Calendar): Days => ({ until: today }),
  'until today': ({ today }: Calendar): Days => ({ until: later(today, 1) }),
  'from today on': ({ today }: Calendar): Days => ({ from: today }),
  'after today': ({ today }: Calendar): Days => ({ from: later(today, 1) }),
  'last 7 days': days(-6, 1),
  'next 7 days': days(0, 7),
  'last 30 days': days(-29, 1),
  'next 30 days': days(0, 30),
  'this week': units('week', 0),
  'last week': units('week', -1),
  'next week': units('week', 1),
  'this month': units('month', 0),
  'last month': units('month', -1),
  'next month': units('month', 1),
  'this quarter': units('quarter', 0),
  'last quarter': units('quarter', -1),
  'next quarter': units('quarter', 1),
  'this year': units('year', 0),
  'last year': units('year', -1),
  'next year': units('year', 1),
};

/** The endings of filters that are relative to today; each has another one, with `_date`, for fields of dates. */
export const relativeEndings = ['~last', '~next', '~in', '~from', '~before'] as const;

/** The largest number of days that a filter may count. */
const maxDays = 36_500;

/** @param from the first day, counted from today. @param until the day after the last one. */
function days(from: number, until: number): (calendar: Calendar) => Days {
  return ({ today }) => ({ from: later(today, from), until: later(today, until) });
}

/** @param first the unit in which the period begins, counted from the one of today. @param last the one in which it ends. */
function units(unit: Unit, first: number, last: number = first): (calendar: Calendar) => Days {
  return (calendar) => ({ from: firstDay(unit, first, calendar), until: firstDay(unit, last + 1, calendar) });
}

function later(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return textOf(year, month - 1, date + count);
}

function textOf(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}

function firstDay(unit: Unit, count: number, { today, firstDayOfWeek }: Calendar): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  if (unit === 'week') return later(today, 7 * count - ((new Date(today).getUTCDay() - (firstDayOfWeek % 7) + 7) % 7));
  if (unit === 'month') return textOf(year, month - 1 + count, 1);
  if (unit === 'quarter') return textOf(year, 3 * (Math.floor((month - 1) / 3) + count), 1);
  return textOf(year + count, 0, 1);
}

/** The days of a period, by its name: those of {@link PeriodName}, and `last 8 weeks` or `last 12 months`, of which the present one is the last. */
function periodOf(name: string): ((calendar: Calendar) => Days) | undefined {
  if (Object.hasOwn(periods, name)) return periods[name as PeriodName];
  const counted = countedPeriod(name);
  if (!counted) return undefined;
  const daysIn = units(counted.unit, 1 - counted.count, 0);
  // Weeks that are counted begin on Monday, as those of a card of the home page do.
  return (calendar) => daysIn({ ...calendar, firstDayOfWeek: 1 });
}

/** What a period such as `last 12 months` counts; undefined for other ones. */
export function countedPeriod(name: string): { readonly count: number; readonly unit: 'week' | 'month' } | undefined {
  const [, count, unit] = /^last ([1-9]\d{0,3}) (week|month)s$/.exec(name) ?? [];
  return unit === 'week' || unit === 'month' ? { count: Number(count), unit } : undefined;
}

/** Whether filters know a period of this name. */
export function isPeriod(name: string): boolean {
  return periodOf(name) !== undefined;
}

/** The day of a text such as `today`, `today-30` or `today+7`. */
function edgeOf(value: unknown, { today }: Calendar): string | undefined {
  const [text, count = '0'] = /^today([+-]\d{1,5})?$/.exec(String(value)) ?? [];
  return text === undefined ? undefined : later(today, Number(count));
}

function daysOf(ending: string, value: unknown, calendar: Calendar): Days | undefined {
  // Today is one of them: at least one.
  const count = Math.min(maxDays, Math.max(1, Math.trunc(Number(value)) || 1));
  if (ending === 'last') return days(1 - count, 1)(calendar);
  if (ending === 'next') return days(0, count)(calendar);
  if (ending === 'in') return periodOf(String(value))?.(calendar);
  const edge = edgeOf(value, calendar);
  if (edge === undefined) return undefined;
  return ending === 'from' ? { from: edge } : { until: edge };
}

/**
 * A filter that is relative to today, as the filters that it stands for now: `placed~last` and `placed~next` (a number of days, of which today is
 * one), `placed~in` (a name of a period), `placed~from` and `placed~before` (`today-30`) of a point in time; `due~last_date` and so on of a date.
 * Undefined for other filters.
 */
export function relativeFilters(name: string, value: unknown, calendar: Calendar): Readonly<Record<string, string>> | undefined {
  const [, path, ending = '', date] = /^(.*)~(last|next|in|from|before)(_date)?$/s.exec(name) ?? [];
  const period = path === undefined ? undefined : daysOf(ending, value, calendar);
  if (!period) return undefined;
  const { from, until } = period;
  const written = (day: string): string => (date === undefined ? calendar.momentOf(day) : day);
  return {
    ...(from === undefined ? {} : { [`${path}__gte`]: written(from) }),
    ...(until === undefined ? {} : { [`${path}__lt`]: written(until) }),
  };
}

import { type Calendar, relativeFilters as resolved } from '@grimoire/protocol';

/** A filter that is relative to today, as the filters that it stands for now in the browser's time zone; undefined for other filters. */
export function relativeFilters(name: string, value: unknown): Readonly<Record<string, string>> | undefined {
  return name.includes('~') ? resolved(name, value, ownCalendar()) : undefined;
}

/** The calendar of the browser. */
function ownCalendar(): Calendar {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  return {
    today: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    firstDayOfWeek: firstDayOfWeek(),
    momentOf: (day) => new Date(`${day}T00:00:00`).toISOString(),
  };
}

/** The first day of a week, which the locale determines. */
function firstDayOfWeek(): number {
  const locale = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale) as WithWeeks;
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return firstDay;
}

/** The first day of a week, Monday is 1; some engines have it as a property, some as a method. */
interface WithWeeks {
  readonly weekInfo?: { readonly firstDay?: number };
  readonly getWeekInfo?: () => { readonly firstDay?: number };
}

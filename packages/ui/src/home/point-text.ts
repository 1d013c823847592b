import type { Series } from '@grimoire/protocol';
import { forLocale } from '../texts/text.ts';

type Points = Pick<Series['series'], 'points' | 'each'>;

const formats = forLocale((locale) => {
  const of = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return {
    short: of({ day: 'numeric', month: 'short' }),
    long: of({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
    month: of({ month: 'short', year: '2-digit' }),
    wholeMonth: of({ month: 'long', year: 'numeric' }),
  };
});

function dayOf(point: string): Date | null {
  return /^\d{4}-\d\d-\d\d$/.test(point) ? new Date(`${point}T00:00:00Z`) : null;
}

/** The text of a point on an axis. */
export function axisText({ points, each }: Points, place: number): string {
  const point = points[place] ?? '';
  const day = dayOf(point);
  if (!day) return point;
  return formats()[each === 'month' ? 'month' : 'short'].format(day);
}

/** The text of a point where there is room: the day, the week with its first and last day, or the month. */
export function pointText({ points, each }: Points, place: number): string {
  const point = points[place] ?? '';
  const day = dayOf(point);
  if (!day) return point;
  const { short, long, wholeMonth } = formats();
  if (each === 'month') return wholeMonth.format(day);
  return each === 'week' ? short.formatRange(day, new Date(day.getTime() + 6 * 86_400_000)) : long.format(day);
}

/** The places on an axis that get a text: so many that they fit, the last one always. */
export function axisPlaces(count: number, width: number, room = 76): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / room))));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).toReversed();
}

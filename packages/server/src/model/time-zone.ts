import { canonicalDateTime } from './calendar.ts';

/** The time zone that a text names, such as `Europe/Berlin`, in the one spelling by which it is kept; undefined if there is none. */
export function timeZoneOf(text: string): string | undefined {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** By the names that {@link timeZoneOf} gives: there are some hundred of these, and any number of spellings. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** What clocks of a zone show at a moment, as the moment at which those of UTC show the same. */
export function clockOf(moment: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const clock = new Date(Date.UTC(2000, part('month') - 1, part('day'), part('hour'), part('minute'), part('second')));
  // `Date.UTC` takes the years from 0 to 99 for those of the last century.
  return clock.setUTCFullYear(part('year'), part('month') - 1, part('day'));
}

const dayLength = 86_400_000;

/** The moments at which clocks of a zone show a time: two where they are put back over it, none where they are put forward. */
export function momentsAt(clock: number, zone: string): { readonly moments: readonly number[]; readonly before: number } {
  const [before = clock, after = clock] = [clock - dayLength, clock + dayLength].map((near) => clock - (clockOf(near, zone) - near));
  const moments = [...new Set([before, after])].filter((moment) => clockOf(moment, zone) === clock);
  return { moments, before };
}

/** The whole seconds of a canonical text as milliseconds since 1970, and the rest of it. */
function partsOf(canonical: string): { readonly seconds: number; readonly rest: string } {
  return { seconds: Date.parse(`${canonical.slice(0, 19)}Z`), rest: canonical.slice(19, -1) };
}

function textOf(seconds: number, rest: string): string | null {
  const year = new Date(seconds).getUTCFullYear();
  return year >= 1 && year <= 9999 ? `${new Date(seconds).toISOString().slice(0, 19)}${rest}Z` : null;
}

/**
 * The moment in UTC of what clocks of a zone show, both in the form of CONTRACT §1. As PostgreSQL does it, a time that clocks show twice is the later
 * one, and one that they skip is counted from before.
 */
export function momentOf(clock: string, zone: string): string | null {
  const { seconds, rest } = partsOf(clock);
  const { moments, before } = momentsAt(seconds, zone);
  return textOf(moments.length > 0 ? Math.max(...moments) : before, rest);
}

/** What clocks of a zone show at a moment, both in the form of CONTRACT §1. A text that is no moment, such as `infinity`, stays as it is. */
export function clockTextOf(moment: string, zone: string): string {
  if (!moment.endsWith('Z')) return moment;
  const { seconds, rest } = partsOf(moment);
  return textOf(clockOf(seconds, zone), rest) ?? moment;
}

/** The canonical text of a date and time, which is of a zone if it names none itself; null if it is none. */
export function canonicalInZone(text: string, zone: string | undefined): string | null {
  const canonical = canonicalDateTime(text);
  if (canonical === null || zone === undefined || /(?:z|[+-]\d{2}(?::?\d{2})?)$/i.test(text.slice(10))) return canonical;
  return momentOf(canonical, zone);
}

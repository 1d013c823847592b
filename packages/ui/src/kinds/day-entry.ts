import { textOf } from '../cells/value-text.ts';
import { latinDigits } from '../texts/latin-digits.ts';
import { forLocale, t } from '../texts/text.ts';
import { Broken } from '../inputs/broken.ts';
import type { Entry } from './field-kind.ts';
import { instantOf, localOf } from './local-time.ts';

/** The numbers of a day, in the order of ISO 8601. */
const dayParts = ['year', 'month', 'day'] as const;

const formats = forLocale((locale) => {
  const latin = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;
  const day = new Intl.DateTimeFormat(locale, { ...latin, year: 'numeric', month: '2-digit', day: '2-digit' });
  const months = (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locale, { ...latin, month, day: 'numeric' });
    return Array.from(
      { length: 12 },
      (_, index) => [plain(partOf(format, 'month', new Date(Date.UTC(2026, index, 1)))), index + 1] as const,
    );
  });
  const order = day.formatToParts(0).flatMap(({ type }) => dayParts.find((part) => part === type) ?? []);
  return { day, order, months: new Map(months) };
});

function partOf(format: Intl.DateTimeFormat, wanted: string, date: Date): string {
  return format.formatToParts(date).find(({ type }) => type === wanted)?.value ?? '';
}

/** A word without its mark of abbreviation: `Jan.` is `jan`. */
function plain(word: string): string {
  return word.toLowerCase().replace(/\.$/, '');
}

/** A day as the language of the page writes it in numbers: `2026-02-01` as `01.02.2026`. A text of another form stays as it is. */
export function dayInputText(text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime())) return text;
  return formats()
    .day.format(day)
    .replaceAll(/[\u200e\u200f\u061c]/g, '');
}

/** Reads a day as {@link dayInputText} writes it, in ISO 8601, or with the name of the month. @returns `2026-02-01`, or {@link Broken} */
export function enteredDay(entered: string): string | Broken {
  const text = latinDigits(entered)
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .trim();
  const { order, months } = formats();
  const numbers = text.match(/\d+/g) ?? [];
  const [month] = (text.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => months.get(plain(word)) ?? []);
  const isIso = numbers[0]?.length === 4 && month === undefined;
  const names = month === undefined ? (isIso ? dayParts : order) : order.filter((part) => part !== dayParts[1]);
  const parts = Object.fromEntries(names.map((name, index) => [name, numbers[index] ?? '']));
  if (month !== undefined && parts['day']?.length === 4) [parts['day'], parts['year']] = [parts['year'] ?? '', parts['day']];
  const day =
    numbers.length === names.length ? isoOf(yearOf(parts['year'] ?? ''), month ?? Number(parts['month']), Number(parts['day'])) : undefined;
  return day ?? new Broken(t('This is no day. Write it such as %{example}.', { example: dayInputText('2026-12-31') }));
}

/** Two digits are a year of 1970 to 2069. */
function yearOf(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function isoOf(year: number, month: number, day: number): string | undefined {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text) ? undefined : text;
}

const clock = /(?:^|[\s,T])(\d{1,2}):(\d\d)(?::(\d\d)(\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?$/i;

/** Reads a time of day: `14:30`, `2:30 pm`. @returns `14:30:00`, or {@link Broken} */
export function enteredHour(entered: string): string | Broken {
  const [whole, hour = '', minute = '', second = '00', parts = '', half] = clock.exec(latinDigits(entered).trim()) ?? [];
  const isMorning = half?.toLowerCase() === 'a';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isMorning ? 0 : 12);
  if (whole === undefined || hours > 23 || Number(minute) > 59 || Number(second) > 59)
    return new Broken(t('This is no time. Write it such as %{example}.', { example: '14:30' }));
  return `${String(hours).padStart(2, '0')}:${minute}:${second}${parts}`;
}

function hourInputText(text: string): string {
  return text.replace(/^(\d\d:\d\d):00$/, '$1');
}

/** A day of the calendar. */
export const dayEntry: Entry = {
  write: (_field, value) => dayInputText(textOf(value)),
  read: (_field, text) => enteredDay(text),
};

/** A time of any day. */
export const hourEntry: Entry = {
  write: (_field, value) => hourInputText(textOf(value)),
  read: (_field, text) => enteredHour(text),
};

/** A point in time, in the time zone of the browser. */
export const momentEntry: Entry = {
  write: (_field, value) => {
    const [day, hour] = localOf(textOf(value)).split('T');
    return day === undefined || hour === undefined ? textOf(value) : `${dayInputText(day)} ${hourInputText(hour)}`;
  },
  read: (_field, entered, before) => {
    const text = latinDigits(entered).trim();
    if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return text;
    const time = clock.exec(text)?.[0] ?? '';
    const [day, hour] = [
      enteredDay(text.slice(0, text.length - time.length)),
      time === '' ? '00:00:00' : enteredHour(time.replace(/^[,T]/, '')),
    ];
    if (day instanceof Broken || hour instanceof Broken) return day instanceof Broken ? day : hour;
    return instantOf(`${day}T${hour.slice(0, 8)}`, before);
  },
};

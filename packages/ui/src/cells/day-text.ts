import { forLocale } from '../texts/text.ts';

const formats = forLocale((locale) => ({
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  minutes: new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }),
  seconds: new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: 'UTC' }),
}));

/** A day as people write it: `2026-02-01` as "1 Feb 2026". A text of another form stays as it is. */
export function dayText(text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day === null || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? text : formats().day.format(day);
}

/** A time of any day as people write it: `14:30:00` as "14:30". Seconds are shown where there are some; a text of another form stays as it is. */
export function hourText(text: string): string {
  const [, minutes, seconds = '00'] = /^((?!24)\d\d:\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const time = new Date(`1970-01-01T${minutes ?? ''}:${seconds}Z`);
  if (Number.isNaN(time.getTime())) return text;
  return formats()[seconds === '00' ? 'minutes' : 'seconds'].format(time);
}

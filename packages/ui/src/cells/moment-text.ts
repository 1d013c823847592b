import { forLocale } from '../texts/text.ts';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const formats = forLocale((locale) => ({
  time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
  thisYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  whole: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
}));

function midnightOf(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** A time in full, in the time zone of the browser. */
export function wholeText(moment: Date): string {
  return formats().whole.format(moment);
}

/** A time as people say it: how long ago where that is hours, otherwise the day and the time. */
export function shortText(moment: Date, now: Date = new Date()): string {
  const { relative, thisYear, time } = formats();
  const passed = now.getTime() - moment.getTime();
  // "Now", where a number of minutes would be none.
  if (passed >= 0 && passed < minute) return relative.format(0, 'second');
  if (passed >= 0 && passed < hour) return relative.format(-Math.floor(passed / minute), 'minute');
  const days = Math.round((midnightOf(now) - midnightOf(moment)) / day);
  if (passed >= 0 && days === 0) return relative.format(-Math.floor(passed / hour), 'hour');
  if (days === 1 || days === 0 || days === -1) return `${relative.format(-days, 'day')}, ${time.format(moment)}`;
  return moment.getFullYear() === now.getFullYear() ? thisYear.format(moment) : wholeText(moment);
}

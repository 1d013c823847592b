import { type Message, say } from '../../texts/message.ts';
import { isCalendarDay } from '../calendar.ts';

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const clock = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i;

function isDay(text: string): boolean {
  const [, year, month, date] = day.exec(text) ?? [];
  return year !== undefined && isCalendarDay(Number(year), Number(month), Number(date));
}

function isMoment(text: string): boolean {
  const rest = text.slice(11);
  return /^[Tt ]$/.test(text.charAt(10)) && isDay(text.slice(0, 10)) && clock.test(rest) && /(?:Z|[+-]\d\d:\d\d)$/i.test(rest);
}

/** The formats of RFC 3339, and others, each with the message for a text that has not this form. */
export const formats: Readonly<Record<string, { readonly isOf: (text: string) => boolean; readonly message: () => Message }>> = {
  date: { isOf: isDay, message: () => say('date') },
  time: { isOf: (text) => clock.test(text), message: () => say('time') },
  'date-time': { isOf: isMoment, message: () => say('dateTime') },
  email: { isOf: (text) => text.length <= 254 && /^[^\s@<>()",;:]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text), message: () => say('email') },
  uri: { isOf: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text), message: () => say('url') },
  uuid: { isOf: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text), message: () => say('uuid') },
};

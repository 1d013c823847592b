import { Broken } from '../inputs/broken.ts';
import { twoMeanings } from './entered-number.ts';
import { latinDigits } from '../texts/latin-digits.ts';
import { t } from '../texts/text.ts';

/** The units of a duration in the order of ISO 8601, each with what people write for it, and whether it stands after the `T`. */
const units = [
  { letter: 'Y', isTime: false, short: 'y', words: ['y', 'yr', 'yrs', 'year', 'years', 'jahr', 'jahre'] },
  { letter: 'M', isTime: false, short: 'mo', words: ['mo', 'mon', 'mons', 'month', 'months', 'monat', 'monate'] },
  { letter: 'W', isTime: false, short: 'w', words: ['w', 'wk', 'wks', 'week', 'weeks', 'woche', 'wochen'] },
  { letter: 'D', isTime: false, short: 'd', words: ['d', 'day', 'days', 'tag', 'tage'] },
  { letter: 'H', isTime: true, short: 'h', words: ['h', 'hr', 'hrs', 'hour', 'hours', 'std', 'stunde', 'stunden'] },
  { letter: 'M', isTime: true, short: 'min', words: ['m', 'min', 'mins', 'minute', 'minutes', 'minuten'] },
  { letter: 'S', isTime: true, short: 's', words: ['s', 'sec', 'secs', 'second', 'seconds', 'sek', 'sekunde', 'sekunden'] },
] as const;

const hours = 4;

const wire = /^-?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** How a duration is written in an input: `PT1H30M` as `1 h 30 min`. A text of another form stays as it is. */
export function durationInputText(text: string): string {
  const [, ...amounts] = wire.exec(text) ?? [];
  const parts = units.flatMap(({ short }, index) => (Number(amounts[index] ?? 0) === 0 ? [] : [`${amounts[index]} ${short}`]));
  if (parts.length === 0) return text;
  return `${text.startsWith('-') ? '-' : ''}${parts.join(' ')}`;
}

/**
 * Reads a duration in words (`1 h 30 min`, `90m`, `2 days`, `1.5 h`), as hours, minutes and seconds (`1:30:00`), or in ISO 8601.
 * @returns ISO 8601; {@link Broken} where it is none, or may be one of two durations.
 */
export function enteredDuration(entered: string): string | Broken {
  const text = latinDigits(entered).trim().replace('\u2212', '-');
  if (/^[+-]?P/i.test(text)) return text.toUpperCase();
  const [, sign = '', body = ''] = /^(-?)\s*(.*)$/s.exec(text) ?? [];
  if (/^\d+([.,]\d+)?$/.test(body))
    return new Broken(t('%{number} of what? Write it such as 1 h 30 min, 90 min, 2 d 4 h or 1:30:00.', { number: entered.trim() }));
  if (/^\d+:[0-5]\d$/.test(body)) return twoMeanings(body, [`${body.replace(':', ' h ')} min`, `${body.replace(':', ' min ')} s`]);
  const amounts = clockOf(body) ?? wordsOf(body);
  return amounts
    ? `${sign}${isoOf(amounts)}`
    : new Broken(t('This is no duration. Write it such as 1 h 30 min, 90 min, 2 d 4 h or 1:30:00.'));
}

type Amounts = readonly string[];

/** `1:30:00`, also with days before it: `2 1:30:00`. */
function clockOf(body: string): Amounts | undefined {
  const [, days = '0', hour, minute, second] = /^(?:(\d+) )?(\d+):([0-5]\d):([0-5]\d(?:\.\d{1,6})?)$/.exec(body) ?? [];
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  return ['0', '0', '0', days, hour, minute, second];
}

/** `1 h 30 min`: each unit once, from the longest to the shortest; only the last may have decimal places, and only if it is a part of a day. */
function wordsOf(body: string): Amounts | undefined {
  const amounts = units.map(() => '0');
  const rest = body.replaceAll(/(\d+(?:[.,]\d{1,6})?)\s*(\p{L}+)\.?[\s,]*(?:and\s+|und\s+)?/giu, (_whole, amount: string, word: string) => {
    const index = units.findIndex(({ words }) => words.some((one) => one === word.toLowerCase()));
    if (index < 0 || amounts.slice(index).some((known) => known !== '0')) return '?';
    amounts[index] = amount.replace(',', '.');
    return '';
  });
  const last = amounts.findLastIndex((amount) => amount !== '0');
  if (rest !== '' || amounts.some((amount, index) => amount.includes('.') && (index !== last || index < hours))) return undefined;
  return spread(amounts);
}

/** Half an hour is thirty minutes: only seconds have decimal places. */
function spread(amounts: Amounts): Amounts | undefined {
  const index = amounts.findIndex((amount) => amount.includes('.'));
  if (index < hours || index === units.length - 1) return amounts;
  const millionths = Math.round(Number(amounts[index]) * (index === hours ? 3600 : 60) * 1e6);
  const [hour, minute, second] = [Math.floor(millionths / 3600e6), Math.floor(millionths / 60e6), (millionths % 60e6) / 1e6];
  const before = amounts.slice(0, hours);
  return index === hours
    ? [...before, String(hour), String(minute % 60), String(second)]
    : [...before, amounts[hours] ?? '0', String(minute), String(second)];
}

function isoOf(amounts: Amounts): string {
  const part = (isTime: boolean): string =>
    units
      .map((unit, index) => (unit.isTime === isTime && Number(amounts[index]) !== 0 ? `${Number(amounts[index])}${unit.letter}` : ''))
      .join('');
  const time = part(true);
  const iso = `P${part(false)}${time === '' ? '' : `T${time}`}`;
  return iso === 'P' ? 'PT0S' : iso;
}

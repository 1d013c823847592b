import { textOf } from '../cells/value-text.ts';
import { Broken } from '../inputs/broken.ts';
import { latinDigits } from '../texts/latin-digits.ts';
import { t } from '../texts/text.ts';

/** How a person writes numbers. */
export interface NumberStyle {
  /** What stands before the decimal places: `.` or `,`. */
  readonly point: string;
}

/** The style of the browser's language. */
export function ownStyle(language?: string): NumberStyle {
  const written = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(1.5);
  return { point: written.includes(',') ? ',' : '.' };
}

/** A number as it stands in an input: the service writes `1234.5`, a German person `1234,5`. */
export function inputText(value: unknown, { point }: NumberStyle): string {
  const text = textOf(value);
  return /^-?\d+\.\d+$/.test(text) ? text.replace('.', point) : text;
}

/** Digits in groups of three, or as in India in groups of two and a last one of three. */
const groups = /^\d{1,3}(?:[.,]\d{3})+$|^\d{1,2}(?:[.,]\d{2})*[.,]\d{3}$/;
/** Spaces and apostrophes between groups of digits. */
const spaces = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;

interface Reading extends NumberStyle {
  /** Whether only whole numbers are asked for. */
  readonly isWhole: boolean;
}

/**
 * Reads a number in the style of the person: `1.234,5` is the text `1234.5`.
 * @returns the number as the service reads it; what is none as it was entered, because the service says what is wrong with it; and
 * {@link Broken} if it may be one of two numbers.
 */
export function enteredNumber(entered: string, reading: Reading): string | Broken {
  const text = latinDigits(entered).trim().replace('\u2212', '-').replaceAll(spaces, '');
  const [, sign = '', body = ''] = /^([+-]?)([\d.,]*\d[.,]?)$/.exec(text) ?? [];
  const number = body === '' ? undefined : digitsOf(body, reading);
  if (number instanceof Broken || number === undefined) return number ?? entered.trim();
  return `${sign === '-' ? '-' : ''}${number}`;
}

function digitsOf(body: string, { point, isWhole }: Reading): string | Broken | undefined {
  const marks = body.match(/[.,]/g) ?? [];
  const [last] = marks.slice(-1);
  if (last === undefined) return plain(body);
  const at = body.lastIndexOf(last);
  const [before, after] = [body.slice(0, at), body.slice(at + 1)];
  const isOnce = marks.filter((mark) => mark === last).length === 1;
  // Several marks: the last is the point if it is another one than those before.
  if (marks.length > 1) {
    if (!isOnce) return groups.test(body) && new Set(marks).size === 1 ? plain(body.replaceAll(last, '')) : undefined;
    return groups.test(before) && !isWhole ? plain(before.replaceAll(/[.,]/g, ''), after) : undefined;
  }
  if (last === point) return isWhole ? undefined : plain(before, after);
  if (!/^[1-9]\d{0,2}$/.test(before) || after.length !== 3) return isWhole ? undefined : plain(before, after);
  // A mark that is not the person's point, before three digits: `1.234` in Germany.
  return isWhole ? plain(before + after) : twoMeanings(body, [`${before}${after}`, `${before}${point}${after}`]);
}

function plain(whole: string, decimals = ''): string {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

/** What was entered may be one of two values. */
export function twoMeanings(entered: string, [one, other]: readonly [string, string]): Broken {
  return new Broken(t('%{entered} may be %{one} or %{other}: write one of these.', { entered, one, other }));
}

import { formatOf, moneyText, numberText } from '../kinds/number-text.ts';
import { textOf } from '../cells/value-text.ts';

/** From this number on, the short form is shown. */
const longNumber = 1_000_000;

function isCurrency(unit: string): boolean {
  return /^[A-Z]{3}$/.test(unit);
}

/** A number with all its digits and its unit. */
export function fullText(value: unknown, unit = ''): string {
  if (value === null || value === undefined) return '—';
  const text = textOf(value);
  if (isCurrency(unit)) return moneyText(text, unit);
  return withUnit(countedText(text), unit);
}

/** Unlike a value of a row, which may be a year, an amount has its digits in groups. */
function countedText(text: string): string {
  return /^-?\d{4}$/.test(text) ? formatOf({ useGrouping: 'always' }).format(Number(text)) : numberText(text);
}

function withUnit(text: string, unit: string): string {
  if (unit === '') return text;
  return unit === '%' ? `${text}\u00A0%` : `${text} ${unit}`;
}

/** A number as it is read at a glance: a large one in its short form, an amount of money without its cents where there are thousands. */
export function shortText(value: unknown, unit = ''): string {
  const number = Number(textOf(value));
  if (value === null || value === undefined || !Number.isFinite(number)) return fullText(value, unit);
  const size = Math.abs(number);
  if (size < longNumber && (size < 1000 || !isCurrency(unit))) return fullText(value, unit);
  const options: Intl.NumberFormatOptions =
    size < longNumber ? { maximumFractionDigits: 0 } : { notation: 'compact', maximumFractionDigits: size < 10 * longNumber ? 2 : 1 };
  const money: Intl.NumberFormatOptions = isCurrency(unit) ? { style: 'currency', currency: unit } : {};
  const text = formatOf({ ...money, ...options, minimumFractionDigits: 0 }).format(number);
  return isCurrency(unit) ? text : withUnit(text, unit);
}

/** A number on an axis: in its short form, without zeros after the point. */
export function axisNumber(value: number, unit = ''): string {
  const options: Intl.NumberFormatOptions = {
    notation: Math.abs(value) < 10_000 ? 'standard' : 'compact',
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  };
  const money: Intl.NumberFormatOptions = isCurrency(unit) ? { style: 'currency', currency: unit } : {};
  const text = formatOf({ ...money, ...options }).format(value);
  return unit === '%' ? withUnit(text, unit) : text;
}

/** A count that stopped at a limit: `10,000+`. */
export function cappedText(limit: unknown, unit?: string): string {
  return `${shortText(limit, unit)}+`;
}

/** By how much a number has changed. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** With its sign. */
  readonly text: string;
}

/** The change of a number: as a percentage of the number before where that says more. */
export function changeOf(delta: unknown, before: unknown, unit?: string): Change | null {
  const change = Number(textOf(delta));
  if (delta === null || delta === undefined || !Number.isFinite(change)) return null;
  if (change === 0) return { direction: 'same', text: '±0' };
  const sign = change > 0 ? '+' : '−';
  const base = Number(textOf(before));
  const size = Math.abs(change);
  const text =
    before !== null && before !== undefined && base >= 20
      ? formatOf({ style: 'percent', maximumFractionDigits: 1 }).format(size / base)
      : shortText(typeof delta === 'number' ? size : textOf(delta).replace(/^[-+]/, ''), unit);
  return { direction: change > 0 ? 'up' : 'down', text: `${sign}${text}` };
}

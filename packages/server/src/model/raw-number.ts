import { randomUUID } from 'node:crypto';

/** A number of a JSON text that JavaScript would round, kept as text; `JSON.stringify` writes that text again. */
export interface RawNumber {
  readonly rawJSON: string;
}

// TypeScript's type of JSON lacks these functions.
const json = JSON as unknown as { rawJSON(text: string): RawNumber; isRawJSON(value: unknown): boolean };

/** Whether a parsed value is such a number. */
export function isRawNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value);
}

/** Whether a value is a number that may have been rounded before it was sent as JSON: it would name another row (CONTRACT §2). */
export function isPerhapsRounded(value: unknown): boolean {
  return isRawNumber(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/**
 * A number that JavaScript may round: with more than 15 digits, or with an exponent. It stands where a value begins: a UUID in a text, which
 * has such parts too, would make `JSON.parse` call a function for each value, in several times its time.
 */
const longNumber = /(?:^|[[:,])\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

/** A number of JSON. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The member of the objects that stand for such numbers while a text is parsed. No client knows it. */
const mark = randomUUID();

/**
 * `JSON.parse`, but a number that would be rounded is kept as its text. Throws a `SyntaxError`.
 * @param most the largest number of numbers that are kept as text; throws a `RangeError` for a text with more.
 */
export function parseExact(text: string, most: number = Infinity): unknown {
  const marked = longNumber.test(text) ? withMarks(text, most) : text;
  const parsed = JSON.parse(marked) as unknown;
  return marked === text ? parsed : restored(parsed);
}

/** The text with an object in place of each number that would be rounded: a reviver of `JSON.parse` takes a hundred times as long. */
function withMarks(text: string, most: number): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfText(text, index);
    else if (code === minus || isDigit(code)) {
      const start = index;
      while (isOfNumber(text.charCodeAt(index + 1))) index += 1;
      const number = text.slice(start, index + 1);
      if (!isRounded(number)) continue;
      if (pieces.length >= 2 * most) throw new RangeError('Too many numbers would be rounded.');
      pieces.push(text.slice(copied, start), `{"${mark}":"${number}"}`);
      copied = index + 1;
    }
  }
  return pieces.join('') + text.slice(copied);
}

/** The index of the quotation mark that ends a text which begins at this one. */
function endOfText(text: string, start: number): number {
  let index = start + 1;
  for (; index < text.length && text.charCodeAt(index) !== quote; index++) if (text.charCodeAt(index) === backslash) index += 1;
  return index;
}

function isRounded(number: string): boolean {
  if (number.length <= 15 && !number.includes('e') && !number.includes('E')) return false;
  const value = Number(number);
  return !isSameNumber(number, value) && jsonNumber.test(number);
}

/** Whether a number of JavaScript has the digits of a text. */
function isSameNumber(number: string, value: number): boolean {
  // Every number of so few digits is written with the same ones, except near the ends of the range.
  if (number.length <= 15 && Math.abs(value) > 1e-300 && Number.isFinite(value)) return true;
  const rounded = String(value);
  return rounded === number || digits(number) === digits(rounded);
}

/** The same value with the numbers in their places. */
function restored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const part: unknown = value[index];
      if (typeof part === 'object') value[index] = restored(part);
    }
    return value;
  }
  const members = value as Record<string, unknown>;
  // A key such as `__proto__` is the object's own here.
  for (const key in members) {
    if (key === mark) return json.rawJSON(String(members[key]));
    if (typeof members[key] === 'object') members[key] = restored(members[key]);
  }
  return value;
}

/** The digits of a number, without redundant zeros. */
function digits(text: string): string {
  const exponent = text.search(/[eE]/);
  const mantissa = exponent < 0 ? text : text.slice(0, exponent);
  return mantissa.replace(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

const [quote, backslash, minus] = Array.from('"\\-', (character) => character.charCodeAt(0));

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a character may continue a number. */
function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 46 || code === 101 || code === 69 || code === 43 || code === minus;
}

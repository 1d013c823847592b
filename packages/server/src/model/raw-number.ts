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

/**
 * A number that JavaScript may round: with more than 15 digits, or with an exponent. It stands where a value begins: a UUID in a text, which
 * has such parts too, would make `JSON.parse` call a function for each value, in several times its time.
 */
const longNumber = /(?:^|[[:,])\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

/** `JSON.parse`, but a number that would be rounded is kept as its text. Throws a `SyntaxError`. */
export function parseExact(text: string): unknown {
  return longNumber.test(text) ? (JSON.parse(text, keepLong as Reviver) as unknown) : (JSON.parse(text) as unknown);
}

function keepLong(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  const isRounded = typeof value === 'number' && source !== undefined && digits(source) !== digits(String(value));
  return isRounded ? json.rawJSON(source) : value;
}

/** Parses an object that `JSON.stringify` writes as the same text again; null if there is none. */
export function parseAsWritten(text: string): Record<string, unknown> | null {
  const isSame = (value: unknown): boolean => JSON.stringify(value) === text;
  const parsed = JSON.parse(text) as Record<string, unknown>;
  if (isSame(parsed)) return parsed;
  const exact = JSON.parse(text, keepText as Reviver) as Record<string, unknown>;
  return isSame(exact) ? exact : null;
}

function keepText(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value;
}

/** The digits of a number, without redundant zeros. */
function digits(text: string): string {
  const [mantissa = ''] = text.split(/[eE]/);
  return mantissa.replace(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

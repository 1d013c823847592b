/** A number of a JSON text that JavaScript would round, kept as it was written; `JSON.stringify` writes it so again. */
export interface RawNumber {
  readonly rawJSON: string;
}

// Newer than TypeScript's own description of JSON.
const json = JSON as unknown as { rawJSON(text: string): RawNumber; isRawJSON(value: unknown): boolean };

/** Whether a parsed value is such a number. */
export function isRawNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value);
}

/** A number that JavaScript may round: one of more than 15 digits, or with an exponent. */
const longNumber = /\d[\d.]{15}|\d[eE]/;

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

/** `JSON.parse`, but that a number that would be rounded stays as it is written. Throws a `SyntaxError`. */
export function parseExact(text: string): unknown {
  return longNumber.test(text) ? (JSON.parse(text, keepLong as Reviver) as unknown) : (JSON.parse(text) as unknown);
}

function keepLong(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  const isRounded = typeof value === 'number' && source !== undefined && digits(source) !== digits(String(value));
  return isRounded ? json.rawJSON(source) : value;
}

/** The digits that a number is made of, without those that say nothing. */
function digits(text: string): string {
  const [mantissa = ''] = text.split(/[eE]/);
  return mantissa.replace(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

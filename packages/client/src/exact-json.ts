/** How the bodies of requests are written, and those of answers read. */
export interface JsonFormat {
  /** Throws a `SyntaxError` where the text is no JSON. */
  readonly parse: (text: string) => unknown;
  /** @param indent the spaces of each level; by default all is in one line */
  readonly stringify: (value: unknown, indent?: number) => string;
}

/** JSON as JavaScript has it. */
export const plainJson: JsonFormat = {
  parse: (text) => JSON.parse(text) as unknown,
  stringify: (value, indent) => JSON.stringify(value, null, indent),
};

/** A number of JSON that JavaScript would round, by its digits. As an operand it is the rounded number, in other JSON a text. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }

  valueOf(): number {
    return Number(this.digits);
  }

  toJSON(): string {
    return this.digits;
  }
}

/**
 * JSON whose numbers stay as they are written: one that JavaScript would round is an {@link ExactNumber}.
 * @example exactJson.stringify(exactJson.parse('{"n":9007199254740993}')) // the same text
 */
export const exactJson: JsonFormat = { parse: parseExact, stringify: stringifyExact };

/** Stands before the digits of a number while it is a text; no value contains it. */
const mark = `exact number ${Math.random()} `;
const marked = new RegExp(`"${mark}([^"]+)"`, 'g');

/** A number that may be rounded: with more than 15 digits, or with an exponent. Texts with such parts mostly begin with something else. */
const longNumber = /(?:^|[[:,])\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!longNumber.test(text)) return value;
  const withTexts = text.replaceAll(tokens, (token) => (isRounded(token) ? `"${mark}${token}"` : token));
  return JSON.parse(withTexts, (_key, part: unknown) =>
    typeof part === 'string' && part.startsWith(mark) ? new ExactNumber(part.slice(mark.length)) : part,
  );
}

function stringifyExact(value: unknown, indent?: number): string {
  const withTexts = JSON.stringify(
    value,
    function (this: Readonly<Record<string, unknown>>, key: string, part: unknown) {
      const own = this[key];
      return own instanceof ExactNumber ? `${mark}${own.digits}` : part;
    },
    indent,
  );
  // Without a value, such as undefined, there is no text.
  return (withTexts as string | undefined)?.replaceAll(marked, '$1') ?? withTexts;
}

function isRounded(token: string): boolean {
  return !token.startsWith('"') && canonical(token) !== canonical(String(Number(token)));
}

/** A number by its digits and its exponent: `1.50e3` and `1500` are the same. */
function canonical(number: string): string {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${decimals}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short === '' ? '0' : `${sign}${short}e${Number(exponent) - decimals.length + digits.length - short.length}`;
}

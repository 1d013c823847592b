const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A number by its digits and its exponent: `1.50e3` and `1500` are the same. */
function canonical(number: string): string {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${decimals}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short === '' ? '0' : `${sign}${short}e${Number(exponent) - decimals.length + digits.length - short.length}`;
}

/** The first number in a JSON text that JavaScript would round; undefined where all are exact. */
export function roundedNumber(json: string): string | undefined {
  const numbers = json.match(tokens)?.filter((token) => !token.startsWith('"')) ?? [];
  return numbers.find((number) => canonical(number) !== canonical(String(Number(number))));
}

/** Whether a value contains an integer that a browser has rounded already. */
export function holdsTooLarge(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsTooLarge);
}

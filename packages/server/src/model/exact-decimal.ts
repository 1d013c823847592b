/** A number with its exact value: the digits, divided by a power of ten. */
export interface ExactDecimal {
  readonly digits: bigint;
  /** The number of digits after the decimal point. */
  readonly scale: number;
}

/** The largest exponent of a number: those of doubles end at 324. */
const maxExponent = 400;

/** The number that a text stands for, also one with an exponent; null if it stands for none. */
export function exactDecimal(text: string): ExactDecimal | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', places = '', power = '0'] = match;
  const exponent = Number(power);
  if (whole + places === '' || Math.abs(exponent) > maxExponent) return null;
  const digits = BigInt(`${whole}${places}`) * (sign === '-' ? -1n : 1n);
  const scale = places.length - exponent;
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The digits of a number if it had so many places, which are not less than it has. */
export function digitsAt({ digits, scale }: ExactDecimal, places: number): bigint {
  return places === scale ? digits : digits * 10n ** BigInt(places - scale);
}

/** The text of a number, with at least so many places. */
export function decimalText(number: ExactDecimal, places = 0): string {
  const scale = Math.max(number.scale, places);
  const digits = digitsAt(number, scale);
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const point = text.length - scale;
  return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale === 0 ? '' : `.${text.slice(point)}`}`;
}

/** A quotient rounded to a whole number, halves away from zero. @param divisor more than zero. */
export function divided(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (size * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -rounded : rounded;
}

/** A quotient with so many places, which are not less than the number has. */
export function quotient(number: ExactDecimal, divisor: bigint, places: number): ExactDecimal {
  return { digits: divided(digitsAt(number, places), divisor), scale: places };
}

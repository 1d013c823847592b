import { decimalText, digitsAt, divided, type ExactDecimal, exactDecimal } from './exact-decimal.ts';
import type { Field } from './field.ts';

/** The places to which a percentage is rounded: those of the field; undefined for a field that keeps all. */
function placesOf({ type, decimalPlaces }: Pick<Field, 'type' | 'decimalPlaces'>): number | undefined {
  if (type.traits.hasDigits) return decimalPlaces;
  return type.traits.isInexact ? undefined : 0;
}

/** The exact sum of two numbers, as text. */
export function sumText(number: ExactDecimal, added: ExactDecimal): string {
  const scale = Math.max(number.scale, added.scale);
  return decimalText({ digits: digitsAt(number, scale) + digitsAt(added, scale), scale });
}

/**
 * A number and so many percent of it, as text: rounded to the places of the field, halves away from zero. A field without a number of places has the
 * exact result.
 */
export function percentText(number: ExactDecimal, percent: ExactDecimal, field: Pick<Field, 'type' | 'decimalPlaces'>): string {
  const factor = 100n * 10n ** BigInt(percent.scale) + percent.digits;
  const exact = { digits: number.digits * factor, scale: number.scale + percent.scale + 2 };
  const places = placesOf(field);
  if (places === undefined || places >= exact.scale) return decimalText(withoutZeros(exact, number.scale));
  return decimalText({ digits: divided(exact.digits, 10n ** BigInt(exact.scale - places)), scale: places });
}

/** The same number with no zero at its end beyond so many places. */
function withoutZeros({ digits, scale }: ExactDecimal, least: number): ExactDecimal {
  let [rest, places] = [digits, scale];
  while (places > least && rest % 10n === 0n) [rest, places] = [rest / 10n, places - 1];
  return { digits: rest, scale: places };
}

/** The number that a request has sent, or that a row has; null if it is none, or not finite. @param text without an exponent if a request has sent it */
export function numberIn(text: string): ExactDecimal | null {
  return text.length > 400 ? null : exactDecimal(text);
}

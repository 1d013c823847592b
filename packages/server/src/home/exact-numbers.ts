import { decimalText, digitsAt, exactDecimal } from '../model/exact-decimal.ts';
import type { AggregateValue } from '../model/field-type.ts';

/** The exact difference of two numbers in their form; null if one of them is none. */
export function difference(value: AggregateValue, other: AggregateValue): AggregateValue {
  const [one, two] = [exactDecimal(String(value ?? '')), exactDecimal(String(other ?? ''))];
  if (!one || !two) return null;
  const scale = Math.max(one.scale, two.scale);
  const text = decimalText({ digits: digitsAt(one, scale) - digitsAt(two, scale), scale });
  return typeof value === 'number' && typeof other === 'number' ? Number(text) : text;
}

/** A part of a whole, from 0 to 1; undefined where that says nothing. */
export function shareOf(part: AggregateValue, whole: AggregateValue): number | undefined {
  const share = Number(part) / Number(whole);
  return part !== null && share >= 0 && share <= 1 ? Math.round(share * 10_000) / 10_000 : undefined;
}

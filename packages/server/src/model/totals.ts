import { decimalText, type ExactDecimal, exactDecimal, quotient } from './exact-decimal.ts';
import type { AggregateValue, Totals } from './field-type.ts';

/** The exact sum of numbers and how many they are, from a text such as `12.50 3`. */
interface Total {
  /** As the database wrote it. */
  readonly text: string;
  /** Null if it is not finite. */
  readonly sum: ExactDecimal | null;
  readonly count: bigint;
}

function readTotal(total: string): Total {
  const [text = '', count = '1'] = total.split(' ');
  return { text, sum: exactDecimal(text), count: BigInt(count) };
}

/** Places after the decimal point of an average, beyond those of its field. */
const furtherPlaces = 2;

/** Decimals are texts: their sum has the places of the field, their average two more. */
export const decimalTotals: Totals = {
  sum(total, { decimalPlaces }) {
    const { text, sum } = readTotal(total);
    return sum ? decimalText(sum, decimalPlaces) : text;
  },
  average(total, { decimalPlaces = 0 }) {
    const { text, sum, count } = readTotal(total);
    return sum ? decimalText(quotient(sum, count, Math.max(sum.scale, decimalPlaces) + furtherPlaces)) : text;
  },
};

/** Places after the decimal point of the average of integers. */
const placesOfIntegers = 6;

/** A number that JavaScript would round is a text, as in rows. */
function numberOrText(number: ExactDecimal): AggregateValue {
  const text = decimalText(number);
  const value = Number(text);
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? text : value;
}

/** Integers: their sum is exact, their average has at most six places. */
export const integerTotals: Totals = {
  sum(total) {
    const { text, sum } = readTotal(total);
    return sum ? numberOrText(sum) : text;
  },
  average(total) {
    const { text, sum, count } = readTotal(total);
    return sum ? numberOrText(quotient(sum, count, sum.scale + placesOfIntegers)) : text;
  },
};

/** More digits than a double has. */
const placesOfDoubles = 40;

/** A double; a text where it is not finite, as in rows. */
function double(text: string): AggregateValue {
  const value = Number(text);
  return Number.isFinite(value) ? value : String(value);
}

/** Floats: the exact sum of the numbers that rows show, rounded once. */
export const floatTotals: Totals = {
  sum: (total) => double(readTotal(total).text),
  average(total) {
    const { text, sum, count } = readTotal(total);
    return double(sum ? decimalText(quotient(sum, count, sum.scale + placesOfDoubles)) : text);
  },
};

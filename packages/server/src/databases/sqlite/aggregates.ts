import type { DatabaseSync } from 'node:sqlite';
import { decimalText, digitsAt, exactDecimal } from '../../model/exact-decimal.ts';
import { durationParts, isDuration, lengthOf } from '../../model/field-types/duration.ts';
import type { RawValue } from '../statement.ts';

/** A sum that is being computed. */
interface Sum {
  digits: bigint;
  scale: number;
  count: number;
  /** The sum of what is not finite: an infinity, or NaN; zero if everything is. */
  notFinite: number;
}

const notFinite: ReadonlySet<string> = new Set(['Infinity', '-Infinity']);

function added(sum: Sum, value: RawValue): Sum {
  if (typeof value === 'bigint') return addedDigits(sum, value, 0);
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (notFinite.has(text)) {
    sum.notFinite += Number(text);
    sum.count += 1;
    return sum;
  }
  const number = exactDecimal(text);
  return number ? addedDigits(sum, number.digits, number.scale) : sum;
}

function addedDigits(sum: Sum, digits: bigint, scale: number): Sum {
  if (scale > sum.scale) {
    sum.digits = digitsAt(sum, scale);
    sum.scale = scale;
  }
  sum.digits += digitsAt({ digits, scale }, sum.scale);
  sum.count += 1;
  return sum;
}

function totalOf(sum: Sum): string | null {
  if (sum.count === 0) return null;
  return `${sum.notFinite === 0 ? decimalText(sum) : sum.notFinite} ${sum.count}`;
}

/** A sum of durations that is being computed. */
interface DurationSum {
  months: bigint;
  days: bigint;
  microseconds: bigint;
  count: number;
}

function addedDuration(sum: DurationSum, value: RawValue): DurationSum {
  if (typeof value !== 'string' || !isDuration(value)) return sum;
  const { months, days, microseconds } = durationParts(value);
  sum.months += months;
  sum.days += days;
  sum.microseconds += microseconds;
  sum.count += 1;
  return sum;
}

/** The text of the value that is the best so far, and its rank. */
interface Best {
  text: string | null;
  rank: Rank | null;
}

/** What the values of a kind are compared by: numbers, the text of which is empty, or texts. */
interface Rank {
  readonly text: string;
  readonly digits: bigint;
  readonly scale: number;
  /** -1 below all finite numbers, 1 above them, 0 for a finite one. */
  readonly infinity: number;
}

const finite = { text: '', digits: 0n, scale: 0, infinity: 0 };

function rankOfNumber(text: string): Rank | null {
  if (notFinite.has(text)) return { ...finite, infinity: Math.sign(Number(text)) };
  const number = exactDecimal(text);
  return number && { ...finite, ...number };
}

/** By the kind of the values: what a text is compared by; null for a text that is no such value. */
const ranks: Readonly<Record<string, (text: string) => Rank | null>> = {
  number: rankOfNumber,
  duration: (text) => (isDuration(text) ? { ...finite, digits: lengthOf(durationParts(text)) } : null),
  // A time without a fraction comes before the same time with one.
  text: (text) => ({ ...finite, text: text.replace(/Z$/, '') }),
};

function isLess(one: Rank, other: Rank): boolean {
  if (one.text !== other.text) return one.text < other.text;
  if (one.infinity !== other.infinity) return one.infinity < other.infinity;
  const scale = Math.max(one.scale, other.scale);
  return digitsAt(one, scale) < digitsAt(other, scale);
}

function better(isBetter: (one: Rank, other: Rank) => boolean) {
  return (best: Best, value: RawValue, kind: RawValue): Best => {
    if (value === null) return best;
    const text = String(value);
    const rank = ranks[String(kind)]?.(text) ?? null;
    if (rank !== null && (best.rank === null || isBetter(rank, best.rank))) {
      best.text = text;
      best.rank = rank;
    }
    return best;
  };
}

/** An aggregate: how its state begins, takes a value, and becomes a result. */
interface Aggregate<State> {
  readonly start: () => State;
  readonly step: (state: State, value: RawValue, kind: RawValue) => State;
  readonly result: (state: State) => string | null;
}

const options = { deterministic: true, directOnly: true, useBigIntArguments: true } as const;

/** The state of an aggregate can be any value, which the types of the driver do not say. */
interface Driver {
  aggregate<State>(name: string, aggregate: Aggregate<State> & typeof options & { readonly varargs: boolean }): void;
}

const extreme = { start: (): Best => ({ text: null, rank: null }), result: ({ text }: Best) => text };

const total: Aggregate<Sum> = {
  start: () => ({ digits: 0n, scale: 0, count: 0, notFinite: 0 }),
  step: added,
  result: totalOf,
};

const totalDuration: Aggregate<DurationSum> = {
  start: () => ({ months: 0n, days: 0n, microseconds: 0n, count: 0 }),
  step: addedDuration,
  result: ({ months, days, microseconds, count }) => (count === 0 ? null : `${months} ${days} ${microseconds} ${count}`),
};

/** Registers the aggregates that the field types use on a connection; their results are those of `TypeSql` (`databases/type-sql.ts`). */
export function registerAggregates(database: DatabaseSync): void {
  const driver = database as unknown as Driver;
  const register = <State>(name: string, aggregate: Aggregate<State>): void =>
    driver.aggregate(name, { ...aggregate, ...options, varargs: true });
  register('grimoire_total', total);
  register('grimoire_total_duration', totalDuration);
  register('grimoire_least', { ...extreme, step: better(isLess) });
  register('grimoire_greatest', { ...extreme, step: better((one, other) => isLess(other, one)) });
}

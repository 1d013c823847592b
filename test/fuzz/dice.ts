import fc from 'fast-check';

/** A random source that a seed repeats. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to below a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<const T extends readonly [unknown, ...unknown[]]>(values: T): T[number];
  pick<T>(values: readonly T[]): T | undefined;
  pick<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)];
  }

  /** Each of the values with a probability, in their order. */
  some<T>(values: readonly T[], probability: number): T[] {
    return values.filter(() => this.chance(probability));
  }

  /** The values in another order. */
  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, place: this.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ value }) => value);
  }

  seed(): number {
    return this.below(2 ** 31);
  }
}

/** Values of an arbitrary, in advance: drawing one at a time costs as much as a request. */
export function pool<T>(arbitrary: fc.Arbitrary<T>, seed: number, size: number): readonly T[] {
  return fc.sample(arbitrary, { seed, numRuns: size });
}

/** Numbers that look random and are the same for the same seed, on every machine (mulberry32). */
export class Random {
  #state: number;

  /** @param seed any text; another text gives other numbers. */
  constructor(seed: string) {
    this.#state = 0x9e3779b9;
    for (const character of seed) this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * One member of a list. Throws where the list has none.
   * @param skew above 1, the first members are likelier than the last.
   */
  pick<T>(list: readonly T[], skew: number = 1): T {
    const picked = list[Math.floor(this.next() ** skew * list.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  }

  /** Some members of a list, each once, in its order. */
  some<T>(list: readonly T[], most: number): T[] {
    const wanted = this.integer(0, Math.min(most, list.length));
    const places = new Set<number>();
    while (places.size < wanted) places.add(this.integer(0, list.length - 1));
    return list.filter((_, place) => places.has(place));
  }

  /** One of the names, each as likely as its weight says. */
  weighted<Name extends string>(weights: { readonly [N in Name]: number }): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return (entries.at(-1) as [Name, number])[0];
  }

  /** The value with this probability, else null. */
  maybe<T>(probability: number, value: () => T): T | null {
    return this.chance(probability) ? value() : null;
  }

  /** A UUID of version 4. */
  uuid(): string {
    const digits = Array.from({ length: 8 }, () => this.integer(0, 0xffff).toString(16).padStart(4, '0'));
    const [a, b, c, d, e, f, g, h] = digits as [string, string, string, string, string, string, string, string];
    const variant = '89ab'[this.integer(0, 3)];
    return `${a}${b}-${c}-4${d.slice(1)}-${variant}${e.slice(1)}-${f}${g}${h}`;
  }
}

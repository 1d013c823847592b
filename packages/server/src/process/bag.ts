interface Entry<T> {
  readonly value: T;
  /** Where it stands in the array. */
  place: number;
}

/**
 * Values that each stay for a moment, such as the responses that are being sent. A `Map` or `Set` to which every request adds a member is copied
 * each time that it grows or shrinks, and V8 keeps a reference from each copy to the next one: once one of them has become old, all later ones and
 * what was in them stay in memory until the next full garbage collection (docs/explanation/decisions/no-maps.md).
 */
export class Bag<T> {
  readonly #entries: Entry<T>[] = [];

  /** How many there are. */
  get size(): number {
    return this.#entries.length;
  }

  /** @returns a function that removes the value, once. */
  add(value: T): () => void {
    const entry: Entry<T> = { value, place: this.#entries.length };
    this.#entries.push(entry);
    return () => this.#remove(entry);
  }

  /** The values, in no order. */
  values(): T[] {
    return this.#entries.map(({ value }) => value);
  }

  #remove(entry: Entry<T>): void {
    if (this.#entries[entry.place] !== entry) return;
    const last = this.#entries.pop();
    if (last === undefined || last === entry) return;
    this.#entries[entry.place] = last;
    last.place = entry.place;
  }
}

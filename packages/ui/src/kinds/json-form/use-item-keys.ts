import { useState } from 'react';

interface ItemKeys {
  /** A key for each item, which it keeps wherever it is moved to. */
  readonly keys: readonly number[];
  readonly add: () => void;
  readonly remove: (index: number) => void;
  readonly move: (from: number, to: number) => void;
}

/** Keys for the items of a list, which have none of their own. */
export function useItemKeys(count: number): ItemKeys {
  const [{ keys, next }, setState] = useState(() => newKeys(count));
  // The list got another value.
  if (keys.length !== count) setState(newKeys(count, next));
  const set = (changed: readonly number[], by = 0): void => setState({ keys: changed, next: next + by });
  return {
    keys,
    add: () => set([...keys, next], 1),
    remove: (index) => set(keys.toSpliced(index, 1)),
    move: (from, to) => set(moved(keys, from, to)),
  };
}

function newKeys(count: number, first = 0): { readonly keys: readonly number[]; readonly next: number } {
  return { keys: Array.from({ length: count }, (_, index) => first + index), next: first + count };
}

/** A list with one item at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const without = items.toSpliced(from, 1);
  return without.toSpliced(to, 0, ...items.slice(from, from + 1));
}

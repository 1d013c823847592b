/**
 * The elements of batches, one after the other. Written by hand, because nested async generators create several promises for each of
 * possibly a million rows.
 */
export function flattenBatches<T>(batches: AsyncGenerator<readonly T[]>): AsyncIterableIterator<T> {
  let batch: readonly T[] = [];
  let next = 0;
  const advance = async (): Promise<IteratorResult<T>> => {
    for (;;) {
      const { done, value } = await batches.next();
      if (done === true) return { done: true, value: undefined };
      batch = value;
      next = 1;
      const [first] = batch;
      if (first !== undefined) return { done: false, value: first };
    }
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const value = batch[next];
      if (value === undefined) return advance();
      next += 1;
      return Promise.resolve({ done: false, value });
    },
    async return() {
      batch = [];
      await batches.return(undefined);
      return { done: true, value: undefined };
    },
  };
}

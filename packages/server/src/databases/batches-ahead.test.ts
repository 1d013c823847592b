import { expect, test } from 'vitest';
import { batchesAhead } from './batches-ahead.ts';

/** A source of so many rows, and the numbers of the batches that were asked for. */
function source(count: number, size: number): { readonly fetch: () => Promise<readonly number[]>; readonly asked: number[] } {
  const fetches: number[] = [];
  const fetch = async (): Promise<readonly number[]> => {
    const start = fetches.length * size;
    fetches.push(fetches.length);
    return Array.from({ length: Math.max(0, Math.min(size, count - start)) }, (_, index) => start + index);
  };
  return { fetch, asked: fetches };
}

test.each([0, 1, 2, 3, 4, 5])('Of %i rows each comes once, in order.', async (count) => {
  const { fetch, asked } = source(count, 2);
  const batches: (readonly number[])[] = [];
  for await (const batch of batchesAhead(fetch, 2)) batches.push(batch);
  expect(batches.flat()).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(batches.every((batch) => batch.length > 0)).toBe(true);
  expect(asked).toHaveLength(Math.floor(count / 2) + 1);
});

test('The next batch is asked for while the caller works on one, and no further one.', async () => {
  const { fetch, asked } = source(100, 2);
  const batches = batchesAhead(fetch, 2);
  await batches.next();
  expect(asked).toEqual([0, 1]);
});

test('An error comes when the caller asks for its batch; one who has left before does not get it.', async () => {
  let calls = 0;
  const failing = async (): Promise<readonly number[]> => {
    calls += 1;
    if (calls > 1) throw new Error('lost');
    return [1, 2];
  };
  const batches = batchesAhead(failing, 2);
  expect(await batches.next()).toEqual({ value: [1, 2], done: false });
  await expect(batches.next()).rejects.toThrow('lost');
  calls = 0;
  const otherBatches = batchesAhead(failing, 2);
  await otherBatches.next();
  expect(await otherBatches.return(undefined)).toEqual({ value: undefined, done: true });
});

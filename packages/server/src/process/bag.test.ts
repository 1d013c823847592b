import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Bag } from './bag.ts';

test('a bag has what was added and not removed, also the same value twice', () => {
  const bag = new Bag<string>();
  const removeFirst = bag.add('first');
  bag.add('second');
  const removeThird = bag.add('third');
  bag.add('second');

  removeFirst();

  expect(bag.values().toSorted((one, other) => one.localeCompare(other))).toEqual(['second', 'second', 'third']);
  removeThird();
  expect(bag.values()).toEqual(['second', 'second']);
});

test('to remove a value again removes no other one', () => {
  const bag = new Bag<string>();
  const removeFirst = bag.add('first');
  removeFirst();
  bag.add('second');
  const removeThird = bag.add('third');
  removeThird();
  bag.add('fourth');

  removeFirst();
  removeThird();

  expect(bag.values()).toEqual(['second', 'fourth']);
});

test('what was in it is not kept until a full garbage collection', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
  const bag = new Bag<readonly number[]>();
  const removals: (() => void)[] = [];
  const serve = (requests: number): void => {
    for (let request = 0; request < requests; request++) {
      removals.push(bag.add(Array.from({ length: 100 }, () => 0)));
      if (removals.length > 16) removals.shift()?.();
    }
    collect({ type: 'minor' });
    collect({ type: 'minor' });
  };
  serve(100);
  collect();
  serve(100);
  const { heapUsed: before } = process.memoryUsage();
  for (let round = 0; round < 20; round++) serve(500);

  // With a Map in its place it is 10 MB, which is all that was in it.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000);
});

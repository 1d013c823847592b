import { expect, test } from 'vitest';
import { exactText } from './exact-text.ts';

test('Different values have different texts.', () => {
  const numbers = [0, -0, 1, 1n, 0.5, Number.NaN, Infinity, -Infinity, 10n ** 20n];
  const texts = ['', '1', '1n', 'null', 'NaN', 'a,b', '"', '[1]', 'bytes AQ=='];
  const others = [null, undefined, true, false, new Uint8Array([1]), new Uint8Array(), new Date(0), new Date(1)];
  const lists = [[], [[]], [null], [undefined], [1, 2], ['1', '2'], ['1,2'], ['a,b'], ['a', 'b'], [[1], 2], [1, [2]]];
  const results = [...numbers, ...texts, ...others, ...lists].map(exactText);
  expect(new Set(results).size).toBe(results.length);
  expect(results).not.toContain(undefined);
});

test('Equal values have the same text.', () => {
  expect(exactText([1n, 'a', new Date(5), new Uint8Array([7])])).toBe(exactText([1n, 'a', new Date(5), Buffer.from([7])]));
});

test('An object whose content is not known has none.', () => {
  for (const value of [{}, { toPostgres: () => 'x' }, new Map(), () => 1, Symbol('x')])
    expect([exactText(value), exactText([1, value])]).toEqual([undefined, undefined]);
});

import { expect, test } from 'vitest';
import type { RawStatement } from '../databases/statement.ts';
import { CostlyCounts } from './costly-counts.ts';

const counting = (value: unknown): RawStatement => ({ sql: 'SELECT count(*) FROM t WHERE f = ?', parameters: [value] });

test('A count is remembered for its parameters, and for no others.', () => {
  const counts = new CostlyCounts();
  const values = [Infinity, -Infinity, Number.NaN, null, 'Infinity', 0, -0, 1n, 1];
  for (const [index, value] of values.entries()) counts.remember(counting(value), index);
  expect(values.map((value) => counts.rememberedFor(counting(value))?.count)).toEqual(values.map((_, index) => index));
  expect(counts.rememberedFor(counting('other'))).toBeUndefined();
});

test('A count is not remembered for parameters whose content is not known.', () => {
  const counts = new CostlyCounts();
  counts.remember(counting({ toPostgres: () => '1' }), 7);
  expect(counts.rememberedFor(counting({ toPostgres: () => '2' }))).toBeUndefined();
});

import { expect, it } from 'vitest';
import { modelOf, refusalOf, shopOf } from '../test-models/models.ts';
import { requireAll } from './lock-targets.ts';

it('Requested rows that are not found are named, also if another one is found twice, as in a table that others inherit from.', () => {
  const order = modelOf(shopOf(), 'shop.Order');
  expect(refusalOf(() => requireAll(order, [[1n], [2n]], ['2', '1']))).toBeUndefined();
  expect(refusalOf(() => requireAll(order, [[1n], [2n]], ['1', '1']))?.fields).toEqual({ ids: ['There is no row with these ids: 2.'] });
});

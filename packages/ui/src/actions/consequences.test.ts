import { expect, it } from 'vitest';
import { sumOf } from './consequences.ts';

const nothing = { related: [], blocked_by: [], unlinked: [] };

it('sums what several deletes do, and what is not known of one of them', () => {
  const one = { ...nothing, related: [{ model: 'm.Line', verbose_name: 'line', count: 2 }] };
  expect(sumOf([one, { ...one, may_be_more: true }])).toEqual({
    ...nothing,
    related: [{ model: 'm.Line', verbose_name: 'line', count: 4 }],
    may_be_more: true,
  });
  expect(sumOf([one])).not.toHaveProperty('may_be_more');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutNames } from './named-fields.ts';

test('A value has no more text with one of the names, and everything else.', () => {
  const name = fc.constantFrom('secret', 'Ünder_x', 'a__b', 'pay-grade');
  const form = fc.constantFrom<(field: string) => unknown>(
    (field) => field,
    (field) => `-${field}`,
    (field) => `${field}__gte`,
    (field) => `title,-${field}`,
    (field) => ({ [field]: 1 }),
    (field) => ({ [`${field}__not__in`]: ['x'] }),
    (field) => [[{ of: [field] }]],
    (field) => JSON.stringify({ or: [{ [field]: 1 }] }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), name, form, (other, field, write) => {
      fc.pre(!JSON.stringify(other).includes(field));
      const value = [other, { kept: other, dropped: write(field) }, write(field)];
      const rest = withoutNames(value, new Set([field]));
      expect(JSON.stringify(rest)).not.toContain(field);
      expect((rest as unknown[])[0]).toEqual(other);
      expect((rest as { readonly kept: unknown }[])[1]?.kept).toEqual(other);
    }),
  );
  expect(withoutNames(['secretary', 'a', 'my_secret', { b: 'secrets' }], new Set(['secret']))).toEqual([
    'secretary',
    'a',
    'my_secret',
    { b: 'secrets' },
  ]);
});

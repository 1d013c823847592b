import { describe, expect, it } from 'vitest';
import { pluralOf, verboseNameOf } from './naming.ts';

describe('names', () => {
  it.each([
    ['createdAt', 'created at'],
    ['customer_id', 'customer id'],
    ['CustomerID', 'customer id'],
    ['HTTPStatus', 'http status'],
    ['überName', 'über name'],
    ['😀', '😀'],
  ])('%s is %s for people', (name, verbose) => {
    expect(verboseNameOf(name)).toBe(verbose);
  });

  it.each([
    ['order', 'orders'],
    ['category', 'categories'],
    ['day', 'days'],
    ['status', 'statuses'],
    ['address', 'addresses'],
    ['box', 'boxes'],
    ['customers', 'customers'],
    ['invoices', 'invoices'],
  ])('more than one %s are %s', (name, plural) => {
    expect(pluralOf(name)).toBe(plural);
  });
});

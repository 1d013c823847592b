import { describe, expect, it } from 'vitest';
import { verboseNameOf } from './naming.ts';

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
});

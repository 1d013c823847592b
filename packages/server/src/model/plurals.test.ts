import { describe, expect, it } from 'vitest';
import { pluralOf } from './plurals.ts';

describe('plurals', () => {
  it.each([
    ['order', 'orders'],
    ['category', 'categories'],
    ['day', 'days'],
    ['status', 'statuses'],
    ['address', 'addresses'],
    ['box', 'boxes'],
    ['customers', 'customers'],
    ['invoices', 'invoices'],
    ['account data', 'account data'],
    ['Account data', 'Account data'],
    ['metadata', 'metadata'],
    ['child', 'children'],
    ['children', 'children'],
    ['step child', 'step children'],
    ['person', 'people'],
    ['woman', 'women'],
    ['analysis', 'analyses'],
    ['tax axis', 'tax axes'],
    ['apis', 'apis'],
    ['menus', 'menus'],
    ['news', 'news'],
    ['criterion', 'criteria'],
    ['shelf', 'shelves'],
    ['constructor', 'constructors'],
    ['order 2', 'order 2s'],
    ['😀', '😀s'],
  ])('more than one %s are %s', (name, plural) => {
    expect(pluralOf(name)).toBe(plural);
  });
});

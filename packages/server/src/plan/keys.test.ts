import { describe, expect, it } from 'vitest';
import { modelOf, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { haveKeys, keyIs, keyOnWire, keysAre, keyTextOf } from './keys.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const line = modelOf(registry, 'shop.Line');
const sales = modelOf(registry, 'shop.Sales');

describe('keys', () => {
  it('are compared part by part', () => {
    expect(said(keyIs(order, [7n]))).toBe('id = 7');
    expect(said(keyIs(line, [7n, 'a']))).toBe('(order = 7 and place = "a")');
    expect(said(keyIs(line, [7n]))).toBe('(order = 7 and place = null)');
  });

  it('are compared with a list at once', () => {
    expect(said(keysAre(order, []))).toBe('false');
    expect(said(keysAre(order, [[7n]]))).toBe('id = 7');
    expect(said(keysAre(order, [[7n], [8n], []]))).toBe('id in [7, 8, null]');
    expect(said(keysAre(line, [[7n, 'a']]))).toBe('(order = 7 and place = "a")');
    expect(said(keysAre(line, [[7n, 'a~'], [8n]]))).toBe(
      'shop.Line keys [[7, "a~"], [8]] of order,place; order [7, 8] place ["a~", null]; 7~a_7E 8',
    );
  });

  it('are required where rows may lack them', () => {
    expect(said(haveKeys(order))).toBe('true');
    expect(said(haveKeys(sales))).toBe('region is not null');
    expect(said(haveKeys({ ...line, mayLackKeys: true }))).toBe('(order is not null and place is not null)');
  });

  it('are texts in addresses, and numbers or texts in answers', () => {
    expect(keyTextOf(order, [7n])).toBe('7');
    expect(keyTextOf(sales, ['a b~'])).toBe('a b~');
    expect(keyTextOf(line, [7n, 'a b'])).toBe('7~a_20b');
    expect(keyOnWire(order, [7n])).toBe(7);
    expect(keyOnWire(order, [2n ** 60n])).toBe(String(2n ** 60n));
    expect(keyOnWire(sales, ['a b'])).toBe('a b');
    expect(keyOnWire(line, [7n, 'a b'])).toBe('7~a_20b');
  });
});

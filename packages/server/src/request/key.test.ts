import { describe, expect, it } from 'vitest';
import { modelOf, shopOf } from '../test-models/models.ts';
import { encodeKeyPart, parseKey } from './key.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const line = modelOf(registry, 'shop.Line');

describe('encodeKeyPart', () => {
  it.each([
    ['abcXYZ019.-', 'abcXYZ019.-'],
    ['a b', 'a_20b'],
    ['~', '_7E'],
    ['_', '_5F'],
    ['a,b', 'a_2Cb'],
    ['\n', '_0A'],
    ['é', '_C3_A9'],
    ['😀', '_F0_9F_98_80'],
    ['', ''],
  ])('writes %j as %s', (text, encoded) => {
    expect(encodeKeyPart(text)).toBe(encoded);
    expect(parseKey(line, `7~${encoded}`)).toEqual([7n, text]);
  });
});

describe('parseKey', () => {
  it('reads the key of a model with one key field as it is', () => {
    expect(parseKey(order, '7')).toEqual([7n]);
    expect(parseKey(modelOf(shopOf(), 'shop.Sales'), 'a~_2')).toEqual(['a~_2']);
  });

  it('reads the parts of a composite key, and either case of a hexadecimal digit', () => {
    expect(parseKey(line, '7~a')).toEqual([7n, 'a']);
    expect(parseKey(line, '_37~_c3_A9')).toEqual([7n, 'é']);
  });

  it.each(['', 'x', '1.5', '7~a', '99999999999999999999999', '7\0'])('knows no order %j', (text) => {
    expect(parseKey(order, text)).toBeNull();
  });

  it.each(['7', '7~a~b', 'x~a', '7~a b', '7~_2', '7~_zz', '7~_C3', '7~é', '7~_00', '~', '7~a_', '7~ a', '7~a '])(
    'knows no line %j',
    (text) => {
      expect(parseKey(line, text)).toBeNull();
    },
  );

  it('throws errors that are not about the value', () => {
    const [field] = order.primaryKey;
    const parse = (): never => {
      throw new RangeError('a bug');
    };
    const broken = { ...order, primaryKey: [{ ...field, type: { ...field.type, parse } }] as const };
    expect(() => parseKey(broken, '7')).toThrow(RangeError);
  });
});

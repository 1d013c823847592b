import { describe, expect, it } from 'vitest';
import { fieldOf, modelOf, shopOf } from '../test-models/models.ts';
import { ipAddressField } from './field-types/ip-address.ts';
import { canonical, checkValue, isSameValue, missingTarget, parseInput, toWire } from './input.ts';
import { parseExact } from './raw-number.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const field = (name: string) => fieldOf(order, name);
const vip = fieldOf(modelOf(registry, 'shop.Customer'), 'vip');

describe('parseInput', () => {
  it.each([
    ['memo', ' a ', ' a '],
    ['memo', '', ''],
    ['memo', 7, '7'],
    ['memo', null, null],
    ['status', '', null],
    ['status', 'open', 'open'],
    ['total', '', null],
    ['total', ' 1.50 ', '1.50'],
    ['total', 1.5, '1.5'],
    ['customer', 7, 7n],
    ['customer', ' 7 ', 7n],
    ['customer', '', null],
    ['quantity', -3, -3n],
    ['data', '', null],
    ['data', { a: [1] }, '{"a":[1]}'],
  ])('reads %s from %j', (name, input, value) => expect(parseInput(field(name), input)).toEqual(value));

  it('reads flags', () => {
    for (const input of [true, 'true', 1, '1', 'yes']) expect(parseInput(vip, input)).toBe(true);
    for (const input of [false, 'false', 0, '0', 'no']) expect(parseInput(vip, input)).toBe(false);
    expect(() => parseInput(vip, 2)).toThrow('Must be true or false.');
  });

  it.each([
    ['memo', 'a\0', 'Null characters are not allowed.'],
    ['memo', '\ud800', 'The text has half a character in it.'],
    ['memo', {}, 'Must be a text or a number.'],
    ['memo', true, 'Must be a text or a number.'],
    ['due', 7, 'Must be a text.'],
    ['total', 'x', 'A valid number is required.'],
    ['total', Number('12345678901234567'), 'Too long for a JSON number: send a string.'],
    ['total', 1e21, 'Too long for a JSON number: send a string.'],
    ['total', 0.1234567890123456, 'Too long for a JSON number: send a string.'],
    ['quantity', 9007199254740992, 'Too long for a JSON number: send a string.'],
    ['quantity', 99999999999, 'Must be between -2147483648 and 2147483647.'],
  ])('refuses for %s the value %j', (name, input, message) => expect(() => parseInput(field(name), input)).toThrow(message));

  it('refuses a number whose text JSON would round, and takes it as a text', () => {
    const [long] = parseExact('[12345678901234567890]') as [unknown];
    expect(() => parseInput(field('total'), long)).toThrow('Too long for a JSON number: send a string.');
    expect(parseInput(field('total'), '12345678901234567890')).toBe('12345678901234567890');
  });
});

describe('checkValue', () => {
  it('checks choices, lengths and the rules of a type', () => {
    expect(() => checkValue(field('status'), 'lost')).toThrow('"lost" is not a valid choice.');
    expect(() => checkValue(field('status'), 'open')).not.toThrow();
    expect(() => checkValue(field('number'), 'x'.repeat(21))).toThrow('Ensure this field has no more than 20 characters.');
    // A character outside the basic plane counts once, as in databases.
    expect(() => checkValue(field('number'), '😀'.repeat(20))).not.toThrow();
    expect(() => checkValue(field('total'), '1.234')).toThrow('no more than 2 decimal places');
    expect(() => checkValue(field('number'), null)).not.toThrow();
  });
});

describe('values', () => {
  it('are the same in other notations', () => {
    expect(isSameValue(field('total'), '1.50', '1.5')).toBe(true);
    expect(isSameValue(field('total'), '1.50', '1.6')).toBe(false);
    expect(isSameValue(field('total'), null, null)).toBe(true);
    expect(isSameValue(field('total'), null, '1')).toBe(false);
    expect(isSameValue(field('total'), '1', null)).toBe(false);
    expect(isSameValue(field('total'), 'strange', '1')).toBe(false);
    expect(isSameValue(field('customer'), 7, 7n)).toBe(true);
    const address = { ...field('memo'), type: ipAddressField };
    expect(isSameValue(address, '0:f7:38:3:d16a:84:2:1', '::f7:38:3:D16A:84:2:1')).toBe(true);
    expect(isSameValue(address, '192.0.2.1', '192.0.2.1/32')).toBe(true);
    expect(isSameValue(address, '192.0.2.0/24', '192.0.2.0/25')).toBe(false);
    expect(canonical(field('total'), '01.50')).toBe('1.5');
    expect(canonical(field('memo'), '01.50')).toBe('01.50');
  });

  it('have the form of the API', () => {
    expect([toWire(7n, field('id')), toWire(2n ** 60n, field('id')), toWire(-(2n ** 60n), field('id'))]).toEqual([
      7,
      String(2n ** 60n),
      String(-(2n ** 60n)),
    ]);
    expect([toWire('{"a":1}', field('data')), toWire('{"a":1}', field('memo')), toWire(null, field('memo'))]).toEqual([
      { a: 1 },
      '{"a":1}',
      null,
    ]);
    expect(String(missingTarget('x'.repeat(101)))).toBe(`Invalid pk "${'x'.repeat(100)}" - object does not exist.`);
  });
});

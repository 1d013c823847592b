import { describe, expect, it } from 'vitest';
import { Broken } from '../inputs/broken.ts';
import { enteredNumber, inputText, ownStyle } from './entered-number.ts';

const german = { ...ownStyle('de-DE'), isWhole: false };
const english = { ...ownStyle('en-US'), isWhole: false };

describe('a number that is entered', () => {
  it.each([
    ['1.234,5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['0,1', '0.1'],
    [',5', '0.5'],
    ['5,', '5'],
    ['-12,30', '-12.30'],
    ['\u221212', '-12'],
    ['1 234,5', '1234.5'],
    ['1\u202f234\u202f567', '1234567'],
    ['12.50', '12.50'],
    ['1234.567', '1234.567'],
    ['0.123', '0.123'],
    ['1,234.56', '1234.56'],
    ['12.34.567,5', '1234567.5'],
    ['007', '7'],
    ['12345678901234567890,12345678901234567890', '12345678901234567890.12345678901234567890'],
  ])('in German: %s is %s', (entered, number) => {
    expect(enteredNumber(entered, german)).toBe(number);
  });

  it.each([
    ['1,234.56', '1234.56'],
    ['1.234', '1.234'],
    ['0,5', '0.5'],
    ['1.234,56', '1234.56'],
    ["1'234.5", '1234.5'],
  ])('in English: %s is %s', (entered, number) => {
    expect(enteredNumber(entered, english)).toBe(number);
  });

  it.each([
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲۳', '123'],
    ['१,२३,४५६', '123456'],
    ['-٤٥', '-45'],
  ])('in any digits: %s is %s', (entered, number) => {
    expect(enteredNumber(entered, english)).toBe(number);
  });

  it.each([
    ['1.234', german, '1.234 may be 1234 or 1,234: write one of these.'],
    ['1,234', english, '1,234 may be 1234 or 1.234: write one of these.'],
    ['-12.345', german, '12.345 may be 12345 or 12,345: write one of these.'],
  ])('%s is refused where it may be one of two numbers', (entered, style, reason) => {
    const read = enteredNumber(entered, style);
    expect(read).toBeInstanceOf(Broken);
    expect(read instanceof Broken && read.reason).toBe(reason);
  });

  it.each(['1,23,4', '1.2.3', '1.234,5,6', '12.3456,7', 'abc', '1e5', 'NaN', '--1', '.', '12 34'])(
    'is left to the service where it is none: %s',
    (entered) => {
      expect(enteredNumber(entered, german)).toBe(entered);
    },
  );

  it('has groups and no decimal places where it is whole', () => {
    const whole = { ...german, isWhole: true };
    expect(['1.234', '1.234.567', '1,5', '1.234,5', '12.5'].map((text) => enteredNumber(text, whole))).toEqual([
      '1234',
      '1234567',
      '1,5',
      '1.234,5',
      '12.5',
    ]);
  });

  it('stands in the input as it can be entered', () => {
    expect([inputText('1234.50', german), inputText(1.5, german), inputText('1234.50', english), inputText(null, german)]).toEqual([
      '1234,50',
      '1,5',
      '1234.50',
      '',
    ]);
  });
});

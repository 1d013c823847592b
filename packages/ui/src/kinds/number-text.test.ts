import { describe, expect, it } from 'vitest';
import { moneyText, numberText, partText } from './number-text.ts';

/** A text with one kind of spaces: `Intl` writes several. */
function said(text: string): string {
  return text.replaceAll(/\s/g, ' ');
}

// The language of the tests' process is English.
describe('a number in a cell', () => {
  it.each([
    ['12345', '12,345'],
    ['2026', '2026'],
    ['-1234.50', '-1,234.50'],
    ['0.10', '0.10'],
    ['12345678901234567890.123456789012345678', '12,345,678,901,234,567,890.123456789012345678'],
    ['NaN', 'NaN'],
    ['1e+21', '1e+21'],
    ['', ''],
    [`0.${'1'.repeat(101)}`, `0.${'1'.repeat(101)}`],
  ])('%s is written as %s', (text, written) => {
    expect(numberText(text)).toBe(written);
  });
});

describe('an amount of money', () => {
  it.each([
    ['12.3400', 'EUR', '€12.34'],
    ['1234.5', 'EUR', '€1,234.50'],
    ['0.125', 'EUR', '€0.125'],
    ['1500.00', 'JPY', '¥1,500'],
    ['99999999999999999999.99', 'USD', '$99,999,999,999,999,999,999.99'],
    ['-5', 'eur', '-€5.00'],
    ['12345.5', '', '12,345.5'],
    ['12.50', 'euros', '12.50 euros'],
    ['Infinity', 'EUR', 'Infinity'],
  ])('%s %s is written as %3$s', (text, currency, written) => {
    expect(said(moneyText(text, currency))).toBe(written);
  });
});

describe('a part of a whole', () => {
  it('is a percentage of a hundred, and otherwise a number of others', () => {
    expect([partText('45', 100), partText('4.50', 5), partText('12.5', 100)]).toEqual(['45%', '4.50 of 5', '12.5%']);
  });
});

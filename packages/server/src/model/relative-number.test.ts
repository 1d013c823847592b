import { describe, expect, it } from 'vitest';
import { exactDecimal } from './exact-decimal.ts';
import { decimalField } from './field-types/decimal.ts';
import { floatField } from './field-types/float.ts';
import { integerField } from './field-types/integer.ts';
import { numberIn, percentText, sumText } from './relative-number.ts';

const of = (text: string) => exactDecimal(text) ?? { digits: 0n, scale: 0 };
const money = { type: decimalField, decimalPlaces: 2 };

describe('a number that is changed', () => {
  it('has the exact sum, with the places of both', () => {
    expect(sumText(of('0.1'), of('0.2'))).toBe('0.3');
    expect(sumText(of('9.90'), of('-10'))).toBe('-0.10');
    expect(sumText(of('90071992547409930000.05'), of('0.001'))).toBe('90071992547409930000.051');
  });

  it.each([
    ['10.05', '10', '11.06'],
    ['0.05', '-10', '0.05'],
    ['-0.05', '-10', '-0.05'],
    ['0.05', '-50', '0.03'],
    ['-0.05', '-50', '-0.03'],
    ['1.00', '0.4999', '1.00'],
    ['1.00', '0.5', '1.01'],
    ['99999999999999999.99', '100', '199999999999999999.98'],
  ])('%s and %s percent of it are %s: halves are rounded away from zero', (value, percent, after) => {
    expect(percentText(of(value), of(percent), money)).toBe(after);
  });

  it('is whole where the field is, and exact where it has no number of places', () => {
    expect(percentText(of('5'), of('50'), { type: integerField, decimalPlaces: undefined })).toBe('8');
    expect(percentText(of('0.3'), of('10'), { type: decimalField, decimalPlaces: undefined })).toBe('0.33');
    expect(percentText(of('1.10'), of('100'), { type: decimalField, decimalPlaces: undefined })).toBe('2.20');
    expect(Number(percentText(of('0.1'), of('10'), { type: floatField, decimalPlaces: undefined }))).toBe(0.11);
  });

  it('is none where a text is too long, or not finite', () => {
    expect([numberIn('1'.repeat(401)), numberIn('NaN'), numberIn('')]).toEqual([null, null, null]);
  });
});

import type { Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import type { Field } from '../field.ts';
import { decimalTotals } from '../totals.ts';
import { say } from '../../texts/message.ts';

/** A decimal number without redundant signs and zeros. */
function canonicalDecimal(text: string): string {
  const [, sign, whole = '', places = ''] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const digits = `${whole || '0'}${places && `.${places}`}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** The texts that PostgreSQL uses. */
const notFinite: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

/** A value with all the places that the field has. */
function exampleOf({ decimalPlaces = 2, maxDigits }: Field): string {
  const whole = maxDigits !== undefined && maxDigits <= decimalPlaces ? '0' : '9';
  return decimalPlaces === 0 ? whole : `${whole}.${'0'.repeat(decimalPlaces)}`;
}

export const decimalField: FieldTypeOf<string, Key> = {
  name: 'DecimalField',
  traits: { hasDigits: true, hasExtremes: true, secret: 'number' },
  compares: 'in order',
  isParam: true,
  example: exampleOf,
  editors: ['money', 'progress'],
  parse(text, { limits }) {
    if (limits?.hasInfinity && notFinite.has(text) && !(limits.hasNoNaN && text === 'NaN')) return text;
    if (text.length > 400 || !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) throw new InvalidValue(say('number'));
    return text;
  },
  jsonSchema: () => ({ type: 'string', format: 'decimal' }),
  fromDefault(text, field) {
    decimalField.parse(text, field);
    decimalField.check?.(text, field);
    const { decimalPlaces, limits, storage } = field;
    if (notFinite.has(text) || storage === 'text') return notFinite.has(text) ? undefined : text;
    const canonical = canonicalDecimal(text);
    const [whole = '', places = ''] = canonical.split('.');
    if (decimalPlaces !== undefined) return decimalPlaces === 0 ? whole : `${whole}.${places.padEnd(decimalPlaces, '0')}`;
    // A column of floats does not keep the zeros at the end.
    return limits?.exactDigits === undefined ? text.replace(/^\+/, '') : canonical;
  },
  takesNumbers: true,
  totals: decimalTotals,
  check(value, { maxDigits, decimalPlaces, limits }) {
    if (notFinite.has(String(value))) {
      if (value !== 'NaN' && maxDigits !== undefined) throw new InvalidValue(say('number'));
      return;
    }
    const [whole = '', places = ''] = canonicalDecimal(String(value)).replace('-', '').split('.');
    if (decimalPlaces !== undefined && places.length > decimalPlaces) {
      throw new InvalidValue(say('decimalPlaces', { count: decimalPlaces }));
    }
    if (limits?.roundedDigits !== undefined && Number(whole.slice(-limits.roundedDigits)) !== 0) {
      throw new InvalidValue(say('multiple', { factor: `1${'0'.repeat(limits.roundedDigits)}` }));
    }
    const significant = `${whole}${places}`.replace(/^0+/, '').length;
    if (limits?.exactDigits !== undefined && significant > limits.exactDigits) {
      throw new InvalidValue(say('digits', { count: limits.exactDigits }));
    }
    const wholeDigits = maxDigits === undefined ? 1000 : maxDigits - (decimalPlaces ?? 0);
    if (whole !== '0' && whole.length > wholeDigits) {
      throw new InvalidValue(say('wholeDigits', { count: wholeDigits }));
    }
  },
  canonical: (value) => (notFinite.has(String(value)) ? String(value) : canonicalDecimal(String(value))),
};

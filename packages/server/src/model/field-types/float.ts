import type { Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { floatTotals } from '../totals.ts';
import { say } from '../../texts/message.ts';

const notFinite: Readonly<Record<string, number>> = {
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
};

export const floatField: FieldTypeOf<number, Key> = {
  name: 'FloatField',
  traits: { isInexact: true, hasExtremes: true, secret: 'number' },
  compares: 'in order',
  isParam: true,
  example: () => 1.5,
  editors: ['money', 'progress'],
  parse(text) {
    const special = Object.hasOwn(notFinite, text) ? notFinite[text] : undefined;
    if (special !== undefined) return special;
    const value = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isFinite(value)) throw new InvalidValue(say('number'));
    return value;
  },
  fromDefault(text, field) {
    const value = floatField.parse(text, field);
    floatField.check?.(value, field);
    return Number.isFinite(value) ? value : undefined;
  },
  jsonSchema: () => ({ anyOf: [{ type: 'number' }, { enum: Object.keys(notFinite) }] }),
  takesNumbers: true,
  totals: floatTotals,
  check(value, { limits }) {
    if (limits?.hasNoNaN && Number.isNaN(value)) throw new InvalidValue(say('number'));
    if (limits?.isSingle && Number.isFinite(value) && !Number.isFinite(Math.fround(Number(value)))) throw new InvalidValue(say('tooLarge'));
  },
};

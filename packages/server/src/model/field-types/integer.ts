import type { FieldTypeName } from '@grimoire/protocol';
import { type FieldType, InvalidValue, type TypeTraits } from '../field-type.ts';
import { integerTotals } from '../totals.ts';
import { say } from '../../texts/message.ts';

export const smallRange = [-32768n, 32767n] as const;
export const integerRange = [-2147483648n, 2147483647n] as const;
export const bigRange = [-9223372036854775808n, 9223372036854775807n] as const;

function integerType(name: FieldTypeName, traits: TypeTraits): FieldType {
  return {
    name,
    traits: { hasExtremes: true, ...traits },
    compares: 'in order',
    parse(text, field) {
      if (!/^[+-]?\d{1,40}$/.test(text)) throw new InvalidValue(say('integer'));
      // BigInt of a number takes half of the time of BigInt of a text. A number holds 15 digits exactly.
      const value = BigInt(text.length <= 15 ? Number(text) : text.startsWith('+') ? text.slice(1) : text);
      const [min, max] = field.range ?? bigRange;
      if (value < min || value > max) throw new InvalidValue(say('between', { min: String(min), max: String(max) }));
      return value;
    },
    jsonSchema({ range = bigRange }) {
      const [min, max] = range;
      // An integer that JavaScript would round is a text.
      if (max > BigInt(Number.MAX_SAFE_INTEGER)) return { type: ['integer', 'string'] };
      return { type: 'integer', minimum: Number(min), maximum: Number(max) };
    },
    takesNumbers: true,
    totals: integerTotals,
  };
}

export const autoField: FieldType = integerType('AutoField', {});
export const bigAutoField: FieldType = integerType('BigAutoField', {});
export const smallIntegerField: FieldType = integerType('SmallIntegerField', { family: 'integer', secret: 'number' });
export const integerField: FieldType = integerType('IntegerField', { family: 'integer', fills: 'user', secret: 'number' });
export const bigIntegerField: FieldType = integerType('BigIntegerField', { family: 'integer', fills: 'user', secret: 'number' });
export const positiveIntegerField: FieldType = integerType('PositiveIntegerField', { family: 'integer', fills: 'user', secret: 'number' });

import type { Key } from '@grimoire/protocol';
import { isCalendarDay, isInfinity } from '../calendar.ts';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { say } from '../../texts/message.ts';

export const dateField: FieldTypeOf<string, Key> = {
  name: 'DateField',
  traits: { fills: 'moment', hasExtremes: true },
  compares: 'in order',
  isParam: true,
  example: () => '2026-01-31',
  calendar: 'day',
  parse(text, { limits }) {
    if (limits?.hasInfinity && isInfinity(text)) return text;
    const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    if (!match || !isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]))) {
      throw new InvalidValue(say('date'));
    }
    return text;
  },
  jsonSchema: () => ({ type: 'string', format: 'date' }),
};

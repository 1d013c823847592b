import { isCalendarDay, isInfinity } from '../calendar.ts';
import { type FieldType, InvalidValue } from '../field-type.ts';
import { say } from '../../texts/message.ts';

export const dateField: FieldType = {
  name: 'DateField',
  traits: { fills: 'moment', hasExtremes: true },
  compares: 'in order',
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

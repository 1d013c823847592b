import { type FieldType, InvalidValue } from '../field-type.ts';
import { canonicalDateTime, isInfinity } from '../calendar.ts';
import { say } from '../../texts/message.ts';

export const dateTimeField: FieldType = {
  name: 'DateTimeField',
  traits: { fills: 'moment', hasExtremes: true },
  compares: 'in order',
  calendar: 'instant',
  parse(text, { limits }) {
    if (limits?.hasInfinity && isInfinity(text)) return text;
    const canonical = canonicalDateTime(text);
    if (canonical === null) throw new InvalidValue(say('dateTime'));
    return canonical;
  },
  jsonSchema: () => ({ type: 'string', format: 'date-time' }),
};

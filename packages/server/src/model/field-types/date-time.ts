import { type FieldType, InvalidValue } from '../field-type.ts';
import { canonicalDateTime, dateTimeOfMilliseconds, isInfinity } from '../calendar.ts';
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
  fromDefault(text, field) {
    const unit = { seconds: 1000, milliseconds: 1 }[String(field.storage)];
    if (unit === undefined) return dateTimeField.parse(text, field);
    return /^-?\d{1,16}$/.test(text) ? (dateTimeOfMilliseconds(Number(text) * unit) ?? undefined) : undefined;
  },
  jsonSchema: () => ({ type: 'string', format: 'date-time' }),
};

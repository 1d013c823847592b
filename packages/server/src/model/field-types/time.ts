import type { Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { say } from '../../texts/message.ts';

export const timeField: FieldTypeOf<string, Key> = {
  name: 'TimeField',
  traits: { hasExtremes: true },
  compares: 'in order',
  isParam: true,
  example: () => '08:30:00',
  parse(text) {
    // The end of a day, which databases keep apart from its beginning.
    if (/^24:00(?::00(?:\.0{1,6})?)?$/.test(text)) return '24:00:00';
    const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?$/.exec(text);
    if (!match) throw new InvalidValue(say('time'));
    const fraction = (match[4] ?? '').replace(/0+$/, '');
    return `${match[1]}:${match[2]}:${match[3] ?? '00'}${fraction && `.${fraction}`}`;
  },
  // SQLite keeps the text as it is.
  fromDefault: (text, field) => (timeField.parse(text, field) === text ? text : undefined),
  // RFC 3339's `time` has a zone.
  jsonSchema: () => ({ type: 'string', format: 'time-local' }),
};

import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { say } from '../../texts/message.ts';

export const binaryField: FieldTypeOf<unknown, never, true> = {
  name: 'BinaryField',
  traits: { isNeverEdited: true, isUnsortable: true, isUnlisted: true, isNoLabel: true, secret: 'value of several parts' },
  compares: 'as equal',
  isParam: false,
  example: () => 'AP8Q',
  // In a path it may also be base64url.
  parse(text) {
    const base64 = Buffer.from(text, 'base64').toString('base64');
    const digits = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    if (base64.replace(/=+$/, '') !== digits) throw new InvalidValue(say('base64'));
    return base64;
  },
  jsonSchema: () => ({ type: 'string', contentEncoding: 'base64' }),
  leftOutOfLists: true,
};

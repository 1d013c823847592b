import type { Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { say } from '../../texts/message.ts';

const pattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/;

export const uuidField: FieldTypeOf<string, Key> = {
  name: 'UUIDField',
  traits: { isIdentifier: true, fills: 'user of the host', secret: 'text' },
  compares: 'as equal',
  isParam: true,
  example: () => '3e0f9f8c-52a4-4a0c-9f43-6a8b9c1f7d20',
  parse(text) {
    const lower = text.toLowerCase();
    if (!pattern.test(lower)) throw new InvalidValue(say('uuid'));
    const digits = lower.replaceAll('-', '');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
  // SQLite keeps a text of another form as it is.
  fromDefault: (text, field) => (uuidField.parse(text, field) === text ? text : undefined),
  jsonSchema: () => ({ type: 'string', format: 'uuid' }),
};

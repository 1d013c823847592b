import type { FieldTypeName } from '@grimoire/protocol';
import { type FieldType, InvalidValue, type TypeTraits } from '../field-type.ts';
import { type Message, say } from '../../texts/message.ts';

function textType(name: FieldTypeName, traits: TypeTraits, check?: (text: string) => Message | null): FieldType {
  return {
    name,
    takesNumbers: true,
    check(value) {
      const problem = value === '' || !check ? null : check(String(value));
      if (problem !== null) throw new InvalidValue(problem);
    },
    traits: { family: 'text', secret: 'text', isGrouped: traits.isLongText !== true, ...traits },
    compares: 'as text',
    parse: (text) => text,
    jsonSchema: ({ maxLength }) => ({ type: 'string', ...(maxLength === undefined ? {} : { maxLength }) }),
    isText: true,
  };
}

export const charField: FieldType = textType('CharField', { fills: 'user', isFree: true });
export const textField: FieldType = textType('TextField', { fills: 'user', isFree: true, isLongText: true, isUnlisted: true });
export const emailField: FieldType = textType('EmailField', { fills: 'user' }, (text) =>
  /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text) ? null : say('email'),
);
export const urlField: FieldType = textType('URLField', {}, (text) =>
  /^(https?|ftps?):\/\/[^\s/]/i.test(text) && URL.canParse(text) ? null : say('url'),
);
export const slugField: FieldType = textType('SlugField', {}, (text) => (/^[-\p{L}\p{N}_]+$/u.test(text) ? null : say('slug')));

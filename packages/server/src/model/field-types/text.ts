import type { FieldTypeName, Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { type Message, say } from '../../texts/message.ts';

interface TextOptions extends Partial<Pick<FieldTypeOf<string, Key>, 'traits' | 'editors' | 'example'>> {
  /** What is wrong with a text that is not empty; null if nothing is. */
  readonly check?: (text: string) => Message | null;
}

function textType(name: FieldTypeName, { traits, check, ...own }: TextOptions): FieldTypeOf<string, Key> {
  return {
    name,
    isParam: true,
    example: ({ verboseName }) => verboseName,
    takesNumbers: true,
    check(value) {
      const problem = value === '' || !check ? null : check(String(value));
      if (problem !== null) throw new InvalidValue(problem);
    },
    traits: { family: 'text', secret: 'text', isGrouped: traits?.isLongText !== true, ...traits },
    compares: 'as text',
    parse: (text) => text,
    jsonSchema: ({ maxLength }) => ({ type: 'string', ...(maxLength === undefined ? {} : { maxLength }) }),
    isText: true,
    ...own,
  };
}

const editors = ['color', 'link', 'email', 'phone', 'image', 'markdown', 'code'] as const;

export const charField: FieldTypeOf<string, Key> = textType('CharField', { traits: { fills: 'user', isFree: true }, editors });
export const textField: FieldTypeOf<string, Key> = textType('TextField', {
  traits: { fills: 'user', isFree: true, isLongText: true, isUnlisted: true },
  editors,
});
export const emailField: FieldTypeOf<string, Key> = textType('EmailField', {
  traits: { fills: 'user' },
  example: () => 'ada@example.org',
  check: (text) => (/^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text) ? null : say('email')),
});
export const urlField: FieldTypeOf<string, Key> = textType('URLField', {
  editors: ['image'],
  example: () => 'https://example.org/',
  check: (text) => (/^(https?|ftps?):\/\/[^\s/]/i.test(text) && URL.canParse(text) ? null : say('url')),
});
export const slugField: FieldTypeOf<string, Key> = textType('SlugField', {
  example: () => 'ada',
  check: (text) => (/^[-\p{L}\p{N}_]+$/u.test(text) ? null : say('slug')),
});

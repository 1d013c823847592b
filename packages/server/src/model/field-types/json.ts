import { isDeepStrictEqual } from 'node:util';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { canonicalJson } from '../canonical-json.ts';
import { parseExact } from '../raw-number.ts';
import { say } from '../../texts/message.ts';

/** How `JSON.stringify` writes characters that no database stores; a text may also have these letters after a backslash of its own. */
const escaped = /\\u(?:0000|d[89a-f])/;

function writeJson(input: unknown): string {
  const written = JSON.stringify(input);
  if (escaped.test(written)) JSON.stringify(input, requireStorable);
  return written;
}

function requireStorable(key: string, part: unknown): unknown {
  for (const text of typeof part === 'string' ? [key, part] : [key]) {
    if (text.includes('\0')) throw new InvalidValue(say('nullCharacters'));
    if (!text.isWellFormed()) throw new InvalidValue(say('halfCharacter'));
  }
  return part;
}

export const jsonField: FieldTypeOf<unknown, unknown> = {
  name: 'JSONField',
  traits: { isJson: true, isUnlisted: true, isNoLabel: true, secret: 'value of several parts' },
  compares: 'as text',
  isParam: true,
  example: () => ({}),
  parse: (text) => text,
  fromJson: (input) => writeJson(input),
  fromDefault(text, field) {
    jsonField.check?.(text, field);
    const value: unknown = JSON.parse(text);
    return isDeepStrictEqual(value, parseExact(text)) ? value : undefined;
  },
  check(value, { limits }) {
    const isLong = /^-?[\d.eE+-]+$/.test(String(value)) && String(value).replace(/\D/g, '').length > (limits?.exactDigits ?? Infinity);
    if (isLong) throw new InvalidValue(say('rounded'));
  },
  canonical: (value) => canonicalJson(parseExact(String(value))),
  jsonSchema: () => ({}),
};

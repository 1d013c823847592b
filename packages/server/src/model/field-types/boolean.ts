import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { say } from '../../texts/message.ts';

/** Reads the texts that CONTRACT §4 allows for a boolean. Throws {@link InvalidValue}. */
export function parseBoolean(text: string): boolean {
  const word = text.toLowerCase();
  if (word === 'true' || word === '1' || word === 'yes') return true;
  if (word === 'false' || word === '0' || word === 'no') return false;
  throw new InvalidValue(say('boolean'));
}

export const booleanField: FieldTypeOf<boolean, boolean> = {
  name: 'BooleanField',
  traits: { isFlag: true, isGrouped: true },
  compares: 'as equal',
  isParam: true,
  example: () => true,
  parse: parseBoolean,
  fromJson(input) {
    if (typeof input === 'boolean') return input;
    if (typeof input === 'string' || input === 0 || input === 1) return parseBoolean(String(input));
    throw new InvalidValue(say('boolean'));
  },
  fromDefault: (text) => (text === '1' || text === '0' ? text === '1' : undefined),
  jsonSchema: () => ({ type: 'boolean' }),
};

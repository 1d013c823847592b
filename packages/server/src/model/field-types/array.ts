import { canonicalJson } from '../canonical-json.ts';
import type { Field } from '../field.ts';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { checkValue, parseInput, toWire } from '../input.ts';
import { parseExact } from '../raw-number.ts';
import { say } from '../../texts/message.ts';

function elementOf(input: unknown, inner: Field): unknown {
  const value = parseInput(inner, input);
  checkValue(inner, value);
  return toWire(value, inner);
}

/** The elements of an array as sent, or of a text with commas (CONTRACT §2). */
function elementsOf(input: unknown, field: Field): unknown[] {
  const elements = typeof input === 'string' ? input.split(',').map((part) => part.trim()) : input;
  if (!Array.isArray(elements)) throw new InvalidValue(say('list'));
  return elements.map((element: unknown): unknown => {
    const isJson = field.inner?.type.name === 'JSONField';
    if (Array.isArray(element) && !isJson) return elementsOf(element, field);
    if (element === null) return null;
    if (field.inner) return elementOf(element, field.inner);
    if (typeof element === 'object') throw new InvalidValue(say('plainList'));
    return element;
  });
}

export const arrayField: FieldTypeOf<readonly unknown[], readonly string[]> = {
  name: 'ArrayField',
  traits: { isJson: true, isList: true, isNoLabel: true },
  compares: 'as text',
  isParam: true,
  example: () => [],
  parse: (text) => text,
  fromJson: (input, field) => JSON.stringify(elementsOf(input, field)),
  fromDefault(text, field) {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && arrayField.fromJson?.(value, field) === JSON.stringify(value) ? value : undefined;
  },
  canonical: (value) => canonicalJson(parseExact(String(value))),
  jsonSchema: ({ inner }) => ({ type: 'array', items: inner ? { anyOf: [inner.type.jsonSchema(inner), { type: 'null' }] } : {} }),
};

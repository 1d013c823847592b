import type { JsonSchema } from '../model/field-type.ts';

export const text: JsonSchema = { type: 'string' };
/** The key of a row. */
export const key: JsonSchema = { type: ['integer', 'string'] };
export const nullableText: JsonSchema = { type: ['string', 'null'] };

/** An object with these members; others are allowed. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** One of these values. */
export function choiceOf(...values: readonly (string | number)[]): JsonSchema {
  const types = [...new Set(values.map(typeOf))];
  return { ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}), enum: values };
}

function typeOf(value: string | number): string {
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}

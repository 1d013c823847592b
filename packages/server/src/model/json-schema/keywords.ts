import type { JsonSchema } from '../field-type.ts';
import { formats } from './formats.ts';
import { isObject } from './references.ts';

/** What a keyword takes, and the schemas in it. */
export interface Keyword {
  /** What its value has to be, in words. */
  readonly takes: string;
  readonly isTaken: (value: unknown) => boolean;
  /** The schemas in its value, each with what leads to it. */
  readonly parts?: (value: unknown) => readonly (readonly [step: string, schema: unknown])[];
}

/** The types of JSON values. */
export const typeNames = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

/** The formats of texts: what is checked, and `textarea`, which is how forms show it. */
const formatNames: readonly string[] = [...Object.keys(formats), 'textarea'];

const text: Keyword = { takes: 'a text', isTaken: (value) => typeof value === 'string' };
const flag: Keyword = { takes: 'true or false', isTaken: (value) => typeof value === 'boolean' };
const anything: Keyword = { takes: 'any value', isTaken: () => true };
const list: Keyword = { takes: 'a list', isTaken: Array.isArray };
const number: Keyword = { takes: 'a number', isTaken: Number.isFinite };
const count: Keyword = { takes: 'a whole number of at least 0', isTaken: (value) => Number.isSafeInteger(value) && Number(value) >= 0 };
const names: Keyword = {
  takes: 'a list of texts',
  isTaken: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};
const schemas: Keyword = {
  takes: 'an object of schemas',
  isTaken: isObject,
  parts: (value) => Object.entries(value as object),
};
const alternatives: Keyword = {
  takes: 'a list of schemas',
  isTaken: (value) => Array.isArray(value) && value.length > 0,
  parts: (value) => Array.from((value as readonly unknown[]).entries(), ([index, schema]) => [String(index), schema]),
};
const schema: Keyword = { takes: 'a schema', isTaken: isObject, parts: (value) => [['', value]] };

function isType(value: unknown): boolean {
  return typeNames.some((name) => name === value);
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** The keywords that a plain JSON Schema may have; a name that begins with `x-` is of the application. */
export const keywords: Readonly<Record<string, Keyword>> = {
  $schema: text,
  $id: text,
  $comment: text,
  $defs: schemas,
  $ref: text,
  title: text,
  description: text,
  default: anything,
  examples: list,
  deprecated: flag,
  readOnly: flag,
  type: {
    takes: `one of ${typeNames.join(', ')}, or a list of them`,
    isTaken: (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  },
  enum: { takes: 'a list of values', isTaken: (value) => Array.isArray(value) && value.length > 0 },
  const: anything,
  properties: schemas,
  required: names,
  additionalProperties: {
    takes: 'true, false or a schema',
    isTaken: (value) => typeof value === 'boolean' || isObject(value),
    parts: (value) => (isObject(value) ? [['', value]] : []),
  },
  items: schema,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minLength: count,
  maxLength: count,
  pattern: { takes: 'a regular expression', isTaken: isPattern },
  format: { takes: `one of ${formatNames.join(', ')}`, isTaken: (value) => typeof value === 'string' && formatNames.includes(value) },
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { takes: 'a number above 0', isTaken: (value) => Number.isFinite(value) && Number(value) > 0 },
  allOf: alternatives,
  anyOf: alternatives,
  oneOf: alternatives,
};

/** The schemas directly in a schema, each with what leads to it. */
export function partsOf(schemaAbove: JsonSchema): (readonly [path: string, schema: unknown])[] {
  return Object.entries(schemaAbove).flatMap(([name, value]) => {
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
    if (!keyword?.parts || !keyword.isTaken(value)) return [];
    return keyword.parts(value).map(([step, part]) => [step === '' ? name : `${name}.${step}`, part] as const);
  });
}

import { didYouMean } from '../build/checks.ts';
import type { JsonSchema } from '../field-type.ts';
import { keywords, partsOf } from './keywords.ts';
import { isObject, referred } from './references.ts';

/** What is wrong with a schema of a configuration. */
export interface SchemaProblem {
  /** What leads to the part that is wrong: `properties.size.type`. Empty for the schema itself. */
  readonly path: string;
  readonly message: string;
  readonly cure: string;
}

/** The problems of a JSON Schema that somebody has written: keywords that the service can not carry, and values that they do not take. */
export function problemsOfSchema(root: JsonSchema): SchemaProblem[] {
  return [...problemsIn(root, '', root), ...(isEndless(root) ? [endless] : [])];
}

const endless: SchemaProblem = {
  path: '$ref',
  message: 'A reference leads back to itself.',
  cure: 'Let it be a property or an item of what it refers to.',
};

function problemsIn(schema: unknown, path: string, root: JsonSchema): SchemaProblem[] {
  if (!isObject(schema)) return [{ path, message: 'It is no schema.', cure: 'Write an object of keywords, such as { type: "string" }.' }];
  const at = (step: string): string => (path === '' ? step : `${path}.${step}`);
  const own = Object.entries(schema).flatMap(([name, value]) => problemsOfKeyword(name, value, at(name), root));
  return [...own, ...partsOf(schema).flatMap(([step, part]) => problemsIn(part, at(step), root))];
}

function problemsOfKeyword(name: string, value: unknown, path: string, root: JsonSchema): SchemaProblem[] {
  if (name.startsWith('x-')) return [];
  const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
  if (!keyword) return [{ path, message: `"${name}" is no keyword that is carried here.`, cure: didYouMean(name, Object.keys(keywords)) }];
  if (!keyword.isTaken(value)) return [{ path, message: `It takes ${keyword.takes}.`, cure: 'Correct it.' }];
  if (name !== '$ref' || referred(root, value)) return [];
  return [{ path, message: `${JSON.stringify(value)} is nowhere in the schema.`, cure: 'Write "#", or "#/$defs/…" of the same schema.' }];
}

/** Whether a schema is a part of itself at the same place of a value: its check would not end. */
function isEndless(root: JsonSchema): boolean {
  const done = new Set<JsonSchema>();
  const leadsBack = (schema: unknown, above: readonly JsonSchema[]): boolean => {
    if (!isObject(schema)) return false;
    if (above.includes(schema)) return true;
    if (done.has(schema)) return false;
    done.add(schema);
    const target = schema['$ref'] === undefined ? [] : [referred(root, schema['$ref'])];
    const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (Array.isArray(schema[name]) ? (schema[name] as unknown[]) : []));
    return [...target, ...branches].some((part) => leadsBack(part, [...above, schema]));
  };
  const every = (schema: unknown): boolean =>
    isObject(schema) && (leadsBack(schema, []) || partsOf(schema).some(([, part]) => every(part)));
  return every(root);
}

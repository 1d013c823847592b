import type { JsonSchema } from '../field-type.ts';

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The part of a schema that a `$ref` names; undefined if it names none. @param ref a JSON pointer into the same schema: `#/$defs/size` */
export function referred(root: JsonSchema, ref: unknown): JsonSchema | undefined {
  if (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref)) return undefined;
  const steps = ref.split('/').slice(1);
  let part: unknown = root;
  for (const step of steps) {
    const name = decoded(step);
    if (typeof part !== 'object' || part === null || name === undefined || !Object.hasOwn(part, name)) return undefined;
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  return isObject(part) ? part : undefined;
}

function decoded(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

/** The schemas whose keywords all hold of one value, and those of which one does: what a schema says at its place. */
const inPlace = ['allOf', 'anyOf', 'oneOf'] as const;

/** The schemas that may say something of a value: the given ones, what they refer to, and their alternatives. */
export function inPlaceOf(root: JsonSchema, schemas: readonly unknown[]): JsonSchema[] {
  const reachable = new Set<JsonSchema>();
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isObject(schema) || reachable.has(schema)) continue;
    reachable.add(schema);
    if (schema['$ref'] !== undefined) waiting.push(referred(root, schema['$ref']));
    for (const name of inPlace) if (Array.isArray(schema[name])) waiting.push(...(schema[name] as readonly unknown[]));
  }
  return [...reachable];
}

/**
 * A schema without references, for a document that has a root of its own. What contains itself says nothing of its inner copy.
 */
export function withoutReferences(root: JsonSchema): JsonSchema {
  return inlined(root, withoutRoot(root), [root]) as JsonSchema;
}

function inlined(root: JsonSchema, part: unknown, above: readonly unknown[]): unknown {
  if (Array.isArray(part)) return part.map((each) => inlined(root, each, above));
  if (!isObject(part)) return part;
  const { $ref: ref, ...own } = part;
  if (typeof ref !== 'string') return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, inlined(root, each, above)]));
  const target = referred(root, ref);
  if (target === undefined || above.includes(target)) return own;
  return { ...(inlined(root, withoutRoot(target), [...above, target]) as object), ...(inlined(root, own, above) as object) };
}

const ofRoot: ReadonlySet<string> = new Set(['$schema', '$id', '$defs', 'definitions']);

/** A schema without what only the root of a document has. */
function withoutRoot(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !ofRoot.has(name)));
}

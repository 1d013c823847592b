import { isDeepStrictEqual } from 'node:util';
import { InvalidValue, type JsonSchema } from '../field-type.ts';
import { canonicalJson } from '../canonical-json.ts';
import { formats } from './formats.ts';
import { isObject, referred } from './references.ts';
import type { PartProblem, Place } from './value-schema.ts';
import { type Message, say } from '../../texts/message.ts';

/** How many parts of a schema are compared with parts of one value, at the most: alternatives in alternatives multiply. */
const mostChecks = 200_000;

/** One check of a value. */
interface Run {
  readonly root: JsonSchema;
  checks: number;
}

type Members = Readonly<Record<string, unknown>>;

/** What of a value does not fit a JSON Schema, which has been checked by `problemsOfSchema`. Throws an {@link InvalidValue} for one that is too large to be checked. */
export function problemsOfValue(root: JsonSchema, value: unknown): PartProblem[] {
  return problemsAt(root, value, [], { root, checks: 0 });
}

function problemsAt(schema: JsonSchema, value: unknown, place: Place, run: Run): PartProblem[] {
  run.checks += 1;
  if (run.checks > mostChecks) throw new InvalidValue(say('tooManyParts'));
  const message = isOfTypes(schema['type'], value) ? messageOf(schema, value) : typeMessage(schema['type']);
  if (message) return [{ place, message }];
  const target = referred(run.root, schema['$ref']);
  return [
    ...(target ? problemsAt(target, value, place, run) : []),
    ...(isObject(value) ? ofMembers(schema, value, place, run) : []),
    ...(Array.isArray(value) ? ofItems(schema, value, place, run) : []),
    ...listOf(schema['allOf']).flatMap((part) => problemsAt(part, value, place, run)),
    ...ofAlternatives(schema, value, place, run),
  ];
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as readonly JsonSchema[]) : [];
}

function isOfTypes(type: unknown, value: unknown): boolean {
  if (type === undefined) return true;
  return Array.isArray(type) ? type.some((each) => isOfType(each, value)) : isOfType(type, value);
}

function isOfType(type: unknown, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function typeMessage(type: unknown): Message {
  const [only, ...others] = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null') as string[];
  if (others.length > 0) return say('noForm');
  if (only === 'string') return say('text');
  if (only === 'number') return say('number');
  if (only === 'integer') return say('integer');
  if (only === 'boolean') return say('boolean');
  if (only === 'array') return say('list');
  return only === 'object' ? say('objectRequired') : say('noForm');
}

/** What is wrong with a value itself, apart from what is in it. */
function messageOf(schema: JsonSchema, value: unknown): Message | undefined {
  if (Array.isArray(schema['enum']) && !schema['enum'].some((each) => isDeepStrictEqual(each, value))) return choiceMessage(value);
  if (Object.hasOwn(schema, 'const') && !isDeepStrictEqual(schema['const'], value)) return choiceMessage(value);
  if (typeof value === 'string') return textMessage(schema, value);
  if (typeof value === 'number') return numberMessage(schema, value);
  return Array.isArray(value) ? listMessage(schema, value) : undefined;
}

function choiceMessage(value: unknown): Message {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return say('choice', { value: text.slice(0, 100) });
}

function textMessage({ minLength, maxLength, pattern, format }: JsonSchema, value: string): Message | undefined {
  const length = typeof minLength === 'number' || typeof maxLength === 'number' ? Array.from(value).length : 0;
  if (typeof minLength === 'number' && length < minLength) return minLength === 1 ? say('required') : say('shortest', { least: minLength });
  if (typeof maxLength === 'number' && length > maxLength) return say('maxLength', { count: maxLength });
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return say('pattern');
  const check = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  return check && !check.isOf(value) ? check.message() : undefined;
}

function numberMessage(schema: JsonSchema, value: number): Message | undefined {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: factor } = schema;
  if (typeof minimum === 'number' && value < minimum) return say('least', { min: String(minimum) });
  if (typeof maximum === 'number' && value > maximum) return say('most', { max: String(maximum) });
  if (typeof above === 'number' && value <= above) return say('above', { min: String(above) });
  if (typeof below === 'number' && value >= below) return say('below', { max: String(below) });
  const isMultiple = typeof factor !== 'number' || Number.isInteger(Number((value / factor).toPrecision(15)));
  return isMultiple ? undefined : say('multiple', { factor: String(factor) });
}

function listMessage({ minItems, maxItems, uniqueItems }: JsonSchema, value: readonly unknown[]): Message | undefined {
  if (typeof minItems === 'number' && value.length < minItems) return say('fewestItems', { least: minItems });
  if (typeof maxItems === 'number' && value.length > maxItems) return say('mostItems', { most: maxItems });
  const isTwice = uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length;
  return isTwice ? say('itemTwice') : undefined;
}

function ofMembers(schema: JsonSchema, value: Members, place: Place, run: Run): PartProblem[] {
  const { properties, required, additionalProperties: others } = schema;
  const schemas = isObject(properties) ? properties : {};
  const missing = Array.isArray(required) ? (required as readonly string[]).filter((name) => !Object.hasOwn(value, name)) : [];
  const problems = missing.map((name): PartProblem => ({ place: [...place, name], message: say('required') }));
  const ofParts = Object.entries(value).flatMap(([name, part]): readonly PartProblem[] => {
    const inner = Object.hasOwn(schemas, name) ? schemas[name] : others;
    if (inner === false) return [{ place: [...place, name], message: say('unknownField') }];
    return isObject(inner) ? problemsAt(inner, part, [...place, name], run) : [];
  });
  return [...problems, ...ofParts];
}

function ofItems({ items }: JsonSchema, value: readonly unknown[], place: Place, run: Run): PartProblem[] {
  return isObject(items) ? value.flatMap((part, index) => problemsAt(items, part, [...place, index], run)) : [];
}

function ofAlternatives(schema: JsonSchema, value: unknown, place: Place, run: Run): PartProblem[] {
  return ['anyOf', 'oneOf'].flatMap((name): readonly PartProblem[] => {
    const branches = listOf(schema[name]).map((branch) => problemsAt(branch, value, place, run));
    const fitting = branches.filter((problems) => problems.length === 0).length;
    if (branches.length === 0 || fitting === 1 || (fitting > 1 && name === 'anyOf')) return [];
    if (fitting > 1) return [{ place, message: say('severalForms') }];
    return meantOf(branches, listOf(schema[name]), value, run) ?? [{ place, message: say('noForm') }];
  });
}

/** The problems of the alternative that a value is meant to be: the only one that has its type, and the constants of its members. */
function meantOf(
  branches: readonly (readonly PartProblem[])[],
  schemas: readonly JsonSchema[],
  value: unknown,
  { root }: Run,
): readonly PartProblem[] | undefined {
  const meant = branches.filter((_, index) => isMeant(schemas[index] ?? {}, value, root));
  return meant.length === 1 ? meant[0] : undefined;
}

function isMeant(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const own = referred(root, schema['$ref']) ?? schema;
  if (!isOfTypes(own['type'], value)) return false;
  if (!isObject(value) || !isObject(own['properties'])) return own['type'] !== undefined;
  return Object.entries(own['properties']).every(
    ([name, part]) => !isObject(part) || !Object.hasOwn(part, 'const') || isDeepStrictEqual(value[name], part['const']),
  );
}

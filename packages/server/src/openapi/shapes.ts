import type { JsonSchema } from '../model/field-type.ts';

declare const valueType: unique symbol;

/** A JSON schema of the values of a type. The functions of this file make it: an object that is written out has no type. */
export interface SchemaOf<T> extends JsonSchema {
  readonly [valueType]: (value: T) => T;
}

/** Schemas by their names in the document, each of its type. @template Types the types by the same names. */
export type SchemasOf<Types> = { readonly [N in keyof Types]: SchemaOf<Types[N]> };

/** The schema of a member that may be missing. */
export interface Optional<T> {
  readonly optional: SchemaOf<T>;
}

/** A type without its index signature. */
type Named<T> = T extends unknown ? { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] } : never;
type NameOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
/** True if every variant of the type requires the member; otherwise `boolean` or false. */
type Requires<T, K extends PropertyKey> = T extends unknown ? (T extends Readonly<Record<K, unknown>> ? true : false) : never;
type MembersOfNamed<T> = {
  readonly [K in NameOf<T>]: Requires<T, K> extends true ? SchemaOf<ValueOf<T, K>> : Optional<Exclude<ValueOf<T, K>, undefined>>;
};

/** A schema for each member of a type; of a union, for the members of all its variants. */
export type Members<T> = MembersOfNamed<Named<T>>;

/** States the type of a schema that no other function of this file can make. */
export function trusted<T>(schema: JsonSchema): SchemaOf<T> {
  return schema as SchemaOf<T>;
}

interface Scalars {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

/** A value of one of these JSON types. */
export function scalar<N extends keyof Scalars>(...types: readonly [N, ...N[]]): SchemaOf<Scalars[N]> {
  return trusted({ type: types.length === 1 ? types[0] : types });
}

export const text: SchemaOf<string> = scalar('string');
export const nullableText: SchemaOf<string | null> = scalar('string', 'null');
export const integer: SchemaOf<number> = scalar('integer');
export const number: SchemaOf<number> = scalar('number');
export const nullableInteger: SchemaOf<number | null> = scalar('integer', 'null');
export const boolean: SchemaOf<boolean> = scalar('boolean');
export const moment: SchemaOf<string> = { ...text, format: 'date-time' };
/** The key of a row. */
export const key: SchemaOf<number | string> = scalar('integer', 'string');
export const anything: SchemaOf<unknown> = trusted({});

/** One value alone. */
export function constant<const V extends boolean>(value: V): SchemaOf<V> {
  return trusted({ const: value });
}

/** One of these values. */
export function choiceOf<const V extends string | number>(...values: readonly V[]): SchemaOf<V> {
  const types = [...new Set(values.map(typeOf))];
  return trusted({ ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}), enum: values });
}

function typeOf(value: string | number): string {
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}

/** A value of one of these schemas. */
export function anyOf<T extends readonly unknown[]>(...schemas: { readonly [I in keyof T]: SchemaOf<T[I]> }): SchemaOf<T[number]> {
  return trusted({ anyOf: schemas });
}

export function list<T>(items: SchemaOf<T>): SchemaOf<readonly T[]> {
  return trusted({ type: 'array', items });
}

/** Two values. @param item the schema of each. */
export function pair<A, B>(item: SchemaOf<A | B>): SchemaOf<readonly [A, B]> {
  return trusted({ type: 'array', items: item, minItems: 2, maxItems: 2 });
}

/** An object with any names, and values of one schema. */
export function recordOf<T>(values: SchemaOf<T>, description?: string): SchemaOf<Readonly<Record<string, T>>> {
  return trusted({ type: 'object', ...describedAs(description), additionalProperties: values });
}

/** An object with any members. */
export function openObject(description?: string): SchemaOf<Readonly<Record<string, unknown>>> {
  return trusted({ type: 'object', ...describedAs(description), additionalProperties: true });
}

function describedAs(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description };
}

/** A member that may be missing. */
export function optional<T>(schema: SchemaOf<T>): Optional<T> {
  return { optional: schema };
}

/** A value of a schema that has one JSON type, or null. */
export function nullable<T>(schema: SchemaOf<T>): SchemaOf<T | null> {
  return trusted({ ...schema, type: [schema['type'], 'null'] });
}

/**
 * An object of a type; other members are allowed. Each member of the type has a schema of the member's type, which is {@link optional} where
 * the member is. Write the members out: the compiler finds one too many in an object literal, and not in what is spread into it.
 */
export function objectOf<T>(members: Members<T>): SchemaOf<T> {
  const entries = Object.entries(members as Readonly<Record<string, JsonSchema | Optional<unknown>>>);
  const properties = Object.fromEntries(entries.map(([name, schema]) => [name, isOptional(schema) ? schema.optional : schema]));
  const required = entries.filter(([, schema]) => !isOptional(schema)).map(([name]) => name);
  return trusted(object(properties, required));
}

function isOptional(schema: JsonSchema | Optional<unknown>): schema is Optional<unknown> {
  return Object.hasOwn(schema, 'optional');
}

/** An object whose members depend on a model; others are allowed. Any other object is one of {@link objectOf}. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** The same object without other members. */
export function strict<S extends JsonSchema>(schema: S): S {
  return { ...schema, additionalProperties: false };
}

/** Makes the function that refers to schemas by their names. @template Types the types by the same names. */
export function referencesTo<Types>(): <N extends keyof Types & string>(name: N) => SchemaOf<Types[N]> {
  return (name) => trusted({ $ref: `#/components/schemas/${name}` });
}

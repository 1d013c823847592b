import { InvalidValue, type JsonSchema } from '../field-type.ts';
import { isRawNumber } from '../raw-number.ts';
import { inPlaceOf, isObject } from './references.ts';
import { say } from '../../texts/message.ts';

/**
 * What a library has made of a value, with what of the value it has no say in: members that the schema does not describe, and the digits of
 * numbers that JavaScript would round. Throws an {@link InvalidValue} for such a number that the library moves or changes.
 * @param given the value, with such numbers as texts.
 * @param made what the library has returned for it.
 */
export function withKeptParts(root: JsonSchema, given: unknown, made: unknown): unknown {
  const whole = kept(root, [root], given, made);
  // Of a number that does not stand in its place any more, the library has seen other digits.
  if (longNumbersIn(whole) < longNumbersIn(given)) throw new InvalidValue(say('longNumber'));
  return whole;
}

function longNumbersIn(value: unknown): number {
  if (isRawNumber(value)) return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + longNumbersIn(part), 0);
}

function kept(root: JsonSchema, schemas: readonly unknown[], given: unknown, made: unknown): unknown {
  if (isRawNumber(given)) return typeof made === 'number' && Object.is(Number(given.rawJSON), made) ? given : made;
  const sources = inPlaceOf(root, schemas);
  if (Array.isArray(given) && Array.isArray(made) && given.length === made.length) {
    const items = sources.map((schema) => schema['items']);
    return made.map((part: unknown, index) => kept(root, items, given[index], part));
  }
  if (!isPlain(given) || !isPlain(made)) return made;
  const membersOf = (name: string): unknown[] =>
    sources.map(({ properties, additionalProperties }) =>
      isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
    );
  const isNamed = (name: string): boolean =>
    sources.some(
      ({ properties, additionalProperties }) => isObject(additionalProperties) || (isObject(properties) && Object.hasOwn(properties, name)),
    );
  const own = Object.entries(made).map(([name, part]): [string, unknown] => [
    name,
    Object.hasOwn(given, name) ? kept(root, membersOf(name), given[name], part) : part,
  ]);
  const dropped = Object.entries(given).filter(([name]) => !Object.hasOwn(made, name) && !isNamed(name));
  // Made from entries, because a member may be named `__proto__`.
  return Object.fromEntries([...own, ...dropped]);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || isRawNumber(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

import { ExactNumber } from '@grimoire/client';
import { Broken } from '../../inputs/broken.ts';
import { isMembers, type Member, type Members, type Part, type Shape, type Variant } from './part.ts';

/** Whether there is no value. */
export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether the input of a shape can show a value; otherwise it is written as JSON. */
export function isShowable(shape: Shape, value: unknown): boolean {
  if (isNothing(value) || value instanceof Broken) return true;
  switch (shape.kind) {
    case 'object':
      return isMembers(value);
    case 'variants':
      return isMembers(value) && (value[shape.name] === undefined || variantOf(shape.variants, value[shape.name]) !== undefined);
    case 'list':
      return Array.isArray(value);
    case 'text':
      return typeof value === 'string' && isOfFormat(shape.format, value);
    case 'number':
      return typeof value === 'number' || value instanceof ExactNumber;
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value !== 'object';
    case 'json':
      return true;
  }
}

const inputForms: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(?::\d\d)?$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
};

function isOfFormat(format: string, value: string): boolean {
  return inputForms[format]?.test(value) ?? true;
}

/** The variant that a value of the member which tells them apart chooses. */
export function variantOf(variants: readonly Variant[], value: unknown): Variant | undefined {
  return variants.find((variant) => variant.value === value);
}

/** An object with another value of one member, which stays in its place; without the member, if the value is undefined. */
export function withMember(members: unknown, name: string, value: unknown): Members {
  const entries = isMembers(members) ? Object.entries(members) : [];
  const isKnown = entries.some(([each]) => each === name);
  const changed = entries.map(([each, before]): [string, unknown] => [each, each === name ? value : before]);
  const all = isKnown ? changed : [...changed, [name, value] as [string, unknown]];
  return Object.fromEntries(all.filter(([, each]) => each !== undefined));
}

/** The members of a value that its schema does not name. */
export function othersOf(members: readonly Member[], value: unknown): Members {
  const names = new Set(members.map(({ name }) => name));
  return Object.fromEntries(Object.entries(isMembers(value) ? value : {}).filter(([name]) => !names.has(name)));
}

/** Objects in objects that a new value has at the most: a schema may ask for itself. */
const deepest = 10;

/** A new value of a part: what the schema presets, and false for what has to be true or false. Undefined where that is nothing. */
export function newValue(part: Part, isRequired = true, depth = 0): unknown {
  if (part.preset !== undefined) return part.preset;
  if (!isRequired || depth > deepest) return undefined;
  if (part.isNullable) return null;
  if (part.shape.kind === 'flag') return false;
  return part.shape.kind === 'object' ? newMembers(part.shape.members, depth + 1) : undefined;
}

/** The members that a new object has. */
export function newMembers(members: readonly Member[], depth = 0): Members {
  const entries = members.map(({ name, isRequired, part }): [string, unknown] => [name, newValue(part(), isRequired, depth)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Why a value can not be sent: something in it was entered and is none. */
export function brokenIn(value: unknown): string | undefined {
  if (value instanceof Broken) return value.reason;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  for (const part of Object.values(value)) {
    const reason = brokenIn(part);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

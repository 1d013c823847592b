import { isDeepStrictEqual } from 'node:util';
import type { FieldPath } from '../model/model.ts';
import type { Condition } from './condition.ts';
import { Parameter } from './parameter.ts';

/**
 * Whether every row that matches the first condition certainly matches the second. False may also mean that this cannot be decided.
 * Conditions are compared by their structure, and lists of values by their elements.
 */
export function isWithin(inner: Condition, outer: Condition): boolean {
  if (inner.kind === 'false' || outer.kind === 'true') return true;
  if (inner.kind === 'or') return inner.parts.every((part) => isWithin(part, outer));
  if (outer.kind === 'and') return outer.parts.every((part) => isWithin(inner, part));
  if (isSame(inner, outer)) return true;
  if (inner.kind === 'and' && inner.parts.some((part) => isWithin(part, outer))) return true;
  if (outer.kind === 'or' && outer.parts.some((part) => isWithin(inner, part))) return true;
  return isSubset(inner, outer);
}

/** The values that a condition allows for a field, if it limits the values of one field. */
function valuesOf(condition: Condition): { readonly path: FieldPath; readonly values: readonly unknown[] } | undefined {
  if (condition.kind === 'compare' && condition.comparison === '=')
    return { path: condition.path, values: [condition.value.binding.given] };
  return condition.kind === 'in' ? { path: condition.path, values: condition.values.binding.given } : undefined;
}

function isSubset(inner: Condition, outer: Condition): boolean {
  const [few, many] = [valuesOf(inner), valuesOf(outer)];
  if (!few || !many || !isSamePath(few.path, many.path)) return false;
  const allowed = new Set(many.values.map(String));
  return few.values.every((value) => allowed.has(String(value)));
}

function isSamePath(first: FieldPath, second: FieldPath): boolean {
  return first.field === second.field && isDeepStrictEqual(stepsOf(first), stepsOf(second));
}

function stepsOf({ steps }: FieldPath): unknown[] {
  return steps.map(({ field, target }) => [field.name, target.key]);
}

/** Models and fields are compared by identity, because they reference large graphs. */
function isSame(first: Condition, second: Condition): boolean {
  return isDeepStrictEqual(plain(first), plain(second));
}

function plain(condition: Condition): unknown {
  switch (condition.kind) {
    case 'true':
    case 'false':
    case 'collected':
    case 'indexed':
      return condition;
    case 'and':
    case 'or':
      return [condition.kind, condition.parts.map(plain)];
    case 'not':
    case 'rule':
      return [condition.kind, plain(condition.part)];
    case 'keys':
      return ['keys', condition.model.key, condition.texts.binding.given];
    default: {
      const { path, ...rest } = condition;
      const others = Object.entries(rest).map(([name, value]: [string, unknown]) => {
        if (value instanceof Parameter) return [name, value.binding.given];
        return [name, name === 'model' || name === 'same' ? namesOf(value) : value];
      });
      return [others, stepsOf(path), path.field.name, path.name];
    }
  }
}

function namesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((field: { readonly name: string }) => field.name);
  return (value as { readonly key: string }).key;
}

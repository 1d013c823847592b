import { filterGroupParameter } from '@grimoire/protocol';
import { parsedJson } from '../../store/parsed-json.ts';
import { isObject } from '../../store/use-stored.ts';
import type { Filters } from './conditions.ts';

/** Alternatives, of which a row meets at least one, or none. Each is a set of filters that a row meets all. */
export interface Group {
  readonly kind: 'any' | 'none';
  readonly alternatives: readonly Filters[];
}

/** Names that mean something else within a group. */
const special: ReadonlySet<string> = new Set(['and', 'or', 'not', filterGroupParameter]);

/** The group of a list's filters; undefined for one that is none, or that is made in another way than {@link filtersOfGroup} does. */
export function groupOf(text: unknown): Group | undefined {
  const whole = typeof text === 'string' ? parsedJson(text) : undefined;
  if (!isObject(whole)) return undefined;
  const isNegated = 'not' in whole;
  const inner = isNegated ? whole['not'] : whole;
  if (!isObject(inner) || !hasOnly(whole, isNegated ? 'not' : 'or') || !hasOnly(inner, 'or')) return undefined;
  const alternatives: unknown = inner['or'];
  if (!Array.isArray(alternatives) || alternatives.length === 0 || !alternatives.every(isFlat)) return undefined;
  return { kind: isNegated ? 'none' : 'any', alternatives };
}

function hasOnly(value: object, name: string): boolean {
  return Object.keys(value).every((one) => one === name);
}

function isFlat(value: unknown): value is Filters {
  const isScalar = (one: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof one);
  const isValue = (one: unknown): boolean => isScalar(one) || (Array.isArray(one) && one.length > 0 && one.every(isScalar));
  return (
    isObject(value) && Object.keys(value).length > 0 && Object.entries(value).every(([name, one]) => !special.has(name) && isValue(one))
  );
}

/** The filters of a list that a group is; none without alternatives. */
export function filtersOfGroup({ kind, alternatives }: Group): Filters {
  const filled = alternatives.filter((one) => Object.keys(one).length > 0);
  if (filled.length === 0) return {};
  return { [filterGroupParameter]: JSON.stringify(kind === 'none' ? { not: { or: filled } } : { or: filled }) };
}

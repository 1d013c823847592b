import type { Dice } from './dice.ts';
import { type Filter, parametersOf } from './filters.ts';

/** A combination of filters, as `_filter` takes it. */
export type Group =
  | { readonly is: 'filter'; readonly filter: Filter }
  | { readonly is: 'and' | 'or'; readonly parts: readonly Group[] }
  | { readonly is: 'not'; readonly part: Group };

/** A random group; null where there is no filter. */
export function groupOf(draw: () => Filter | null, dice: Dice, depth: number): Group | null {
  const is = depth === 0 ? 'filter' : dice.pick(['filter', 'and', 'or', 'or', 'not']);
  if (is === 'filter') {
    const filter = draw();
    return filter && { is, filter };
  }
  const inner = (): Group | null => groupOf(draw, dice, depth - 1);
  if (is === 'not') {
    const part = inner();
    return part && { is, part };
  }
  const parts = [inner(), inner()].flatMap((part) => part ?? []);
  return parts.length === 0 ? null : { is, parts };
}

/** The group as JSON. */
export function toJson(group: Group): unknown {
  if (group.is === 'not') return { not: toJson(group.part) };
  if (group.is !== 'filter') return { [group.is]: group.parts.map(toJson) };
  const parameters = parametersOf(group.filter);
  const [[name, value] = ['', '']] = parameters;
  return { [name]: parameters.length === 1 ? value : parameters.map(([, text]) => text) };
}

/** Whether a row matches the group, where it is known which filters it matches. */
export function isGroupMatch(group: Group, isMatch: (filter: Filter) => boolean): boolean {
  switch (group.is) {
    case 'filter':
      return isMatch(group.filter);
    case 'and':
      return group.parts.every((part) => isGroupMatch(part, isMatch));
    case 'or':
      return group.parts.some((part) => isGroupMatch(part, isMatch));
    case 'not':
      return !isGroupMatch(group.part, isMatch);
  }
}

import type { WantedIndex } from '../databases/catalog.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { tableId } from '../model/table.ts';
import type { Condition } from '../plan/condition.ts';

/** The indexes by which the rows of a model are found from a value at the end of a path: one on each of its steps. */
export function indexesOfPath(model: Model, { steps, field }: FieldPath, isForSearch = false): WantedIndex[] {
  const wanted: WantedIndex[] = [];
  let owner = model;
  for (const step of steps) {
    wanted.push({ table: owner.table, columns: [step.field.column], isForSearch: false });
    owner = step.target;
  }
  if (!field.link) return [...wanted, { table: owner.table, columns: [field.column], isForSearch }];
  const { table, target } = field.link;
  return [...wanted, { table, columns: [target], isForSearch: false }];
}

/** Whether a path leaves the table of its model. */
export function isAlongLinks({ steps, field }: FieldPath): boolean {
  return steps.length > 0 || field.link !== undefined;
}

/** The indexes by which the rows of a condition are found; none if no index finds them. */
export function indexesOfCondition(model: Model, condition: Condition): WantedIndex[] {
  switch (condition.kind) {
    case 'rule':
      return indexesOfCondition(model, condition.part);
    case 'and':
      return indexesOfAll(model, condition.parts);
    case 'or': {
      const each = condition.parts.map((part) => indexesOfCondition(model, part));
      return each.some((indexes) => indexes.length === 0) ? [] : each.flat();
    }
    case 'compare':
      return condition.comparison === '!=' ? [] : indexesOfPath(model, condition.path);
    case 'in':
    case 'key of':
      return indexesOfPath(model, condition.path);
    case 'null':
      return condition.isNull && !isAlongLinks(condition.path) ? indexesOfPath(model, condition.path) : [];
    case 'text':
      return indexesOfPath(model, condition.path, true);
    default:
      return [];
  }
}

/** One part is enough to find the rows: of those, equality with a value finds the fewest. */
function indexesOfAll(model: Model, parts: readonly Condition[]): WantedIndex[] {
  const isEquality = (part: Condition): boolean => part.kind === 'in' || (part.kind === 'compare' && part.comparison === '=');
  const equalities = parts.filter((part) => isEquality(part) && 'path' in part && !isAlongLinks(part.path));
  if (equalities.length > 0) {
    const columns = equalities.flatMap((part) => indexesOfCondition(model, part).flatMap((index) => index.columns));
    return [{ table: model.table, columns: [...new Set(columns)], isForSearch: false }];
  }
  return parts.map((part) => indexesOfCondition(model, part)).find((indexes) => indexes.length > 0) ?? [];
}

/** The longest of these indexes that begins with the columns of one of them, and so serves the same and more. */
export function widest(index: WantedIndex, all: readonly WantedIndex[]): WantedIndex {
  const isWider = (other: WantedIndex, than: WantedIndex): boolean =>
    tableId(other.table) === tableId(than.table) &&
    !other.isForSearch &&
    !than.isForSearch &&
    other.columns.length > than.columns.length &&
    than.columns.every((column, place) => other.columns[place] === column);
  return all.reduce<WantedIndex>((widestYet, other) => (isWider(other, widestYet) ? other : widestYet), index);
}

import type { FieldSchema } from '@grimoire/protocol';
import type { Children } from './children.ts';

/**
 * The field by which users put the rows of an inline in order: all rows are in the form, and the user may change it in each of them. Rows
 * whose numbers JavaScript would round are left as they are.
 */
export function positionOf({ inline, schema, rows, total }: Children, hasInput: (field: FieldSchema) => boolean): string | undefined {
  const field = schema.fields.find(({ name }) => name === inline.position_field);
  if (!field || !hasInput(field) || total > rows.length) return undefined;
  if (rows.length > 0 && !schema.permissions.change) return undefined;
  return rows.every(({ [field.name]: value }) => value === null || Number.isSafeInteger(value)) ? field.name : undefined;
}

/** The indexes of lines in the order of their positions; lines without one are last. */
export function orderOf(positions: readonly unknown[]): readonly number[] {
  const number = (index: number): number => {
    const position = positions[index];
    return typeof position === 'number' ? position : Number.POSITIVE_INFINITY;
  };
  return positions.map((_, index) => index).sort((a, b) => (number(a) === number(b) ? a - b : number(a) - number(b)));
}

/**
 * The new positions of lines, by their indexes, if the line at the place `from` is moved to the place `to`. Lines exchange their positions; if some of
 * these are equal or missing, all lines are numbered anew.
 */
export function positionsAfter(positions: readonly unknown[], from: number, to: number): ReadonlyMap<number, number> {
  const order = [...orderOf(positions)];
  const before = order.map((index) => positions[index]);
  order.splice(to, 0, ...order.splice(from, 1));
  const rises = before.every(
    (position, place) => typeof position === 'number' && (place === 0 || position > (before[place - 1] as number)),
  );
  const first = typeof before[0] === 'number' ? before[0] : 1;
  const numbers = order.map((index, place): [number, number] => [index, rises ? (before[place] as number) : first + place]);
  return new Map(numbers.filter(([index, position]) => positions[index] !== position));
}

/** The position of a new line, after all others. `removed` are those of lines that the form had: some may still be in the database's trash. */
export function nextPosition(positions: readonly unknown[], removed: readonly unknown[], first: unknown): number {
  const numbers = [...positions, ...removed].filter((position) => typeof position === 'number');
  if (numbers.length > 0) return Math.max(...numbers) + 1;
  return typeof first === 'number' ? first : 1;
}

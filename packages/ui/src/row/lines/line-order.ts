import type { FieldSchema } from '@grimoire/protocol';
import type { Children } from './children.ts';

/**
 * The field by which users put the rows of an inline in order: all rows are in the form, and the user may change it in each of them. Rows
 * whose numbers JavaScript would round are left as they are.
 */
export function orderFieldOf({ inline, schema, rows, total }: Children, hasInput: (field: FieldSchema) => boolean): string | undefined {
  const field = schema.fields.find(({ name }) => name === inline.position_field);
  if (!field || !hasInput(field) || total > rows.length) return undefined;
  if (rows.length > 0 && !schema.permissions.change) return undefined;
  return rows.every(({ [field.name]: value }) => value === null || Number.isSafeInteger(value)) ? field.name : undefined;
}

/** The indexes of lines in the inline order: by the values of the order field, lines without one last. */
export function orderOf(values: readonly unknown[]): readonly number[] {
  const number = (index: number): number => {
    const value = values[index];
    return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
  };
  return values.map((_, index) => index).sort((a, b) => (number(a) === number(b) ? a - b : number(a) - number(b)));
}

/**
 * The order values of lines, by their indexes, after the line at the place `from` is moved to the place `to`. Lines exchange their values. If some
 * of these are equal or missing, all lines are numbered anew.
 */
export function valuesAfterMove(values: readonly unknown[], from: number, to: number): ReadonlyMap<number, number> {
  const order = [...orderOf(values)];
  const before = order.map((index) => values[index]);
  order.splice(to, 0, ...order.splice(from, 1));
  const rises = before.every((value, place) => typeof value === 'number' && (place === 0 || value > (before[place - 1] as number)));
  const first = typeof before[0] === 'number' ? before[0] : 1;
  const numbers = order.map((index, place): [number, number] => [index, rises ? (before[place] as number) : first + place]);
  return new Map(numbers.filter(([index, value]) => values[index] !== value));
}

/** The order value of a new line, after all others. `removed` are the values of lines that the form had: some may still be in the trash. */
export function nextOrderValue(values: readonly unknown[], removed: readonly unknown[], first: unknown): number {
  const numbers = [...values, ...removed].filter((value) => typeof value === 'number');
  if (numbers.length > 0) return Math.max(...numbers) + 1;
  return typeof first === 'number' ? first : 1;
}

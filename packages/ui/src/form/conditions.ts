import type { FieldConditions, FieldSchema } from '@grimoire/protocol';
import { textOf } from '../cells/value-text.ts';

/** Whether each of the fields has one of its values; an empty text counts as null. */
export function isMet(conditions: FieldConditions, valueOf: (field: string) => unknown): boolean {
  return Object.entries(conditions).every(([name, values]) => values.some((value) => isSame(value, valueOf(name))));
}

/** How a field is shown: with its input, with its value only, or not at all. */
export type FieldState = 'open' | 'fixed' | 'hidden';

/** The state of a field by its conditions and the values of its row. */
export function fieldStateOf(field: Pick<FieldSchema, 'visible_when' | 'readonly_when'>, valueOf: (field: string) => unknown): FieldState {
  const { visible_when: visible, readonly_when: fixed } = field;
  if (visible && !isMet(visible, valueOf)) return 'hidden';
  return fixed && isMet(fixed, valueOf) ? 'fixed' : 'open';
}

function isSame(value: unknown, given: unknown): boolean {
  const isEmpty = given === undefined || given === null || given === '';
  return value === null ? isEmpty : !isEmpty && textOf(value) === textOf(given);
}

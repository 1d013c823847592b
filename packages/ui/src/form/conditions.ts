import type { FieldConditions } from '@grimoire/protocol';
import { textOf } from '../cells/value-text.ts';

/** Whether each of the fields has one of its values; an empty text counts as null. */
export function isMet(conditions: FieldConditions, valueOf: (field: string) => unknown): boolean {
  return Object.entries(conditions).every(([name, values]) => values.some((value) => isSame(value, valueOf(name))));
}

function isSame(value: unknown, given: unknown): boolean {
  const isEmpty = given === undefined || given === null || given === '';
  return value === null ? isEmpty : !isEmpty && textOf(value) === textOf(given);
}

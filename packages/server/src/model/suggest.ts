import type { Field } from './field.ts';
import type { Model } from './model.ts';

/**
 * Whether a function of `suggest` may be given the value of a field, and may suggest one. A foreign key that is a plain field here could name
 * a row that the user may not view.
 */
export function isSuggested({ plainReferences }: Pick<Model, 'plainReferences'>, field: Field): boolean {
  const isPlainKey = plainReferences.some(({ columns }) => columns.includes(field.column));
  return field.editable && !field.writeOnly && !field.link && !isPlainKey;
}

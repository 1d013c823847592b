import type { FieldSchema } from '@grimoire/protocol';

/** What a form for a new row, or for an action's input, begins with. */
export function defaultsOf(fields: readonly FieldSchema[]): Record<string, unknown> {
  const known = fields.flatMap((field): [string, unknown][] => {
    if (!field.editable) return [];
    if (field.default !== undefined) return [[field.name, field.default]];
    if (field.type === 'BooleanField' && !field.null) return [[field.name, false]];
    // A list that must be there may be empty.
    return field.type === 'ArrayField' && !field.null ? [[field.name, []]] : [];
  });
  return Object.fromEntries(known);
}

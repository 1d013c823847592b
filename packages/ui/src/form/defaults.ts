import type { FieldSchema } from '@grimoire/protocol';

/** What a form for a new row, or for an action's input, begins with. */
export function defaultsOf(fields: readonly FieldSchema[]): Record<string, unknown> {
  const known = fields.flatMap((field): [string, unknown][] => {
    if (!field.editable) return [];
    if (field.default !== undefined) return [[field.name, field.default]];
    return field.type === 'BooleanField' && !field.null ? [[field.name, false]] : [];
  });
  return Object.fromEntries(known);
}

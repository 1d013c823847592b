import type { FieldSchema } from '@grimoire/protocol';
import { kindOf } from '../kinds/registry.ts';

/** The initial values of a form for a new row, or for an action's input. */
export function defaultsOf(fields: readonly FieldSchema[]): Record<string, unknown> {
  const defaults = fields.flatMap((field): [string, unknown][] => {
    if (!field.editable) return [];
    const value = field.default === undefined ? kindOf(field).initial?.(field) : field.default;
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(defaults);
}

import { exactJson } from '@grimoire/client';
import type { FieldSchema } from '@grimoire/protocol';

/** Any value as text: null and undefined are the empty text, objects and arrays are JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return exactJson.stringify(value) ?? '';
}

/** The text of a choice in a row: that of the schema, otherwise the one that came with the row, otherwise its value. */
export function choiceText({ name, choices }: Pick<FieldSchema, 'name' | 'choices'>, row: Readonly<Record<string, unknown>>): string {
  const value = row[name];
  return choices?.find(([one]) => one === value)?.[1] ?? textOf(row[`${name}_display`] ?? value);
}

/** A text that a narrow place may cut, for its `title`; undefined for what is short, and for other values. */
export function longText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 24 ? value : undefined;
}

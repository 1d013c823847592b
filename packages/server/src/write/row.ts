import { type Field, isLarge } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { toWire } from '../model/input.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { KeyValues } from '../request/key.ts';

/** The change of a row: values of its columns, and the complete new set of each many-to-many field. */
export interface RowChange {
  readonly values: Map<Field, Value>;
  readonly links: Map<Field, readonly Value[]>;
}

/** The key of a row that the service has read. */
export function keyOfRow(model: Model, row: StoredRow): KeyValues {
  return keyOfValues(
    model,
    model.primaryKey.map((field) => row[field.name]),
  );
}

/** Rows by the texts of their keys. */
export function byKeyText(model: Model, rows: readonly StoredRow[]): ReadonlyMap<string, StoredRow> {
  return new Map(rows.map((row) => [keyTextOf(model, keyOfRow(model, row)), row]));
}

/** The key of these values, which are in their JSON form. */
export function keyOfValues(model: Model, values: readonly unknown[]): KeyValues {
  return model.primaryKey.map((field, index) => {
    const value = values[index];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? field.type.parse(String(value), field)
      : null;
  });
}

/** The row as it will be after the change, in the form of the API. */
export function mergedRow(model: Model, before: StoredRow | null, change: RowChange): StoredRow {
  const row: Record<string, unknown> = before ? { ...before } : emptyRow(model);
  for (const [field, value] of change.values) row[field.name] = toWire(value, field);
  for (const [field, values] of change.links) row[field.name] = values.map((value) => toWire(value, field.inner ?? field));
  return row;
}

function emptyRow(model: Model): Record<string, unknown> {
  return Object.fromEntries(model.fields.map((field) => [field.name, field.link ? [] : (field.defaultValue ?? null)]));
}

/** The name of a row in the audit log. It uses only values that every user may see who may view the model. */
export function nameOfRow(model: Model, row: StoredRow, key: string): string {
  const { label } = model;
  const nameless = `${model.stored.one} ${key}`;
  if (label.kind === 'computed') {
    const open = model.fields.filter((field) => isOpen(field) && !field.link && !isLarge(field));
    return (
      computed(label.compute, Object.fromEntries([['pk', key], ...open.map((field) => [field.name, row[field.name] ?? null])])) ?? nameless
    );
  }
  if (label.kind === 'key') return nameless;
  for (const fields of label.candidates) {
    const texts = fields.filter(isOpen).map((field) => textOf(row[field.name]));
    const name = trimmed(texts.join(' '));
    if (name !== '') return name;
  }
  return nameless;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without spaces around it, as databases trim. */
function trimmed(text: string): string {
  return text.replace(/^ +| +$/g, '');
}

/** The function may need fields that are not passed to it because some users may not see them: then the key is the name. */
function computed(compute: (row: StoredRow) => string, row: StoredRow): string | null {
  try {
    const text: unknown = compute(row);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

function isOpen(field: Field): boolean {
  return !field.hidden && field.viewPermission === undefined;
}

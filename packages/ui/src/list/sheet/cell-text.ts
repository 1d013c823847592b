import { isSame } from '@grimoire/client/react-admin';
import type { FieldSchema } from '@grimoire/protocol';
import { textOf } from '../../cells/value-text.ts';
import { Broken } from '../../inputs/broken.ts';
import { kindOf } from '../../kinds/registry.ts';
import { t } from '../../texts/text.ts';
import type { CellEdit } from './edits.ts';

type Row = Readonly<Record<string, unknown>>;

/** The value of a cell as text: in the language of the page, and as {@link readText} reads it. Null is the empty text. */
export function textOfCell(field: FieldSchema, row: Row): string {
  const value = row[field.name];
  if (value === null || value === undefined) return '';
  if (value instanceof Broken) return value.entered;
  const { entry, isForeignKey } = kindOf(field);
  if (isForeignKey === true) return textOf(row[`${field.name}_label`] ?? value);
  return entry ? entry.write(field, value) : textOf(value);
}

/** Whether a text can be the value of a cell of this field; otherwise only its window edits it. */
export function takesText(field: FieldSchema): boolean {
  return kindOf(field).entry !== undefined || pointsToRows(field);
}

/** Whether the values of a field are rows, which are looked up by their labels. */
export function pointsToRows(field: FieldSchema): boolean {
  return kindOf(field).isForeignKey === true;
}

/** The value of a text in a cell, of a field that does not point to rows. @param row the row as it is now @param base the row as it is stored */
export function readText(field: FieldSchema, text: string, { row, base }: { readonly row: Row; readonly base: Row }): CellEdit {
  if (isEmptyText(field, text)) return emptied(field);
  for (const one of [base, row]) if (text === textOfCell(field, one)) return { value: one[field.name] };
  const value = kindOf(field).entry?.read(field, text, base[field.name]);
  if (value instanceof Broken) return { value: new Broken(value.reason, text) };
  return { value: isSame(textOf(value), textOf(base[field.name])) ? base[field.name] : value };
}

/** Whether a text says that a cell has no value. */
export function isEmptyText(field: FieldSchema, text: string): boolean {
  return kindOf(field).entry?.isText === true ? text === '' : text.trim() === '';
}

/** A cell without a value. */
export function emptied(field: FieldSchema): CellEdit {
  const label = pointsToRows(field) ? { label: '' } : {};
  if (field.null) return { value: null, ...label };
  if (!field.required && kindOf(field).entry?.isText === true) return { value: '' };
  return { value: new Broken(t('Required'), ''), ...label };
}

import type { RaRecord } from 'react-admin';
import { textOf } from '../cells/value-text.ts';

/** The text of a picker whose row this is. */
export function optionLabel(row: RaRecord): string {
  return textOf(row['_label']);
}

/** What may be picked: its key, and the text that a picker has for it. */
export interface PickerText {
  readonly key: unknown;
  readonly text: string;
}

/** The rows that a picker knows, as texts. */
export function optionsOf(rows: readonly RaRecord[] = []): readonly PickerText[] {
  return rows.map((row) => ({ key: row.id, text: optionLabel(row) }));
}

import type { ModelSummary } from '@grimoire/protocol';
import { t } from '../texts/text.ts';
import { capitalized } from './use-schema.ts';

type Named = Pick<ModelSummary, 'verbose_name'>;

/** Whether the label of a row begins with the name of its model, as that of a row without a label of its own does. */
function namesModel({ verbose_name: name }: Named, label: string): boolean {
  return label.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(label.slice(name.length));
}

/** The label of a row where it begins a text. What the row itself has as its label, such as a key, stays as it is. */
export function shownLabelOf(model: Named, label: string): string {
  return namesModel(model, label) ? capitalized(label) : label;
}

/** The label of a row with the name of its model, which some labels already have. */
export function rowTitleOf(model: Named, label: string): string {
  return namesModel(model, label) ? capitalized(label) : t('%{model} %{row}', { model: capitalized(model.verbose_name), row: label });
}

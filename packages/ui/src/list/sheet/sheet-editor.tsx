import type { CSSProperties } from 'react';
import { textOf } from '../../cells/value-text.ts';
import type { EntryOption } from '../../kinds/field-kind.ts';
import { kindOf } from '../../kinds/registry.ts';
import { useModel } from '../../schema/use-schema.ts';
import { labelOf } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { t } from '../../texts/text.ts';
import { type Step, TextEditor } from './cell-editor.tsx';
import { OptionEditor } from './option-editor.tsx';
import type { SheetCell } from './sheet-table.ts';

interface SheetEditorProps {
  readonly cell: SheetCell;
  readonly text: string;
  readonly style: CSSProperties;
  readonly onPick: (option: EntryOption, step: Step) => void;
  readonly onEnter: (text: string, step: Step) => void;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

/** The editor of a cell: a text, or a text that finds a choice or a row. */
export function SheetEditor({ cell: { field, row }, onPick, ...shared }: SheetEditorProps) {
  const { client } = useService();
  const target = useModel(field.related_model);
  const { entry, isForeignKey, isWide, column } = kindOf(field);
  const common = {
    ...shared,
    label: t('%{field} of %{row}', { field: labelOf(field), row: textOf(row['_label']) }),
    isAtEnd: column.align === 'right',
  };
  const find = async (q: string): Promise<readonly EntryOption[]> => (await client.model(target?.model ?? '').autocomplete(q)).results;
  if (isForeignKey === true && target) return <OptionEditor {...common} options={find} onPick={onPick} />;
  if (entry?.options) return <OptionEditor {...common} options={entry.options(field)} onPick={onPick} />;
  return <TextEditor {...common} isLong={isWide} />;
}

/** Where an element is, within a box that scrolls. */
export function placeWithin(element: HTMLElement, box: HTMLElement): Record<'left' | 'top' | 'width' | 'height', number> {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  return {
    left: inner.left - outer.left + box.scrollLeft,
    top: inner.top - outer.top + box.scrollTop,
    width: inner.width,
    height: inner.height,
  };
}

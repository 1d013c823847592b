import { RowLink } from '../cells/row-link.tsx';
import { textOf } from '../cells/value-text.ts';
import { capitalized, useModel } from '../schema/use-schema.ts';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { text } from './text.tsx';

function ModelCell({ value }: KindCellProps) {
  return <>{capitalized(useModel(textOf(value))?.verbose_name ?? textOf(value))}</>;
}

function RowCell({ field: { widget }, value, row }: KindCellProps) {
  if (widget?.kind !== 'row' || !row[widget.key]) return <>{textOf(value)}</>;
  return <RowLink model={textOf(row[widget.model])} id={row[widget.key]} text={textOf(value)} />;
}

/** The key of a model, shown as the model's name. */
export const modelName: FieldKind = { ...text, Cell: ModelCell };

/** The label of a row of any model, with a link to it. */
export const rowName: FieldKind = { ...text, Cell: RowCell, holds: 'link' };

import { textOf } from '../cells/value-text.ts';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { file } from './link.tsx';

function Cell(props: KindCellProps) {
  const { field, value, isWhole } = props;
  if (!textOf(value).startsWith('data:image/')) return <file.Cell {...props} />;
  return <img src={textOf(value)} alt={field.verbose_name} style={{ maxHeight: isWhole ? 160 : 32, maxWidth: '100%' }} />;
}

/** An image, shown as a picture or as its address. */
export const image: FieldKind = { ...file, Cell };

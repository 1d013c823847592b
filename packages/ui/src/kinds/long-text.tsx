import Typography from '@mui/material/Typography';
import { textOf } from '../cells/value-text.ts';
import type { FieldKind, KindCellProps, KindInputProps } from './field-kind.ts';
import { text } from './text.tsx';
import { TextInput } from './text-input.tsx';

function Cell(props: KindCellProps) {
  const { value, isWhole } = props;
  if (!isWhole) return <text.Cell {...props} />;
  return (
    <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap' }}>
      {textOf(value)}
    </Typography>
  );
}

function Input({ field, common }: KindInputProps) {
  return <TextInput field={field} common={common} isLong />;
}

/** A text of several lines. */
export const longText: FieldKind = { ...text, Cell, Input, isWide: true };

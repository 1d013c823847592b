import Typography from '@mui/material/Typography';
import { TextInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import type { FieldKind, KindCellProps, KindInputProps } from './field-kind.ts';
import { limitOf, parseOf, text } from './text.tsx';

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
  return <TextInput {...common} parse={parseOf(field)} multiline minRows={2} maxRows={16} slotProps={{ htmlInput: limitOf(field) }} />;
}

/** A text of several lines. */
export const longText: FieldKind = { ...text, Cell, Input, isWide: true };

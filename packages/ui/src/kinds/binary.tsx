import Typography from '@mui/material/Typography';
import { textOf } from '../cells/value-text.ts';
import type { FieldKind } from './field-kind.ts';
import { text } from './text.tsx';
import { t } from '../texts/text.ts';

/** Bytes, shown as their number. */
export const binary: FieldKind = {
  ...text,
  Cell: ({ value }) => (
    <Typography variant="body2">{t('%{number} bytes', { number: Math.floor((textOf(value).length * 3) / 4) })}</Typography>
  ),
  operators: () => [],
  column: { ...text.column, isOffered: false },
};

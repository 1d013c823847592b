import Box from '@mui/material/Box';
import { textOf } from '../cells/value-text.ts';
import { type FieldKind, type KindCellProps, plainColumn } from './field-kind.ts';
import { number } from './number.tsx';
import { partText } from './number-text.ts';

const track = { flex: 'none', width: 64, height: 6, borderRadius: 99, overflow: 'hidden', bgcolor: 'divider' } as const;
const bar = { display: 'block', height: '100%', borderRadius: 99, bgcolor: 'primary.main' } as const;

function Cell({ field, value }: KindCellProps) {
  const whole = (field.widget?.kind === 'progress' ? field.widget.max : undefined) ?? 100;
  const part = Math.min(1, Math.max(0, Number(textOf(value)) / whole));
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', verticalAlign: 'middle', gap: '10px' }}>
      <Box component="span" aria-hidden sx={track}>
        <Box component="span" sx={bar} style={{ width: `${Number.isNaN(part) ? 0 : part * 100}%` }} />
      </Box>
      <span className="number">{partText(textOf(value), whole)}</span>
    </Box>
  );
}

/** A number as a part of a whole: a bar and the number. */
export const progress: FieldKind = { ...number, Cell, column: plainColumn, holds: 'block', totals: { offered: ['avg', 'min', 'max'] } };

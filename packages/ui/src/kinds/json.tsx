import { exactJson } from '@grimoire/client';
import Typography from '@mui/material/Typography';
import { isCutInRow } from '../cells/cut-values.ts';
import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import { type FieldKind, type KindCellProps, plainColumn } from './field-kind.ts';
import { JsonInput } from './json-input.tsx';

function Cell({ field, value, row, isWhole }: KindCellProps) {
  const text = isCutInRow(row, field.name) ? textOf(value) : exactJson.stringify(value, isWhole ? 2 : 0);
  const style = { fontFamily: 'monospace', fontSize: '0.8rem', whiteSpace: isWhole ? 'pre-wrap' : 'nowrap', overflowWrap: 'anywhere' };
  return (
    <Typography component={isWhole ? 'pre' : 'code'} sx={{ ...style, m: 0 }}>
      {isWhole ? text : cut(text)}
    </Typography>
  );
}

/** Any JSON. */
export const json: FieldKind = {
  Cell,
  Input: ({ field, common }) => <JsonInput {...common} isNullable={field.null} />,
  operators: () => [],
  column: { ...plainColumn, isSortable: false },
  isWide: true,
  holds: 'text',
};

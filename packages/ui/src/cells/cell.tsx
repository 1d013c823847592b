import { rowOf } from '@grimoire/client/react-admin';
import type { FieldSchema } from '@grimoire/protocol';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { kindOf } from '../kinds/registry.ts';

interface CellProps {
  readonly field: FieldSchema;
  readonly record: RaRecord;
  /** Whether the whole value is shown, as on the page of a row, or a shortened one, as in a list. */
  readonly isWhole?: boolean;
}

/** A value of a row in readable form, by the kind of its field. */
export function Cell({ field, record, isWhole = false }: CellProps): ReactNode {
  const row = rowOf(record);
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return value === null || value === undefined || isWhole ? <Nothing /> : null;
  const kind = kindOf(field);
  return <kind.Cell field={field} value={value} row={row} isWhole={isWhole} kindOf={kindOf} />;
}

function Nothing() {
  return (
    <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
      —
    </Typography>
  );
}

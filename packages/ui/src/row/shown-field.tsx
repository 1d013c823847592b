import type { FieldSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Labeled, useRecordContext } from 'react-admin';
import { Cell } from '../cells/cell.tsx';
import { labelOf } from '../schema/use-schema.ts';

/** A field of the surrounding row, read-only. */
export function ShownField({ field }: { readonly field: FieldSchema }): ReactNode {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Labeled label={labelOf(field)} sx={{ my: 1, width: '100%', '& > span': { maxWidth: '100%' } }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Cell field={field} record={record} isWhole />
      </Box>
    </Labeled>
  );
}

import type { FieldSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Labeled, useRecordContext } from 'react-admin';
import { Cell } from '../../kinds/cell.tsx';
import { labelOf } from '../../schema/use-schema.ts';

/** Its label looks as that of an input. */
const shown = {
  my: 1,
  width: '100%',
  '& > span': { maxWidth: '100%' },
  '& .RaLabeled-label': { mb: '4px', overflowWrap: 'anywhere', color: 'text.primary', fontSize: 12.5, fontWeight: 550, lineHeight: 1.4 },
} as const;

/** A field of the surrounding row, read-only. */
export function ShownField({ field }: { readonly field: FieldSchema }): ReactNode {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Labeled label={labelOf(field)} sx={shown}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Cell field={field} record={record} isWhole />
      </Box>
    </Labeled>
  );
}

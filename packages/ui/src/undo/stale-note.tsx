import { ApiError } from '@grimoire/client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import { messageOf } from '../layout/trouble.tsx';
import { t } from '../texts/text.ts';
import { RowNames, type NamedRow } from './row-names.tsx';

/** Why a write was not done that had been shown: what is shown below it is that of now. */
export function staleNote(error: unknown): ReactElement {
  const rows = error instanceof ApiError && error.problem.kind === 'preview changed' ? error.problem.rows : [];
  const named = rows.flatMap(({ model, pk }): NamedRow[] => (pk === null ? [] : [{ model, pk }]));
  return (
    <Alert severity="warning">
      {messageOf(error)}
      {named.length > 0 && (
        <Box>
          <RowNames rows={named} />
        </Box>
      )}
      <Box>{t('This is what it would do now.')}</Box>
    </Alert>
  );
}

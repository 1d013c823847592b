import { ApiError } from '@grimoire/client';
import type { ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import { Trouble } from '../../layout/trouble.tsx';
import { t } from '../../texts/text.ts';

interface RowTroubleProps {
  readonly schema: ModelSchema;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shown on the page of a row that could not be read. A row that was not found has no button to try again: it will not be found the next time. */
export function RowTrouble({ schema: { verbose_name: name }, error, onRetry }: RowTroubleProps) {
  if (!(error instanceof ApiError) || error.problem.kind !== 'not found') return <Trouble error={error} onRetry={onRetry} />;
  return (
    <Alert severity="warning" sx={{ my: 2 }}>
      {t('There is no such %{name}. It may have been deleted, or you may not see it.', { name })}
    </Alert>
  );
}

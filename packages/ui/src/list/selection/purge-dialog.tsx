import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { Trouble } from '../../layout/trouble.tsx';
import { LinesSkeleton } from '../../loading/lines-skeleton.tsx';
import { PreviewView } from '../../undo/preview-view.tsx';
import { type Reason, ReasonField } from '../../undo/reason.tsx';
import type { Trial } from '../../undo/trial.ts';
import { t } from '../../texts/text.ts';

interface PurgeDialogProps {
  /** The rows as text, such as "3 orders". */
  readonly rows: string;
  readonly trial: Trial;
  readonly reason: Reason;
  readonly isRunning: boolean;
  readonly onClose: () => void;
  readonly onPurge: () => void;
}

/** Asks before rows of the trash are deleted for good. */
export function PurgeDialog({ rows, trial: { tried, error, isPending, note }, reason, isRunning, onClose, onPurge }: PurgeDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('Delete %{rows} for good?', { rows })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {!tried?.preview && !isPending && (
          <DialogContentText>{t('The rows, and those that belong to them, can not be restored.')}</DialogContentText>
        )}
        {note}
        {isPending && <LinesSkeleton text={t('Looking for what it would change')} count={2} height={24} />}
        {error && <Trouble error={error} />}
        {tried?.preview && <PreviewView preview={tried.preview} />}
        <ReasonField reason={reason} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="contained" color="error" disabled={isRunning || isPending || error !== null} onClick={onPurge}>
          {t('Delete for good')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

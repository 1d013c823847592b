import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { t } from '../../texts/text.ts';

interface PurgeDialogProps {
  /** The rows as text, such as "3 orders". */
  readonly rows: string;
  readonly isRunning: boolean;
  readonly onClose: () => void;
  readonly onPurge: () => void;
}

/** Asks before rows of the trash are deleted for good. */
export function PurgeDialog({ rows, isRunning, onClose, onPurge }: PurgeDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('Delete %{rows} for good?', { rows })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('The rows, and those that belong to them, can not be restored.')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="contained" color="error" disabled={isRunning} onClick={onPurge}>
          {t('Delete for good')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

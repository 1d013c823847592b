import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId } from 'react';
import { type Reason, ReasonField } from '../../undo/reason.tsx';
import { t } from '../../texts/text.ts';

interface ReasonDialogProps {
  readonly title: string;
  /** What its button says. */
  readonly deed: string;
  readonly reason: Reason;
  readonly isRunning: boolean;
  readonly onClose: () => void;
  readonly onGo: () => void;
}

/** Asks why something is done that needs no other question. */
export function ReasonDialog({ title, deed, reason, isRunning, onClose, onGo }: ReasonDialogProps) {
  const titleId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!reason.isMissing()) onGo();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <ReasonField reason={reason} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="contained" disabled={isRunning}>
            {deed}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import type { ChangeSet } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Moment } from '../cells/moment.tsx';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { t } from '../texts/text.ts';
import { Conflicts } from './conflicts.tsx';
import { PreviewView, totalOf } from './preview-view.tsx';
import { ReasonField } from './reason.tsx';
import { useSetTitle } from './set-words.ts';
import type { Undo } from './use-undo.ts';

interface UndoWindowProps {
  readonly undo: Undo;
  readonly onClose: () => void;
}

/** What an undo would do, or why it can not be done, before anything is written. */
export function UndoWindow({ undo, onClose }: UndoWindowProps) {
  const titleId = useId();
  const title = useSetTitle(undo.set);
  return (
    <Dialog open onClose={undo.isRunning ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title === '' ? t('Undo') : t('Undo “%{what}”?', { what: title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {undo.set && <Facts set={undo.set} />}
        {undo.note}
        <Step undo={undo} />
        <ReasonField reason={undo.reason} />
      </DialogContent>
      <Actions undo={undo} onClose={onClose} />
    </Dialog>
  );
}

/** Who has done it, when, and with how many rows. */
function Facts({ set }: { readonly set: ChangeSet }) {
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {set.actor_repr} · <Moment value={set.created_at} /> · {t('%{count} row |||| %{count} rows', { count: set.rows })}
      {set.reason !== null && <div>{t('Reason: %{reason}', { reason: set.reason })}</div>}
    </Box>
  );
}

function Step({ undo: { step } }: Pick<UndoWindowProps, 'undo'>) {
  switch (step.kind) {
    case 'reading':
      return <LinesSkeleton text={t('Looking for what it would change')} count={3} height={24} />;
    case 'shown':
      return step.preview ? (
        <PreviewView preview={step.preview} isUndo />
      ) : (
        <div>{t('What it would change can’t be shown beforehand.')}</div>
      );
    case 'conflict':
      return (
        <>
          <Alert severity="warning">{t('Nothing was undone. These can’t be taken back:')}</Alert>
          <Conflicts rows={step.rows} count={step.count} />
        </>
      );
    case 'refused':
      return <Alert severity="error">{step.text}</Alert>;
  }
}

function Actions({ undo: { set, step, isRunning, leaveOut, undo }, onClose }: UndoWindowProps) {
  const isNothing = step.kind === 'shown' && step.preview !== null && totalOf(step.preview.counts) === 0;
  return (
    <DialogActions>
      {set && (
        <Button component={Link} to={`/changes/${set.id}`} onClick={onClose} sx={{ mr: 'auto' }}>
          {t('Show the whole change')}
        </Button>
      )}
      <Button onClick={onClose} disabled={isRunning && step.kind !== 'reading'}>
        {step.kind === 'refused' ? t('Close') : t('Cancel')}
      </Button>
      {step.kind === 'conflict' && (!set || set.rows > step.count) && (
        <Button variant="contained" disabled={isRunning} onClick={leaveOut}>
          {t('Undo the rest')}
        </Button>
      )}
      {step.kind === 'shown' && (
        <Button variant="contained" disabled={isRunning || isNothing} onClick={undo}>
          {t('Undo')}
        </Button>
      )}
    </DialogActions>
  );
}

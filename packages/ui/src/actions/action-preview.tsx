import type { ActionSchema, ModelSchema, Preview } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { Trouble } from '../layout/trouble.tsx';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { PreviewView } from '../undo/preview-view.tsx';
import { type Reason, ReasonField } from '../undo/reason.tsx';
import { useTrial } from '../undo/trial.ts';
import type { IfPreview, Tried } from '../undo/tried.ts';
import { colorOf } from './button-look.ts';
import type { Target } from './run-action.ts';
import { rowsOf } from './target-text.ts';
import { t } from '../texts/text.ts';

interface ActionTrialProps {
  readonly schema: ModelSchema;
  readonly action: ActionSchema;
  readonly target: Target;
  readonly reason: Reason;
  readonly trouble: string | null;
  /** What was tried with the input that was asked for before. */
  readonly first: Tried | undefined;
  readonly ask: () => Promise<Preview>;
  readonly onClose: () => void;
  /** Goes back to what was entered, if anything was. */
  readonly onBack?: () => void;
  readonly onRun: (ifPreview: IfPreview) => Promise<unknown>;
}

/** What a destructive action does, before it runs. */
export function ActionTrial({ schema, action, target, reason, trouble, first, ask, onClose, onBack, onRun }: ActionTrialProps) {
  const titleId = useId();
  const [isRunning, setRunning] = useState(false);
  const { tried, error, isPending, note, carryOut } = useTrial(ask, { first });
  const { confirm, irreversible } = action;
  const sentences = [
    ...(confirm === undefined ? [] : [confirm]),
    rowsOf(schema, target),
    ...(irreversible === undefined ? [] : [t('It can’t be undone: %{why}', { why: irreversible })]),
  ];
  const preview = tried?.preview ?? null;
  // Of a handler that was not called only the rows are known that it runs on, and not what becomes of them.
  const isUntried = preview?.not_run.includes(`${schema.model}.${action.key}`) === true;
  const run = async (): Promise<void> => {
    if (isRunning || reason.isMissing()) return;
    setRunning(true);
    await carryOut(onRun);
    setRunning(false);
  };
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{action.label}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {sentences.map((sentence) => (
          <DialogContentText key={sentence}>
            <bdi>{sentence}</bdi>
          </DialogContentText>
        ))}
        {note}
        {tried?.why && (
          <Alert severity="warning">
            {tried.why} {t('What it would change can’t be shown beforehand.')}
          </Alert>
        )}
        {isPending && <LinesSkeleton text={t('Looking for what it would change')} count={3} height={24} />}
        {error && <Trouble error={error} />}
        {preview && (isUntried ? t('What it would change can’t be shown beforehand.') : <PreviewView preview={preview} />)}
        {tried && !preview && confirm === undefined && irreversible === undefined && (
          <DialogContentText>{t('It can’t be undone from here.')}</DialogContentText>
        )}
        <ReasonField reason={reason} />
        {trouble !== null && <Alert severity="error">{trouble}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isRunning} sx={onBack ? { mr: 'auto' } : {}}>
          {t('Cancel')}
        </Button>
        {onBack && (
          <Button onClick={onBack} disabled={isRunning}>
            {t('Back')}
          </Button>
        )}
        <Button variant="contained" color={colorOf(action)} disabled={isRunning || isPending || error !== null} onClick={() => void run()}>
          {isRunning ? t('Running…') : action.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

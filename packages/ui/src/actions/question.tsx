import type { ActionSchema, ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { Form } from 'react-admin';
import { defaultsOf } from '../form/defaults.ts';
import { FieldInput } from '../form/field-input.tsx';
import { FirstInput } from '../form/first-input.tsx';
import { fromForm, toForm } from '../inputs/form-names.ts';
import { KeptBesideForm, useKeptInput } from '../form/kept-input.tsx';
import { colorOf } from './button-look.ts';
import type { Target } from './run-action.ts';
import { rowsOf } from './target-text.ts';
import { type Reason, ReasonField } from '../undo/reason.tsx';
import { t } from '../texts/text.ts';

/** What is entered for an action, by the names of its parameters. */
export type Input = Readonly<Record<string, unknown>>;

interface QuestionProps {
  readonly schema: ModelSchema;
  readonly action: ActionSchema;
  readonly target: Target;
  readonly reason: Reason;
  readonly trouble: string | null;
  /** Whether what the action does is shown then, before it runs. */
  readonly isTriedFirst: boolean;
  /** False while what it does is shown: what was entered is kept. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRun: (input?: Input) => Promise<Record<string, unknown> | undefined>;
}

/** Asks for confirmation of an action, and for its parameters. */
export function Question({ schema, action, target, reason, trouble, isTriedFirst, isOpen, onClose, onRun }: QuestionProps) {
  const titleId = useId();
  const sentenceId = useId();
  const [isRunning, setRunning] = useState(false);
  const params = action.params ?? [];
  const guard = useKeptInput(() => !isRunning && onClose());
  const submit = async (values: object): Promise<Record<string, unknown> | undefined> => {
    if (isRunning || reason.isMissing()) return undefined;
    setRunning(true);
    const errors = await onRun(params.length > 0 ? fromForm(values as Input) : undefined);
    setRunning(false);
    return errors;
  };
  return (
    <Dialog open={isOpen} keepMounted {...guard.ofWindow} fullWidth maxWidth="sm" aria-labelledby={titleId} aria-describedby={sentenceId}>
      <Form onSubmit={submit} defaultValues={toForm(defaultsOf(params))} noValidate>
        <DialogTitle id={titleId}>{action.label}</DialogTitle>
        <DialogContent>
          <div id={sentenceId}>
            {action.confirm !== undefined && (
              <DialogContentText sx={{ mb: 1 }}>
                <bdi>{action.confirm}</bdi>
              </DialogContentText>
            )}
            <DialogContentText sx={{ mb: 1 }}>
              {isTriedFirst ? rowsOf(schema, target) : sentenceOf(schema, action, target)}
            </DialogContentText>
          </div>
          {params.map((param) => (
            <FieldInput key={param.name} field={param} />
          ))}
          {params.length > 0 && <FirstInput />}
          <ReasonField reason={reason} />
          {trouble !== null && <Alert severity="error">{trouble}</Alert>}
          <KeptBesideForm kept={guard} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isRunning}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="contained" color={isTriedFirst ? 'primary' : colorOf(action)} disabled={isRunning}>
            {isTriedFirst ? t('Show what changes') : isRunning ? t('Running…') : action.label}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Describes the rows on which the action will run, and warns if it can not be undone: a question of the config says so itself. */
function sentenceOf(schema: ModelSchema, { destructive, confirm, irreversible }: ActionSchema, target: Target): string {
  const sentences = [
    rowsOf(schema, target),
    irreversible !== undefined
      ? t('It can’t be undone: %{why}', { why: irreversible })
      : destructive && confirm === undefined
        ? t('It can’t be undone from here.')
        : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

import { ApiError } from '@grimoire/client';
import type { ActionSchema, ModelSchema, ReasonedWrite } from '@grimoire/protocol';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { t } from '../texts/text.ts';

/** The member of a request that has the reason. */
const member = 'reason';

/** What a dry run has in the place of a reason that is not entered yet. */
const noneYet = '-';

/** The most characters of a reason. */
const mostCharacters = 1000;

/** Whether a model demands a reason. */
export function demandsReason(schema: ModelSchema, deed: ReasonedWrite): boolean {
  return schema.reason_required?.includes(deed) ?? false;
}

/** Whether an action demands a reason. */
export function demandsReasonOf(action: ActionSchema): boolean {
  return action.reason === true;
}

/** The reason of a write, as it is entered in its window. */
export interface Reason {
  /** The option of the write. */
  readonly options: { readonly reason?: string };
  /** That of its dry run, which keeps nothing: what would be done is shown before a reason is entered. */
  readonly ofTrial: { readonly reason: string };
  /** Whether one is demanded and not entered; it is then said at its input. */
  readonly isMissing: () => boolean;
  /** Whether a write was refused for the lack of one; it is then asked for. `inputs` are names of the window's own inputs, whose messages are not meant. */
  readonly isAskedBy: (error: unknown, inputs?: ReadonlySet<string>) => boolean;
  /** Empties the input, after a write. */
  readonly clear: () => void;
  readonly field: ReasonFieldProps | null;
}

/** @param isDemanded whether the schema demands one. Otherwise it is asked for once the service has */
export function useReason(isDemanded: boolean): Reason {
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const reason = text.trim();
  const isShown = isDemanded || isAsked;
  return {
    options: isShown && reason !== '' ? { reason } : {},
    ofTrial: { reason: reason === '' ? noneYet : reason },
    isMissing: () => {
      const isMissing = isShown && reason === '';
      if (isMissing) setProblem(t('Required'));
      return isMissing;
    },
    isAskedBy: (error, inputs) => {
      const messages = error instanceof ApiError && error.problem.kind === 'invalid' ? error.problem.fields[member] : undefined;
      if (!messages || inputs?.has(member)) return false;
      setAsked(true);
      setProblem(messages.join(' '));
      return true;
    },
    clear: () => setText(''),
    field: isShown ? { text, problem, onChange: (next) => [setText(next), setProblem(null)] } : null,
  };
}

interface ReasonFieldProps {
  readonly text: string;
  readonly problem: string | null;
  readonly onChange: (text: string) => void;
}

/** Asks why something is done. */
export function ReasonField({ reason: { field } }: { readonly reason: Reason }) {
  if (!field) return null;
  return (
    <TextField
      fullWidth
      required
      label={t('Reason')}
      value={field.text}
      error={field.problem !== null}
      helperText={field.problem ?? t('It is kept with the change.')}
      slotProps={{ htmlInput: { maxLength: mostCharacters } }}
      onChange={(event) => field.onChange(event.target.value)}
    />
  );
}

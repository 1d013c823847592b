import { ApiError } from '@grimoire/client';
import type { ActionReport, ActionSchema, Key, ModelSchema, ActionResult } from '@grimoire/protocol';
import { useEffect, useRef, useState } from 'react';
import { RecordContextProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { Attempts } from '../form/attempt.ts';
import { formErrors } from '../form/form-errors.ts';
import { formName } from '../inputs/form-names.ts';
import { messageOf } from '../layout/trouble.tsx';
import { loadedWindow } from '../loading/loaded-window.tsx';
import { useService } from '../session/service.ts';
import type { Input } from './question.tsx';
import { clientActionOf, failuresOf, runAction, saveFile, type Target } from './run-action.ts';
import { t } from '../texts/text.ts';

const Question = loadedWindow(async () => (await import('./question.tsx')).Question);
const ReportDialog = loadedWindow(async () => (await import('./report-dialog.tsx')).ReportDialog);

interface ActionDialogProps {
  readonly schema: ModelSchema;
  readonly action: ActionSchema;
  readonly target: Target;
  readonly onClose: () => void;
  /** Called after a run that may have changed rows, with the keys of the rows on which it failed. */
  readonly onDone: (failed: readonly Key[]) => void;
}

/** Whether a window says on what the action runs, and asks, before it runs. */
function asksFirst({ destructive, confirm, params, kind }: ActionSchema, target: Target): boolean {
  const mayBeMisread = target.kind === 'all' || (target.kind === 'none' && target.isListNarrowed && kind === 'server');
  return destructive || confirm !== undefined || params !== undefined || mayBeMisread;
}

/** Says what an action answers, and opens its link. */
function useTold({ label }: ActionSchema): (result: ActionResult) => void {
  const notify = useNotify();
  const navigate = useNavigate();
  const { settings } = useService();
  return ({ message = t('%{action}: done.', { action: label }), link }) => {
    const tell = (): void => notify(message, { type: 'success', multiLine: true });
    if (typeof link !== 'string') return tell();
    import('./answered-link.tsx').then(({ followLink }) => followLink(link, { message, settings, notify, navigate, tell }), tell);
  };
}

/** Runs an action: at once where no input or confirmation is needed, otherwise after it. */
export function ActionDialog({ schema, action, target, onClose, onDone }: ActionDialogProps) {
  const notify = useNotify();
  const { dataProvider } = useService();
  const tell = useTold(action);
  const attempts = useRef(new Attempts());
  const [report, setReport] = useState<ActionReport | null>(null);
  const [isAsked, setAsked] = useState(asksFirst(action, target));
  const [trouble, setTrouble] = useState<string | null>(null);
  // Loaded before the action is run: the user must see the rows on which it failed, also if the browser is offline by then.
  useEffect(() => ReportDialog.load(), []);

  /** @returns the messages for the inputs, where the input is wrong. */
  async function start(input?: Input): Promise<Record<string, unknown> | undefined> {
    setTrouble(null);
    try {
      const failures = await run(input);
      if (failures) setReport(failures);
      else onClose();
      onDone(failures ? failures.failed.map(({ pk }) => pk) : []);
      return undefined;
    } catch (error) {
      return refused(error);
    }
  }

  function refused(error: unknown): Record<string, unknown> | undefined {
    const errors = isAsked && action.params ? formErrors(error, new Set(action.params.map(({ name }) => formName(name)))) : undefined;
    if (errors) return errors;
    // It is not known whether the action was done: a retry sends the same idempotency key.
    if (error instanceof ApiError && (error.problem.kind === 'unreachable' || error.problem.kind === 'later')) {
      setAsked(true);
      setTrouble(`${messageOf(error)} ${t('Try again: it is done once, however often it is asked for.')}`);
      return undefined;
    }
    // The input is kept.
    if (isAsked) {
      setTrouble(messageOf(error));
      return undefined;
    }
    notify(messageOf(error), { type: 'error', autoHideDuration: 10_000 });
    onClose();
    return undefined;
  }

  async function run(input?: Input): Promise<ActionReport | null> {
    if (action.kind === 'client') {
      const filter = target.kind === 'all' ? target.filter : undefined;
      await clientActionOf(schema.model, action.name)?.({ ids: target.kind === 'rows' ? target.ids : [], filter });
      return null;
    }
    const idempotencyKey = attempts.current.keyOf([target, input]);
    const outcome = await runAction(schema.model, action.key, { dataProvider, target, input, idempotencyKey });
    if (outcome.kind === 'file') {
      await saveFile(outcome);
      notify(t('%{name} is saved.', { name: outcome.file.name }), { type: 'success' });
      return null;
    }
    const failures = failuresOf(outcome.result);
    if (!failures) tell(outcome.result);
    return failures;
  }

  // React may run an effect twice; an action must run once.
  const started = useRef(false);
  useEffect(() => {
    if (isAsked || started.current) return;
    started.current = true;
    void start();
  });
  if (report) return <ReportDialog schema={schema} title={action.label} report={report} onClose={onClose} />;
  if (!isAsked) return null;
  // On the page of a row, the values of that row must not become input of the action.
  return (
    <RecordContextProvider value={undefined}>
      <Question schema={schema} action={action} target={target} trouble={trouble} onClose={onClose} onRun={start} />
    </RecordContextProvider>
  );
}

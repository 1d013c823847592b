import { ApiError } from '@grimoire/client';
import type { ActionReport, ActionResult, ActionSchema, Key, ModelSchema, Preview } from '@grimoire/protocol';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { Attempts } from '../form/attempt.ts';
import { formErrors } from '../form/form-errors.ts';
import { formName } from '../inputs/form-names.ts';
import { messageOf } from '../layout/trouble.tsx';
import { useService } from '../session/service.ts';
import { type MessageLink, useTellWritten } from '../undo/message.tsx';
import { demandsReasonOf, type Reason, useReason } from '../undo/reason.tsx';
import { type IfPreview, isStale, type Tried, tried } from '../undo/tried.ts';
import { Written } from '../undo/written.ts';
import type { Input } from './question.tsx';
import { clientActionOf, failuresOf, runAction, saveFile, type Target, tryAction } from './run-action.ts';
import { t } from '../texts/text.ts';

/** An action on rows. */
export interface ActionOnRows {
  readonly schema: ModelSchema;
  readonly action: ActionSchema;
  readonly target: Target;
  readonly onClose: () => void;
  /** Called after a run that may have changed rows, with the keys of the rows on which it failed. */
  readonly onDone: (failed: readonly Key[]) => void;
}

/** Whether a window says on what the action runs, and asks, before it runs. */
function asksFirst(action: ActionSchema, target: Target): boolean {
  const { destructive, confirm, params, kind, irreversible } = action;
  const mayBeMisread = target.kind === 'all' || (target.kind === 'none' && target.isListNarrowed && kind === 'server');
  return (
    destructive || confirm !== undefined || params !== undefined || irreversible !== undefined || demandsReasonOf(action) || mayBeMisread
  );
}

/** Whether what the action does is shown before it runs. */
export function isTriedFirst({ destructive, kind }: ActionSchema): boolean {
  return destructive && kind === 'server';
}

/** Whether something is asked for before it is tried, or runs. */
export function hasQuestion(action: ActionSchema): boolean {
  return !isTriedFirst(action) || action.params !== undefined;
}

/** Says what an action answers, and opens its link. */
function useTold({ label }: ActionSchema): (result: ActionResult, changeSet: number | undefined) => void {
  const tell = useTellWritten();
  const navigate = useNavigate();
  const { settings } = useService();
  return ({ message = t('%{action}: done.', { action: label }), link }, changeSet) => {
    const say = (to?: MessageLink): void => tell(message, changeSet, { multiLine: true, link: to });
    if (typeof link !== 'string') return say();
    import('./answered-link.tsx').then(
      ({ followLink }) => say(followLink(link, settings, navigate)),
      () => say(),
    );
  };
}

/** Input that an action was tried with. */
interface Shown {
  readonly input: Input | undefined;
  /** Undefined where nothing was asked for before. */
  readonly first: Tried | undefined;
}

/** Rows on which an action failed, and the change set of the others. */
interface Failures {
  readonly report: ActionReport;
  readonly changeSet: number | undefined;
}

/** How far an action is, and what its windows call. */
export interface ActionRun {
  readonly isAsked: boolean;
  readonly shown: Shown | null;
  readonly failures: Failures | null;
  readonly trouble: string | null;
  readonly reason: Reason;
  /** Runs it. @returns the messages for the inputs, where the input is wrong. Throws what a run throws whose dry run no longer holds. */
  readonly start: (input?: Input, ifPreview?: IfPreview) => Promise<Messages>;
  /** Tries what was entered. @returns the messages for the inputs, where the input is wrong */
  readonly look: (input?: Input) => Promise<Messages>;
  /** Goes back to what was entered. */
  readonly back: () => void;
  /** What it would do. */
  readonly ask: (input?: Input) => Promise<Preview>;
}

type Messages = Record<string, unknown> | undefined;

/** Runs an action, or tries it before. */
export function useActionRun({ schema, action, target, onClose, onDone }: ActionOnRows): ActionRun {
  const notify = useNotify();
  const { dataProvider } = useService();
  const reason = useReason(demandsReasonOf(action));
  const send = useSend({ schema, action, target });
  const [failures, setFailures] = useState<Failures | null>(null);
  const [isAsked, setAsked] = useState(asksFirst(action, target));
  const [shown, setShown] = useState<Shown | null>(() => (hasQuestion(action) ? null : { input: undefined, first: undefined }));
  const [trouble, setTrouble] = useState<string | null>(null);

  async function start(input?: Input, ifPreview: IfPreview = {}): Promise<Messages> {
    setTrouble(null);
    try {
      const failed = await send(input, { ...ifPreview, ...reason.options });
      if (failed) setFailures(failed);
      else onClose();
      onDone(failed ? failed.report.failed.map(({ pk }) => pk) : []);
      return undefined;
    } catch (error) {
      if (isStale(error)) throw error;
      return refuse(error);
    }
  }

  function ask(input?: Input): Promise<Preview> {
    return tryAction(schema.model, action.key, { dataProvider, target, input, options: reason.ofTrial });
  }

  async function look(input?: Input): Promise<Messages> {
    setTrouble(null);
    try {
      setShown({ input, first: await tried(ask(input)) });
      return undefined;
    } catch (error) {
      return refuse(error);
    }
  }

  function refuse(error: unknown): Messages {
    const inputs = new Set((action.params ?? []).map(({ name }) => formName(name)));
    if (isAsked && reason.isAskedBy(error, inputs)) return undefined;
    const errors = isAsked && action.params && !shown ? formErrors(error, inputs) : undefined;
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

  function back(): void {
    setTrouble(null);
    setShown(null);
  }

  return { isAsked, shown, failures, trouble, reason, start, look, ask, back };
}

/** Sends an action to where it runs, and says what it answers. @returns what sends it; that answers the rows on which it failed, or null */
function useSend({
  schema,
  action,
  target,
}: Pick<ActionOnRows, 'schema' | 'action' | 'target'>): (
  input: Input | undefined,
  how: IfPreview & Reason['options'],
) => Promise<Failures | null> {
  const notify = useNotify();
  const { dataProvider } = useService();
  const tell = useTold(action);
  const attempts = useRef(new Attempts());
  return async (input, how) => {
    if (action.kind === 'client') {
      const filter = target.kind === 'all' ? target.filter : undefined;
      await clientActionOf(schema.model, action.name)?.({ ids: target.kind === 'rows' ? target.ids : [], filter });
      return null;
    }
    const written = new Written();
    const options = { ...how, ...written.options, idempotencyKey: attempts.current.keyOf([target, input, how]) };
    const outcome = await runAction(schema.model, action.key, { dataProvider, target, input, options });
    if (outcome.kind === 'file') {
      await saveFile(outcome);
      notify(t('%{name} is saved.', { name: outcome.file.name }), { type: 'success' });
      return null;
    }
    const report = failuresOf(outcome.result);
    if (report) return { report, changeSet: written.changeSet };
    tell(outcome.result, written.changeSet);
    return null;
  };
}

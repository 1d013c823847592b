import { ApiError } from '@grimoire/client';
import type { ChangeSet, Preview, UndoConflictRow, Undone } from '@grimoire/protocol';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { messageOf } from '../layout/trouble.tsx';
import { useService } from '../session/service.ts';
import type { AskedUndo } from '../session/undos.ts';
import { t } from '../texts/text.ts';
import { type Reason, useReason } from './reason.tsx';
import { staleNote } from './stale-note.tsx';
import { type IfPreview, isStale, tried } from './tried.ts';

/** How far an undo has come. */
export type UndoStep =
  | { readonly kind: 'reading' }
  /** What it would do; null where that can not be said, or where a reason is asked for first. */
  | { readonly kind: 'shown'; readonly preview: Preview | null }
  | { readonly kind: 'conflict'; readonly rows: readonly UndoConflictRow[]; readonly count: number }
  | { readonly kind: 'refused'; readonly text: string };

/** An undo of a change set, step by step. */
export interface Undo {
  /** Undefined until it is read. */
  readonly set: ChangeSet | undefined;
  readonly step: UndoStep;
  /** Why what is shown was asked for once more; null where it was not. */
  readonly note: ReactElement | null;
  readonly reason: Reason;
  readonly isRunning: boolean;
  /** Shows what an undo of the rows would do that nobody has changed since. */
  readonly leaveOut: () => void;
  /** Does what is shown. */
  readonly undo: () => void;
}

/** @param onDone called once it is done */
export function useUndo({ changeSet, isFresh }: AskedUndo, onDone: (undone: Undone) => void): Undo {
  const { changes } = useService().client;
  const reason = useReason(false);
  const [set, setSet] = useState<ChangeSet>();
  const [step, setStep] = useState<UndoStep>({ kind: 'reading' });
  const [note, setNote] = useState<ReactElement | null>(null);
  const [isRunning, setRunning] = useState(false);
  const part = useRef<{ only?: 'untouched' }>({});

  async function look(): Promise<void> {
    const { preview } = await tried(changes.previewUndo(changeSet, part.current, reason.ofTrial));
    setStep({ kind: 'shown', preview });
  }

  async function write(ifPreview: IfPreview): Promise<void> {
    onDone(await changes.undo(changeSet, part.current, { ...ifPreview, ...reason.options }));
  }

  async function attempt(job: () => Promise<void>): Promise<void> {
    setRunning(true);
    try {
      await job();
    } catch (error) {
      await fail(error);
    } finally {
      setRunning(false);
    }
  }

  async function fail(error: unknown): Promise<void> {
    if (isStale(error)) {
      setNote(staleNote(error));
      await attempt(look);
    } else if (reason.isAskedBy(error)) setStep((before) => (before.kind === 'shown' ? before : { kind: 'shown', preview: null }));
    else setStep(stepOf(error));
  }

  async function begin(): Promise<void> {
    const read = await changes.get(changeSet);
    setSet(read);
    const refusal = refusalOf(read);
    if (refusal !== null) setStep({ kind: 'refused', text: refusal });
    else if (isFresh && read.rows <= 1) await write({});
    else await look();
  }

  // React may run an effect twice; an undo must run once.
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void attempt(begin);
  });

  return {
    set,
    step,
    note,
    reason,
    isRunning,
    leaveOut: () => {
      part.current = { only: 'untouched' };
      setNote(null);
      void attempt(look);
    },
    undo: () => {
      if (isRunning || reason.isMissing()) return;
      setNote(null);
      const token = step.kind === 'shown' && step.preview ? { ifPreview: step.preview.preview } : {};
      void attempt(() => write(token));
    },
  };
}

/** Why a change set can not be taken back at all; null if it can. */
function refusalOf({ reversible, why, undone_by: undoneBy, complete }: ChangeSet): string | null {
  if (undoneBy !== null) return t('It has been undone already.');
  if (!complete) return t('Not all of this change was recorded. It can’t be undone.');
  return reversible === 'yes' ? null : (why ?? t('It can’t be undone.'));
}

function stepOf(error: unknown): UndoStep {
  if (error instanceof ApiError && error.problem.kind === 'undo conflict') {
    const { rows, count } = error.problem;
    return { kind: 'conflict', rows, count };
  }
  return { kind: 'refused', text: messageOf(error) };
}

import { ApiError } from '@grimoire/client';
import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { useState } from 'react';
import { useEvent } from 'react-admin';
import { Broken } from '../../inputs/broken.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { capitalized } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { t } from '../../texts/text.ts';
import { demandsReason, type Reason, useReason } from '../../undo/reason.tsx';
import { type CellName, isConflict, resolved, troubled, withoutProblems, withProblems } from './changes-to-save.ts';
import { type Edits, type RowEdit, unchanged } from './edits.ts';
import { readRows, withGone } from './read-rows.ts';
import type { Told } from './sheet-bar.tsx';
import { useSheet } from './sheet-context.tsx';
import { useWrite } from './use-write.ts';

/** A row that somebody else has changed as well. */
export interface RowConflict {
  readonly edit: RowEdit;
  readonly theirs: ServedRecord;
}

interface SaveParts {
  readonly schema: ModelSchema;
  readonly tell: (told: Told | null) => void;
  /** Shows the user a cell that can not be saved. */
  readonly onTrouble: (cell: CellName) => void;
}

export interface Saving {
  /** @returns whether everything is saved. */
  readonly save: () => Promise<boolean>;
  readonly isBusy: boolean;
  readonly conflict: RowConflict | null;
  /** @param values those of the row that the user has chosen; null where they go back. */
  readonly resolve: (values: Readonly<Record<string, unknown>> | null) => Promise<undefined>;
  readonly reason: Reason;
  readonly isAskingWhy: boolean;
  readonly setAskingWhy: (isAsking: boolean) => void;
}

/** How often rows that were changed in the moment of the save are read again. */
const mostTries = 3;

/** What becomes of a save: otherwise cells, another user's change or an error keep it from being done. */
type Outcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly edits: Edits }
  | { readonly kind: 'conflict'; readonly conflict: RowConflict }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Saves all changed cells at once, or says why not: at the cells, or by the window of a conflict. */
export function useSave({ schema, tell, onTrouble }: SaveParts): Saving {
  const sheet = useSheet();
  const edits = sheet?.history.now ?? unchanged.now;
  const reason = useReason(demandsReason(schema, 'update'));
  const attempt = useAttempt(schema, reason);
  const [isAskingWhy, setAskingWhy] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<RowConflict | null>(null);
  const replace = (now: Edits): void => sheet?.setHistory((history) => ({ ...history, now }));

  const refuse = (now: Edits): void => {
    replace(now);
    const cells = troubled(now);
    if (cells[0]) onTrouble(cells[0]);
    const text = t('Nothing was saved: %{count} cell needs attention. |||| Nothing was saved: %{count} cells need attention.', {
      count: cells.length,
    });
    tell({ text, isTrouble: true });
  };

  const run = async (now: Edits): Promise<boolean> => {
    setBusy(true);
    const outcome = await attempt(now);
    setBusy(false);
    if (outcome.kind === 'saved') tell(null);
    else if (outcome.kind === 'refused') refuse(outcome.edits);
    else if (outcome.kind === 'conflict') setConflict(outcome.conflict);
    else if (reason.isAskedBy(outcome.error)) setAskingWhy(true);
    else tell({ text: messageOf(outcome.error), isTrouble: true });
    return outcome.kind === 'saved';
  };

  const save = useEvent(async (): Promise<boolean> => {
    if (isBusy || edits.size === 0) return edits.size === 0;
    const clean = withoutProblems(edits);
    replace(clean);
    if (troubled(clean, ({ value }) => value instanceof Broken).length > 0) refuse(clean);
    else if (reason.field && reason.options.reason === undefined) setAskingWhy(true);
    else {
      setAskingWhy(false);
      return run(clean);
    }
    return false;
  });

  const resolve = async (values: Readonly<Record<string, unknown>> | null): Promise<undefined> => {
    setConflict(null);
    if (!values || !conflict) return undefined;
    const next = resolved(edits, conflict.theirs, values);
    replace(next);
    if (next.size > 0) await run(next);
    else tell(null);
    return undefined;
  };

  return { save, isBusy, conflict, resolve, reason, isAskingWhy, setAskingWhy };
}

/** Reads the rows, compares them with those that were edited, and writes. */
function useAttempt(schema: ModelSchema, reason: Reason): (edits: Edits, tries?: number) => Promise<Outcome> {
  const { dataProvider } = useService();
  const write = useWrite(schema, reason);
  const readOne = async (id: ServedRecord['id']): Promise<ServedRecord> =>
    (await dataProvider.getOne(schema.model, { id })).data as ServedRecord;
  const nameOf = (name: string): string => capitalized(schema.fields.find((field) => field.name === name)?.verbose_name ?? '');
  return async function attempt(edits, tries = 1): Promise<Outcome> {
    try {
      const { read, gone } = await readRows([...edits.keys()], readOne);
      if (gone.length > 0) return { kind: 'refused', edits: withGone(edits, gone) };
      for (const [id, edit] of edits) {
        const theirs = read.get(id);
        if (theirs && isConflict(edit, theirs)) return { kind: 'conflict', conflict: { edit, theirs } };
      }
      await write(edits, read);
      return { kind: 'saved' };
    } catch (error) {
      const { problem } = error instanceof ApiError ? error : {};
      if (problem?.kind === 'conflict' && tries < mostTries) return attempt(edits, tries + 1);
      const refused = problem?.kind === 'invalid' ? withProblems(edits, problem.operations, nameOf) : edits;
      return troubled(refused).length > 0 ? { kind: 'refused', edits: refused } : { kind: 'failed', error };
    }
  };
}

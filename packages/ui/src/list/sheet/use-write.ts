import type { ServedRecord } from '@grimoire/client/react-admin';
import type { Key, ModelSchema } from '@grimoire/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Attempts } from '../../form/attempt.ts';
import { useService } from '../../session/service.ts';
import { t } from '../../texts/text.ts';
import { useTellWritten } from '../../undo/message.tsx';
import type { Reason } from '../../undo/reason.tsx';
import { Written } from '../../undo/written.ts';
import { operationsOf } from './changes-to-save.ts';
import { type Edits, unchanged, withEdit } from './edits.ts';
import { cellsText } from './sheet-bar.tsx';
import { useSheet } from './sheet-context.tsx';

/** Writes all changed cells by one call, which does all of it or nothing. @returns a function that throws why nothing is written */
export function useWrite({ model }: ModelSchema, reason: Reason): (edits: Edits, read: ReadonlyMap<Key, ServedRecord>) => Promise<void> {
  const { client } = useService();
  const queryClient = useQueryClient();
  const sheet = useSheet();
  const attempts = useRef(new Attempts());
  const tellWritten = useTellWritten();
  return async (edits, read) => {
    const written = new Written();
    const operations = operationsOf(edits, read);
    const idempotencyKey = attempts.current.keyOf(operations);
    await client.model(model).operations(operations, { ...reason.options, ...written.options, idempotencyKey });
    attempts.current.done();
    // The list has the saved values before it is read again.
    queryClient.setQueriesData({ queryKey: [model, 'getList'] }, (page: unknown) => withSaved(page, edits));
    sheet?.setHistory(unchanged);
    reason.clear();
    void queryClient.invalidateQueries({ queryKey: [model] });
    tellWritten(t('%{cells}: saved.', { cells: cellsText(edits) }), written.changeSet);
  };
}

/** A page of a list in the cache, with what was saved. */
function withSaved(page: unknown, edits: Edits): unknown {
  const { data } = (page ?? {}) as { readonly data?: readonly ServedRecord[] };
  if (!Array.isArray(data)) return page;
  return { ...(page as object), data: data.map((record: ServedRecord) => withEdit(record, edits.get(record.id))) };
}

import { ApiError } from '@grimoire/client';
import type { ServedRecord } from '@grimoire/client/react-admin';
import type { Key } from '@grimoire/protocol';
import { t } from '../../texts/text.ts';
import type { Edits } from './edits.ts';

interface ReadRows {
  readonly read: ReadonlyMap<Key, ServedRecord>;
  /** The keys of rows that are no longer there. */
  readonly gone: readonly Key[];
}

/** Reads rows with their ETags, which those of a list have not. */
export async function readRows(ids: readonly Key[], readOne: (id: Key) => Promise<ServedRecord>): Promise<ReadRows> {
  const gone: Key[] = [];
  const read = new Map<Key, ServedRecord>();
  const add = async (id: Key): Promise<void> => {
    try {
      read.set(id, await readOne(id));
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.kind !== 'not found') throw error;
      gone.push(id);
    }
  };
  await Promise.all(ids.map(add));
  return { read, gone };
}

/** The edits, with what is wrong with the cells of rows that are gone. */
export function withGone(edits: Edits, gone: readonly Key[]): Edits {
  const problem = t('This row was deleted meanwhile, or you may no longer see it.');
  const next = new Map(edits);
  for (const id of gone) {
    const edit = edits.get(id);
    const cells = Object.entries(edit?.cells ?? {}).map(([name, cell]) => [name, { ...cell, problem }] as const);
    if (edit) next.set(id, { ...edit, cells: Object.fromEntries(cells) });
  }
  return next;
}

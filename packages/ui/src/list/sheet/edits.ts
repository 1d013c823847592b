import { isSame, rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { Key } from '@grimoire/protocol';

/** A value that a cell got, and that is not saved. */
export interface CellEdit {
  /** `Broken` where what was entered is no value. */
  readonly value: unknown;
  /** The label of the row that the value points to; given for every field that points to rows. */
  readonly label?: string | undefined;
  /** Why the service has refused it. */
  readonly problem?: string | undefined;
}

/** The changed cells of a row, by the names of their fields. */
export interface RowEdit {
  /** The row as it was when its first cell was changed. */
  readonly base: ServedRecord;
  readonly cells: Readonly<Record<string, CellEdit>>;
}

/** All changed cells, by the keys of their rows. */
export type Edits = ReadonlyMap<Key, RowEdit>;

/** The changed cells, with those before each step, and those after the steps that were taken back. */
export interface History {
  readonly past: readonly Edits[];
  readonly now: Edits;
  readonly future: readonly Edits[];
}

export const unchanged: History = { past: [], now: new Map(), future: [] };

/** A value for a cell. */
export interface CellChange extends CellEdit {
  readonly record: ServedRecord;
  readonly name: string;
}

/** The edits after these changes. A cell that has the value of its row again is no longer changed. */
export function changed(edits: Edits, changes: readonly CellChange[]): Edits {
  const next = new Map(edits);
  for (const { record, name, value, label } of changes) {
    const { base, cells } = next.get(record.id) ?? { base: record, cells: {} };
    const { [name]: _old, ...others } = cells;
    const isBack = isSame(value, rowOf(base)[name]);
    const now = isBack ? others : { ...others, [name]: label === undefined ? { value } : { value, label } };
    if (Object.keys(now).length === 0) next.delete(record.id);
    else next.set(record.id, { base, cells: now });
  }
  return next;
}

/** A further step; nothing that was taken back can come again. */
export function stepped({ past, now, future }: History, next: Edits): History {
  return next === now ? { past, now, future } : { past: [...past, now], now: next, future: [] };
}

/** The history before its last step. */
export function undone({ past, now, future }: History): History {
  const last = past.at(-1);
  return last ? { past: past.slice(0, -1), now: last, future: [now, ...future] } : { past, now, future };
}

/** The history with the step that was undone last. */
export function redone({ past, now, future }: History): History {
  const [next, ...rest] = future;
  return next ? { past: [...past, now], now: next, future: rest } : { past, now, future };
}

/** How many cells are changed, in how many rows. */
export function countOf(edits: Edits): { readonly cells: number; readonly rows: number } {
  return { cells: [...edits.values()].reduce((sum, { cells }) => sum + Object.keys(cells).length, 0), rows: edits.size };
}

const merged = new WeakMap<RowEdit, { readonly record: ServedRecord; readonly shown: ServedRecord }>();

/** A row of the list with its changed cells. It is the same object until the row or its cells change: a row that is the same does not render. */
export function withEdit(record: ServedRecord, edit: RowEdit | undefined): ServedRecord {
  if (!edit) return record;
  const last = merged.get(edit);
  if (last?.record === record) return last.shown;
  const helpers = Object.entries(edit.cells).flatMap(([name, { value, label }]) => [
    [name, value],
    ...(label === undefined ? [] : [[`${name}_label`, label]]),
  ]);
  const row = { ...rowOf(record), ...(Object.fromEntries(helpers) as Record<string, unknown>) };
  const shown = (record._row ? { ...record, _row: row } : { ...record, ...row }) as ServedRecord;
  merged.set(edit, { record, shown });
  return shown;
}

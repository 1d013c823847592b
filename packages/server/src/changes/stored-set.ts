import { momentText } from '../journal/moments.ts';
import type { RawRow, RawValue } from '../databases/statement.ts';

/** A change set as it is stored. */
export interface StoredSet {
  readonly id: number;
  readonly createdAt: string;
  readonly actorKey: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly model: string | null;
  readonly reason: string | null;
  readonly rows: number;
  readonly gaps: readonly string[];
  readonly irreversible: string | null;
  /** Whether values of it are no longer kept. */
  readonly isPruned: boolean;
  readonly undoOf: number | null;
  readonly undoneBy: number | null;
  /** The last set that has taken the whole set back; it may have been taken back itself. */
  readonly lastUndo: number | null;
  readonly ip: string | null;
  readonly requestId: string;
  readonly via: string | null;
  readonly actorLink: string | null;
}

/** The columns of a change set that {@link storedSet} reads; the set that takes it back follows them. */
export const setColumns = [
  'id',
  'created_at',
  'actor_key',
  'actor_repr',
  'action',
  'model_label',
  'reason',
  'rows',
  'gaps',
  'irreversible',
  'pruned',
  'undo_of',
  'ip',
  'request_id',
  'via',
  'actor_link',
] as const;

/** Reads a change set. */
export function storedSet(row: RawRow): StoredSet {
  const value = (name: (typeof setColumns)[number]): RawValue => row[setColumns.indexOf(name)] ?? null;
  const text = (name: (typeof setColumns)[number]): string | null => {
    const own = value(name);
    return own === null ? null : String(own);
  };
  const number = (own: RawValue | undefined): number | null => (own === null || own === undefined ? null : Number(own));
  return {
    id: Number(value('id')),
    createdAt: momentText(String(value('created_at'))),
    actorKey: text('actor_key'),
    actorName: String(value('actor_repr')),
    action: String(value('action')),
    model: text('model_label'),
    reason: text('reason'),
    rows: Number(value('rows')),
    gaps: JSON.parse(String(value('gaps'))) as string[],
    irreversible: text('irreversible'),
    isPruned: Number(value('pruned')) === 1,
    undoOf: number(value('undo_of')),
    undoneBy: number(row.at(-1)),
    lastUndo: number(row.at(-1)),
    ip: text('ip'),
    requestId: String(value('request_id')),
    via: text('via'),
    actorLink: text('actor_link'),
  };
}

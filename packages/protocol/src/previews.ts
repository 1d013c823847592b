import type { Key } from './answers.ts';
import type { ChangedRow } from './changes.ts';

/** How many rows of one model a request would write. A model that the user may not view has no name. */
export interface PreviewCount {
  readonly model: string | null;
  readonly create: number;
  readonly update: number;
  readonly delete: number;
}

/** A row that a request would write; one that would be made may have no key yet. */
export interface PreviewRow extends Pick<ChangedRow, 'model' | 'label' | 'op' | 'diff'> {
  readonly pk: Key | null;
}

/** What a request would do: the answer to a dry run (CONTRACT §21). */
export interface Preview {
  readonly dry_run: true;
  readonly counts: readonly PreviewCount[];
  /** Ten rows at most. */
  readonly sample: readonly PreviewRow[];
  /** The hooks and handlers that were not called: what they would change is not counted. */
  readonly not_run: readonly string[];
  /** The token with which the request does what was shown, and nothing else. */
  readonly preview: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** Rows of a change set that are taken back, with all that was changed or with some fields. */
export interface UndoRow {
  readonly model: string;
  readonly pk: Key;
  readonly fields?: readonly string[];
}

/** The body of `POST /changes/{id}/undo/` (CONTRACT §21). */
export interface UndoRequest {
  readonly dry_run?: boolean;
  /** The token of a dry run. */
  readonly if_preview?: string;
  /** Leaves out what was changed since, or can not be taken back. */
  readonly only?: 'untouched';
  /** All rows, if it is left out. */
  readonly rows?: readonly UndoRow[];
  readonly reason?: string;
}

/** What an undo has done: numbers of rows, and its own change set. */
export interface Undone {
  /** Null if there was nothing to change. */
  readonly change_set: number | null;
  readonly restored: number;
  readonly unchanged: number;
  readonly skipped: number;
}

/** Why a value can not be taken back. */
export interface UndoConflict {
  readonly state: 'changed' | 'taken' | 'parent_missing' | 'blocked' | 'not_kept' | 'exists';
  /** Who has changed it since, when, and in which change set. */
  readonly by: string | null;
  readonly at: string | null;
  readonly change_set: number | null;
}

/** A row of which something can not be taken back, by its fields. */
export interface UndoConflictRow {
  readonly model: string;
  readonly pk: Key;
  readonly label?: string;
  readonly fields: Readonly<Record<string, UndoConflict>>;
}

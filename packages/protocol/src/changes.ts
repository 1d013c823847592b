import type { Key } from './answers.ts';

/** A set of changes: everything that one request has written (CONTRACT §21). */
export interface ChangeSet {
  readonly id: number;
  readonly created_at: string;
  /** Key of the user; null if there is none. */
  readonly actor: number | string | null;
  readonly actor_repr: string;
  /** What was done, as in the audit log; `operations` if it was of several kinds. */
  readonly action: string;
  /** Key of the model that the request was about; null for several. */
  readonly model: string | null;
  readonly reason: string | null;
  /** How many rows it has, also those that the reader may not see. */
  readonly rows: number;
  /** Whether every change could be recorded. */
  readonly complete: boolean;
  /** Where changes could not be recorded: keys of models, names of tables, or `other records`. */
  readonly gaps: readonly string[];
  /** Whether it can be taken back. */
  readonly reversible: 'yes' | 'no';
  /** Why it can not. */
  readonly why: string | null;
  /** The set that it takes back, and the set that takes it back. */
  readonly undo_of: number | null;
  readonly undone_by: number | null;
}

/** A page of change sets, newest first. */
export interface ChangeSets {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly ChangeSet[];
}

/** A row of a change set. */
export interface ChangedRow {
  readonly model: string;
  readonly pk: Key;
  readonly label: string;
  readonly op: 'create' | 'update' | 'delete';
  /** By what: the request or the code that it ran; the database, by a cascade, a lost reference or a trigger; or links of a many-to-many field. */
  readonly cause: 'request' | 'database' | 'link';
  /** The values before and after, by field; of links the keys that were removed, and those that were added. */
  readonly diff: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** A page of the rows of a change set. */
export interface ChangedRows {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly ChangedRow[];
  /** How many rows the reader may not see, by model or by scope. */
  readonly other_records: number;
  /** How many rows it has no longer, because of `journal.keep` of the settings. */
  readonly pruned: number;
}

/** What is taken back of a change set (CONTRACT §21). */
export interface UndoRequest {
  /** Only the rows that nobody has changed since; by default all or nothing. */
  readonly only?: 'untouched';
  /** Only these rows, and of them only these fields; by default everything. */
  readonly rows?: readonly { readonly model: string; readonly pk: Key; readonly fields?: readonly string[] }[];
  readonly reason?: string;
  readonly dry_run?: boolean;
  /** The token of a dry run: only what it showed is done. */
  readonly if_preview?: string;
}

/** What an undo has done, in numbers of rows. */
export interface Undone {
  /** The change set of the undo, which can be undone itself; null if it changed nothing. */
  readonly change_set: number | null;
  readonly restored: number;
  /** Rows that were as before the change already. */
  readonly unchanged: number;
  /** Rows that were left out because of a conflict. */
  readonly skipped: number;
}

/** Why a value can not be restored. */
export type UndoState = 'changed' | 'taken' | 'parent_missing' | 'blocked' | 'not_kept' | 'exists';

/** A row that can not be restored. */
export interface UndoConflictRow {
  /** Null for a row that the user may not see. */
  readonly model: string | null;
  readonly pk: Key | null;
  /** By field; `non_field_errors` for the whole row, and for what nobody may see. */
  readonly fields: Readonly<Record<string, UndoConflictField>>;
}

/** Why, and who has changed the value since; null where that is not known. */
export interface UndoConflictField {
  readonly state: UndoState;
  /** What a rule of the service says. */
  readonly detail?: string;
  readonly by: string | null;
  readonly at: string | null;
  readonly change_set: number | null;
}

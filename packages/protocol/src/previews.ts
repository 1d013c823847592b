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
  /** As in the answer of the change ({@link Updated}). */
  readonly empty?: Readonly<Record<string, number>>;
  /** The hooks and handlers that were not called: what they would change is not counted. */
  readonly not_run: readonly string[];
  /** The token with which the request does what was shown, and nothing else. */
  readonly preview: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** A row to which a request would do something else than its dry run has shown. */
export interface PreviewDifference {
  readonly model: string;
  /** Null for a row that would be made. */
  readonly pk: Key | null;
  /** Whether the request would change the row otherwise, did not change it in the dry run, or does not change it any more. */
  readonly state: 'changed' | 'added' | 'removed';
}

import type { Key } from './answers.ts';
import type { WidgetRows } from './widgets.ts';

/** The kind of an event in the audit log (CONTRACT §8). */
export type AuditAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'bulk_update'
  | 'bulk_delete'
  | 'restore'
  | 'purge'
  | 'login'
  | 'logout'
  | 'login_failed'
  | 'password_change'
  | 'token_shared'
  | `action:${string}`;

/** The fields of a row before and after a write. */
export type Diff = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** An entry of the audit log in the history of a row (CONTRACT §8). */
export interface HistoryEntry {
  readonly id: Key;
  readonly action: string;
  readonly action_display: string;
  readonly model_label: string;
  readonly object_repr: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** The key of the user; null for nobody who signs in. */
  readonly actor: Key | null;
  readonly actor_repr: string;
  readonly object_pk: string | null;
  readonly diff: Diff;
  readonly targets: readonly string[];
  readonly targets_count: number;
  /** Keys of the targets on which a run row by row failed; null in entries of versions that did not keep them. */
  readonly failed_targets: readonly string[] | null;
  readonly ip: string | null;
  readonly request_id: string;
  readonly status: 'ok' | 'failed';
  readonly status_display: string;
  /** The change set that it belongs to (CONTRACT §21); null in entries of earlier versions, and of what changed nothing. */
  readonly change_set: number | null;
  /** The input of an action, with its secrets masked. */
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  /** How the request was made, such as `session` or `token`. */
  readonly via: string | null;
  readonly _label: string;
  /** Whether it failed on this row: as a whole, or on this row among others. */
  readonly failed: boolean;
  /** Of an entry that stands only in the journal: what has happened to the row, and by what (CONTRACT §21). */
  readonly op?: 'create' | 'update' | 'delete';
  readonly cause?: 'request' | 'database' | 'link';
  /** Where the settings link staff to rows of the application: the key of the row that the user was linked to at that time. */
  readonly actor_link?: Key | null;
  readonly actor_link_label?: string | null;
}

/** The answer of `GET /r/{app}.{Model}/{pk}/history/` (CONTRACT §5). */
export interface RowHistory {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly HistoryEntry[];
}

/** An entry of `recent-audit` (CONTRACT §9). */
export interface RecentEntry {
  readonly id: Key;
  readonly actor: string;
  readonly action: string;
  readonly action_display: string;
  readonly model_label: string;
  readonly object_pk: string;
  readonly object_repr: string;
  readonly created_at: string;
}

/** The answer of the widget `recent-audit` (CONTRACT §9). */
export type RecentAudit = Required<Pick<WidgetRows<RecentEntry>, 'rows' | 'columns'>>;

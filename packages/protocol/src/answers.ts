import type { SignInWays } from './sign-in.ts';
import type { ListLink } from './home.ts';
import type { FieldSchema } from './schema.ts';

/** The key of a row in an answer: a number, or a text (UUID, text, composite, or beyond ±(2^53−1)). */
export type Key = number | string;

/** A serialized row: its fields by name, and the display helpers (CONTRACT §1). */
export type Row = { readonly _label: string; readonly [field: string]: unknown };

/** The answer of `GET /r/{app}.{Model}/` (CONTRACT §4). */
export interface Page<R = Row> {
  readonly count: number;
  readonly count_exact: boolean;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly R[];
}

/** Rows of one model that a delete affects; a model that the user may not view has no name. */
export interface AffectedRows {
  readonly model: string | null;
  readonly verbose_name: string;
  readonly count: number;
  /** Whether there are more rows than were counted. */
  readonly capped?: boolean;
}

/** The answer of `GET /r/{app}.{Model}/{pk}/related/` (CONTRACT §5). */
export interface RelatedRows {
  /** Rows that are deleted too. */
  readonly related: readonly AffectedRows[];
  /** Rows that forbid the delete. */
  readonly blocked_by: readonly AffectedRows[];
  /** Rows whose foreign key becomes null. */
  readonly unlinked: readonly AffectedRows[];
  /** A trigger or a rule of the database may keep the row and change it instead: then none of this happens, and nothing forbids it. */
  readonly may_be_kept?: true;
  /** Rows of other tables may point at the row without a foreign key, by the names of their columns: they are not counted, and stay as they are. */
  readonly may_be_more?: true;
}

/** One operation of a bulk call (CONTRACT §6). */
export interface Operation {
  readonly op: 'create' | 'update' | 'delete';
  readonly model?: string;
  readonly pk?: Key | { readonly $ref: number };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly if_match?: string;
}

/** The answer of a bulk call of operations. */
export interface OperationResults {
  readonly results: readonly OperationResult[];
}

/** What became of an operation. */
export interface OperationResult {
  readonly op: Operation['op'];
  readonly pk: Key;
  /** The database has kept the row that was to be deleted, and changed it instead. */
  readonly kept?: true;
  /** The database has taken the row out of its table as it was saved. */
  readonly gone?: true;
}

/** The answer to a write of which a trigger or a rule of the database has made something else (CONTRACT §5). */
export interface MadeOtherwise {
  readonly detail: string;
  /** The row as it is now; null if there is none in its table, or none that the user may see. */
  readonly current: Row | null;
}

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

/** Rows of a widget, shown as a table. */
export interface WidgetRows<Line extends object = Readonly<Record<string, unknown>>> {
  readonly rows: readonly Line[];
  /** The members that are shown, and how; without it, every member is shown as text. */
  readonly columns?: readonly FieldSchema[];
  /** The model of the rows: each has its key as `_key` (CONTRACT §15). */
  readonly model?: string;
  /** The whole list (CONTRACT §15). */
  readonly link?: ListLink;
}

/** The answer of the widget `recent-audit` (CONTRACT §9). */
export type RecentAudit = WidgetRows<RecentEntry> & Required<Pick<WidgetRows, 'columns'>>;

/** One number of a widget. */
export interface WidgetCard {
  readonly key: string;
  readonly label: string;
  readonly value: unknown;
  /** By how much the value is more than before. */
  readonly delta?: unknown;
  /** Whether counting stopped at the value: there are more. */
  readonly capped?: boolean;
  /** The value of the period before, and the number of days that both periods have (CONTRACT §15). */
  readonly before?: unknown;
  readonly days?: number;
  /** A currency of three letters, `%`, or a text that stands behind the number (CONTRACT §15). */
  readonly unit?: string;
  /** The list that the number is about (CONTRACT §15). */
  readonly link?: ListLink;
}

/** The answer of the widget `model-counts` (CONTRACT §9). */
export interface Cards {
  readonly cards: readonly WidgetCard[];
}

/** A widget that the user may request. */
export interface WidgetSummary {
  readonly name: string;
  readonly title: string;
  /** The parameters of the widget, if it has any. */
  readonly params?: readonly FieldSchema[];
}

/** The answer of `GET /widgets/` (CONTRACT §9). */
export interface WidgetList {
  readonly widgets: readonly WidgetSummary[];
}

/** A row that a picker offers. */
export interface Suggestion {
  readonly value: Key;
  readonly label: string;
  /** Of a model with `picker_fields`: their values, with the display texts and labels that rows have (CONTRACT §15). */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The answer of `GET /r/{app}.{Model}/autocomplete/` (CONTRACT §4). */
export interface Suggestions {
  readonly results: readonly Suggestion[];
  readonly has_more: boolean;
}

/** The body of `POST /r/{app}.{Model}/suggest/` (CONTRACT §15). */
export interface SuggestRequest {
  /** The field that has a new value. */
  readonly field: string;
  /** The values of the form, with the new one. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The answer of `POST /r/{app}.{Model}/suggest/`: values for other fields of the form, in the form of the API. */
export interface SuggestAnswer {
  readonly values: Readonly<Record<string, unknown>>;
}

/** A value of an aggregate in the form of its field (CONTRACT §1); null if no row has one, or if there was no time. */
export type AggregateValue = number | string | null;

/** Aggregates of rows, by the names of the fields that were asked for. */
export interface AggregateValues {
  /** The number of rows; null if there was no time. */
  readonly count: number | null;
  readonly sum: Readonly<Record<string, AggregateValue>>;
  readonly avg: Readonly<Record<string, AggregateValue>>;
  readonly min: Readonly<Record<string, AggregateValue>>;
  readonly max: Readonly<Record<string, AggregateValue>>;
}

/** The rows with one value. */
export interface AggregateGroup extends AggregateValues {
  readonly value: Key | boolean | null;
  /** The text of the value: that of a choice, the label of a row, otherwise the value itself. */
  readonly label: string | null;
}

/** The answer of `GET /r/{app}.{Model}/aggregate/` (CONTRACT §15). */
export interface Aggregates extends AggregateValues {
  /** False if there was no time: then all values are null, and there are no groups. */
  readonly complete: boolean;
  /** The largest groups first; given if a field for them was named. */
  readonly groups?: readonly AggregateGroup[];
  /** Whether there are more groups. */
  readonly has_more?: boolean;
}

/** The answer of `GET /r/{app}.{Model}/{pk}/references/` (CONTRACT §15). */
export interface References {
  readonly references: readonly Reference[];
}

/** The rows of a model that point to a row by one foreign key. */
export interface Reference {
  readonly model: string;
  readonly field: string;
  readonly verbose_name: string;
  /** Null where counting took too long. */
  readonly count: number | null;
  /** Whether there are more than the count says. */
  readonly capped: boolean;
}

/** The answer of `GET /search/`: rows of several models (CONTRACT §15). */
export interface Found {
  readonly results: readonly {
    readonly model: string;
    readonly rows: Suggestions['results'];
    readonly has_more: boolean;
  }[];
  /** Whether every model could be searched in time. */
  readonly complete: boolean;
}

/** The default payload of `GET /auth/me/`; the setting `userPayload` replaces it (CONTRACT §10). */
export interface UserPayload {
  readonly id: Key;
  readonly username: string;
  readonly name: string;
  readonly is_superuser: boolean;
  /** The names of the user's groups (CONTRACT §15). */
  readonly groups: readonly string[];
}

/** The answer of `POST /auth/login/` (CONTRACT §10). */
export interface LoginAnswer {
  readonly access: string;
  readonly refresh: string;
  readonly user: unknown;
}

/** The answer of `POST /auth/login/` that sets the cookies of a session (CONTRACT §10). */
export interface SessionAnswer {
  readonly user: unknown;
}

/** The answer of `POST /auth/refresh/` (CONTRACT §10). */
export interface RefreshAnswer {
  readonly access: string;
  readonly refresh: string;
}

/** The sign of a brand: a `data:` URI of a picture, or a path on the service's own origin, for a light and for a dark ground. */
export interface BrandLogo {
  readonly light: string;
  readonly dark: string;
}

/** The name of a service, its color such as `#5b4b8a`, and its sign if it has one. */
export interface Brand {
  readonly name: string;
  readonly accent: string;
  readonly logo?: BrandLogo;
}

/** The answer of `GET /config/` (CONTRACT §10). */
export interface ServiceConfig {
  readonly brand: Brand;
  readonly auth: 'jwt' | 'session';
  readonly sign_in: SignInWays;
  /** Given, and true, while nothing can be changed. */
  readonly maintenance?: true;
  /** The tag of the language of this answer (CONTRACT §15). */
  readonly language: string;
  /** The tags of the languages that `Accept-Language` may ask for. */
  readonly languages: readonly string[];
}

/** A row on which an action failed. */
export interface FailedRow {
  readonly pk: Key;
  readonly detail: string;
}

/** The answer of an action that ran row by row (CONTRACT §7). */
export interface ActionReport {
  readonly message: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: readonly FailedRow[];
}

/** The answer of an action: the object that its handler returned, with a message for the user, and an address that the dashboard opens. */
export type ActionResult = { readonly message?: string; readonly link?: string; readonly [member: string]: unknown };

import type { Wording } from './message.ts';

/** The name of a field, and the text below its input. */
interface Described {
  readonly label: string;
  readonly helpText: string;
}

/** The names of one of the service's own models. */
interface ModelNames<Field extends string> {
  readonly one: string;
  readonly many: string;
  readonly fields: Readonly<Record<Field, string | Described>>;
}

type UserField =
  | 'id'
  | 'username'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'last_login'
  | 'date_joined'
  | 'groups'
  | 'user_permissions'
  | 'password'
  | 'is_active'
  | 'is_staff'
  | 'is_superuser'
  | 'link';

type EntryField =
  | 'id'
  | 'created_at'
  | 'actor'
  | 'actor_repr'
  | 'action'
  | 'model_label'
  | 'object_pk'
  | 'object_repr'
  | 'diff'
  | 'targets'
  | 'targets_count'
  | 'failed_targets'
  | 'ip'
  | 'request_id'
  | 'status'
  | 'change_set'
  | 'input'
  | 'reason'
  | 'via'
  | 'actor_link';

type EntryAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'bulk_update'
  | 'bulk_delete'
  | 'login'
  | 'logout'
  | 'login_failed'
  | 'password_change'
  | 'token_shared'
  | 'restore'
  | 'purge';

/**
 * The names of what the service itself shows: its models, the export, and its widgets. In English they stand where they are declared. `{model}`
 * is the name of the model to whose rows staff are linked.
 */
export interface OwnNames {
  /** The apps of its models, as headings of a menu. */
  readonly apps: Readonly<Record<'auth' | 'admin' | 'contenttypes', string>>;
  readonly user: ModelNames<UserField>;
  readonly group: ModelNames<'id' | 'name' | 'permissions'>;
  readonly permission: ModelNames<'id' | 'name' | 'content_type' | 'codename'>;
  readonly contentType: ModelNames<'id' | 'app_label' | 'model'>;
  readonly entry: ModelNames<EntryField>;
  readonly entryActions: Readonly<Record<EntryAction, string>>;
  readonly entryStatuses: Readonly<Record<'ok' | 'failed', string>>;
  readonly exporting: {
    readonly label: string;
    readonly columns: Described;
    /** The text below the columns of an export whose config names some. */
    readonly presetColumns: string;
    readonly values: string;
    readonly display: string;
    readonly raw: string;
    readonly ordering: Described;
    readonly bom: Described;
  };
  readonly widgets: Readonly<Record<'recent-audit' | 'model-counts', string>>;
  /** The columns of the last entries of the audit log. */
  readonly entryColumns: Readonly<Record<'actor' | 'action_display' | 'model_label' | 'object_repr' | 'created_at', string>>;
}

/** The texts and names of one language. */
export interface Catalogue extends Wording {
  /** Null in English: there the names stand where they are declared. */
  readonly names: OwnNames | null;
}

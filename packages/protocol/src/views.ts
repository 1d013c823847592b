/** A group of staff, in answers about saved views. */
export interface ViewGroup {
  readonly value: number;
  readonly label: string;
}

/** Who may use a saved view: its owner, the members of a group, or all staff. */
export type ViewSharing = { readonly kind: 'own' } | { readonly kind: 'group'; readonly group: ViewGroup } | { readonly kind: 'all' };

/** A list with its filters and its look, saved under a name (CONTRACT §15). */
export interface SavedView {
  readonly id: number;
  /** Key of the model. */
  readonly model: string;
  readonly name: string;
  /** The parameters of the list: filters, `search`, `ordering` and `page_size`, as a query string without a question mark. */
  readonly query: string;
  /** What the frontend keeps of the look of the list, without what it says of fields that are hidden from the user. */
  readonly display: Readonly<Record<string, unknown>>;
  readonly sharing: ViewSharing;
  /** Whether the list opens with this view for those with whom it is shared. */
  readonly is_default: boolean;
  /** Whether the user has made the view. */
  readonly is_own: boolean;
  /** Whether the user may change and delete the view. */
  readonly may_change: boolean;
  /** What the user may not ask for today, by parameter of `query`; empty if the list can be requested. */
  readonly problems: Readonly<Record<string, readonly string[]>>;
  /** What a later write can send as `If-Match`. */
  readonly etag: string;
}

/** The answer of `GET /views/` (CONTRACT §15). */
export interface SavedViews {
  readonly views: readonly SavedView[];
  /** The view with which the list of a model opens for the user, by the key of the model. */
  readonly defaults: Readonly<Record<string, number>>;
  /** With whom the user may share views; null if they may not. */
  readonly may_share: { readonly all: true; readonly groups: readonly ViewGroup[] } | null;
}

/** With whom a view is to be shared; `group` is the key of the group. */
export type ViewSharingInput = { readonly kind: 'own' } | { readonly kind: 'all' } | { readonly kind: 'group'; readonly group: number };

/** The body of `PATCH /views/{id}/`. */
export interface SavedViewChange {
  readonly name?: string;
  readonly query?: string;
  readonly display?: Readonly<Record<string, unknown>>;
  readonly sharing?: ViewSharingInput;
  readonly is_default?: boolean;
}

/** The body of `POST /views/`. */
export interface NewSavedView extends SavedViewChange {
  readonly model: string;
  readonly name: string;
}

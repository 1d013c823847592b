import type { ViewGroup } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import { sharePermission } from '../model/saved-view.ts';

/** With whom a view is shared. */
export type Sharing = { readonly kind: 'own' | 'all' } | { readonly kind: 'group'; readonly group: ViewGroup };

/** The content of a saved view. */
export interface ViewContent {
  /** Key of the model. */
  readonly model: string;
  readonly name: string;
  /** The parameters of the list, as a query string. */
  readonly query: string;
  /** A JSON object, as text. */
  readonly display: string;
  readonly sharing: Sharing;
  readonly isDefault: boolean;
}

/** A saved view as one user reads it. */
export interface StoredView extends ViewContent {
  readonly id: number;
  /** Key of the user who has made it; null if that user was deleted. */
  readonly owner: string | null;
  /** Counts the changes. */
  readonly version: number;
  /** Whether the user is a member of the group with which it is shared. */
  readonly isMember: boolean;
}

/** The ETag of a view. */
export function tagOf({ version }: StoredView): string {
  return `"${version}"`;
}

/** Whether the user has made the view. */
export function isOwn({ owner }: StoredView, { actor }: Policy): boolean {
  return owner !== null && owner === actor.id;
}

/** Whether the user holds the right to share views. */
export function mayShare({ actor }: Policy): boolean {
  return actor.isSuperuser || actor.permissions.has(sharePermission);
}

/**
 * Whether the user may change and delete a view that they may use. An owner without the right to share may delete a shared view, and change
 * it to one that is not shared.
 */
export function mayChange(view: StoredView, policy: Policy): boolean {
  return isOwn(view, policy) || (view.sharing.kind !== 'own' && policy.actor.isSuperuser);
}

/** Whether two views are shared with the same users. */
export function isSameSharing(one: Sharing, other: Sharing): boolean {
  if (one.kind === 'group' && other.kind === 'group') return one.group.value === other.group.value;
  return one.kind === other.kind;
}

/** The model and the users whose list opens with the view; null if none does. No two views have the same. */
export function defaultFor({ isDefault, model, sharing }: ViewContent): string | null {
  if (!isDefault || sharing.kind === 'own') return null;
  return `${model} ${sharing.kind === 'group' ? sharing.group.value : 'all'}`;
}

/**
 * The view with which the list of each model opens for a user: that of one of their groups, or else that of all. Of several groups, the
 * view that was made first counts.
 * @param views those that the user may use.
 */
export function defaultsOf(views: readonly StoredView[]): ReadonlyMap<string, number> {
  const meant = views.filter(({ isDefault, isMember, sharing }) => isDefault && (sharing.kind === 'all' || isMember));
  const byRank = meant.toSorted(
    (one, other) => Number(one.sharing.kind === 'all') - Number(other.sharing.kind === 'all') || one.id - other.id,
  );
  const byModel = new Map<string, number>();
  for (const { model, id } of byRank) if (!byModel.has(model)) byModel.set(model, id);
  return byModel;
}

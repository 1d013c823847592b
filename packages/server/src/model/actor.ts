/** The current user: a member of staff with their permissions at the time of the request. */
export interface Actor {
  /** Key of the user as text; null for the system itself. */
  readonly id: string | null;
  readonly username: string;
  readonly isSuperuser: boolean;
  /** Names of the user's groups. */
  readonly groups: readonly string[];
  /** The user's permissions, each in the form of {@link permissionId}. */
  readonly permissions: ReadonlySet<string>;
  /**
   * Key of the row of the application's users that this user is linked to, as text. It is undefined if there is no link, and while that row
   * does not exist or is in the trash. Without the setting `staffLink`, no actor has this property.
   */
  readonly link?: string | undefined;
}

/** The four permissions that every model has. */
export type ModelRight = 'view' | 'add' | 'change' | 'delete';

/** The permissions of a model with a trash: to take rows out of it, and to delete them for good. */
export type TrashRight = 'restore' | 'purge';

/**
 * A permission as stored and tested: the same codename on two models is two permissions (CONTRACT §7). The model's name is in lower case,
 * as in Django's content types.
 */
export function permissionId(model: { readonly app: string; readonly name: string }, codename: string): string {
  return `${model.app}.${model.name.toLowerCase()}:${codename}`;
}

/** The codename of one of the four rights, such as `view_order`. */
export function rightCodename(model: { readonly name: string }, right: ModelRight | TrashRight): string {
  return `${right}_${model.name.toLowerCase()}`;
}

/** The actor of the service's own work, which belongs to no request. */
export const systemActor: Actor = {
  id: null,
  username: 'system',
  isSuperuser: true,
  groups: [],
  permissions: new Set(),
};

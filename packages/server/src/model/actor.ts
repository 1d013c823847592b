import type { Sql } from './field-type.ts';

/**
 * A query for a digest of what makes an actor, and what it answered when they were read. Run inside the statement that answers a
 * request, it tells whether they still are who they were, without a way to the database of its own.
 */
export interface ActorCheck {
  readonly query: (key: Sql) => Sql;
  readonly key: string;
  readonly answer: string;
}

/** Who asks: a staff member with what they may do, as it is while their request is answered. */
export interface Actor {
  /** Key of the user as text; null for the system itself. */
  readonly id: string | null;
  readonly username: string;
  readonly isSuperuser: boolean;
  /** Names of the groups that the user is in. */
  readonly groups: readonly string[];
  /** What the user holds, each as {@link permissionId} makes it. */
  readonly permissions: ReadonlySet<string>;
  readonly actorCheck?: ActorCheck;
}

/** The four permissions that every model has. */
export type ModelRight = 'view' | 'add' | 'change' | 'delete';

/**
 * A permission as stored and tested: the same codename on two models is two permissions (CONTRACT §7).
 * The model part is in lower case, as the content types of Django spell it.
 */
export function permissionId(model: { readonly app: string; readonly name: string }, codename: string): string {
  return `${model.app}.${model.name.toLowerCase()}:${codename}`;
}

/** The codename of one of the four, such as `view_order`. */
export function rightCodename(model: { readonly name: string }, right: ModelRight): string {
  return `${right}_${model.name.toLowerCase()}`;
}

/** Work that the service does for itself, never for a request. */
export const systemActor: Actor = {
  id: null,
  username: 'system',
  isSuperuser: true,
  groups: [],
  permissions: new Set(),
};

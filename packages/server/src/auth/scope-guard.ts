import { scopeOf } from '../authorize/actor-scope.ts';
import { AdminError } from '../errors.ts';
import type { HookContext } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { isWithin } from '../plan/condition-order.ts';
import type { Asker, GuardedUser, GuardParts, GuardQueries } from './guard-queries.ts';

/** Codename of the right, on users, to change which rows others reach. */
export const manageScope = 'manage_scope';

const cure = 'Ask a superuser, or a user with the permission "Can change which rows other users reach".';

/** Members of a group that are compared one by one; of a larger one, only a holder of {@link manageScope} changes anything. */
const maxMembers = 500;

/** A transaction of an actor whose reach is limited. */
interface GuardedWrite {
  /** The actor as they were before it. */
  readonly acting: GuardedUser;
  /** The members of each group as they were before it was written. */
  readonly members: Map<number, readonly GuardedUser[]>;
}

/**
 * No actor changes which rows a user reaches beyond those that the actor reaches: not by groups, usernames or permissions
 * that row rules go by, and not by signing in as that user with a new password. The rules are asked for the users as they were and
 * as they are, and compared as conditions; what can't be compared needs the right to manage scopes. Each check is on the
 * rows of the own tables inside the transaction of the write.
 */
export class ScopeGuard {
  readonly #parts: GuardParts;
  readonly #writes = new WeakMap<object, GuardedWrite>();

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Notes the actor as they are before a transaction writes: what it makes of them gives them nothing in it. */
  async begin({ transaction }: HookContext, queries: GuardQueries, currentUser: Asker): Promise<void> {
    if (this.#writes.has(transaction) || this.#mayManage(currentUser)) return;
    const [acting] = currentUser.key === null ? [] : await queries.users([currentUser.key]);
    if (!acting) throw new AdminError('permission_denied');
    // One after the other: of two such writes at once, each would be within reach by itself.
    await queries.serializeTransactions();
    this.#writes.set(transaction, { acting, members: new Map() });
  }

  /** Throws a 403 where a user reaches rows that the actor does not: before a write of that user, and after it. */
  async requireUser({ transaction }: HookContext, queries: GuardQueries, key: number): Promise<void> {
    const write = this.#writes.get(transaction);
    if (!write) return;
    const [user] = await queries.users([key]);
    const model = user && this.#widened(user, [write.acting]);
    if (model) throw refusal(`This user reaches ${model.verboseNamePlural} that you do not reach. ${cure}`);
  }

  /** Notes the members of a group before it is written. Throws a 403 where these are too many to be compared. */
  async noteMembers({ transaction }: HookContext, queries: GuardQueries, group: number): Promise<void> {
    const write = this.#writes.get(transaction);
    if (!write) return;
    const keys = await queries.members(group, maxMembers);
    if (keys.length > maxMembers) throw refusal(`This group has more than ${maxMembers} members: changing it needs "${manageScope}".`);
    write.members.set(group, await queries.users(keys));
  }

  /** Throws a 403 where a member of a group that was written reaches more rows than before, and than the actor. */
  async requireMembers({ transaction }: HookContext, queries: GuardQueries, group: number): Promise<void> {
    const write = this.#writes.get(transaction);
    const before = write?.members.get(group) ?? [];
    const after = await queries.users(before.map(({ id }) => Number(id)));
    for (const user of after) {
      const former = before.find(({ id }) => id === user.id);
      // Rows that were in reach already stay so; what may be done to them must not grow.
      const isSame = former !== undefined && [...user.permissions].every((permission) => former.permissions.has(permission));
      const others = [write?.acting, isSame ? former : undefined].filter((other) => other !== undefined);
      const model = this.#widened(user, others);
      if (model) throw refusal(`Members of this group would reach ${model.verboseNamePlural} that you do not reach. ${cure}`);
    }
  }

  #mayManage({ isSuperuser, permissions }: Asker): boolean {
    return isSuperuser || permissions.has(`auth.user:${manageScope}`) || this.#ruled().length === 0;
  }

  /** The models with a rule; the log's goes by those of the others. */
  #ruled(): readonly Model[] {
    return this.#parts.registry().models.filter((model) => model.rows && !model.redact);
  }

  /** A model of which the user reaches rows that are within the reach of none of the others. */
  #widened(user: GuardedUser, others: readonly GuardedUser[]): Model | undefined {
    const registry: Registry = this.#parts.registry();
    return this.#ruled().find((model) => {
      const reach = scopeOf(model, user, registry);
      return !others.some((other) => isWithin(reach, scopeOf(model, other, registry)));
    });
  }
}

function refusal(detail: string): AdminError {
  return new AdminError('permission_denied', { detail });
}

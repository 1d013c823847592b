import { ruleOf } from '../authorize/row-rule.ts';
import { AdminError } from '../errors/errors.ts';
import type { HookContext } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { isWithin } from '../plan/condition-order.ts';
import type { CurrentUser, GuardedUser, GuardParts, GuardQueries } from './guard-queries.ts';
import { type Said, say } from '../texts/message.ts';

/** Codename of the right, on users, to change which rows other users reach. */
export const manageScope = 'manage_scope';

/** The largest group whose members are compared one by one; only a holder of {@link manageScope} may change a larger one. */
const maxMembers = 500;

/** The state of a transaction whose actor may not manage scopes. */
interface GuardedWrite {
  /** The actor as they were before the transaction wrote. */
  readonly acting: GuardedUser;
  /** The members of each group, as they were before the group was written. */
  readonly members: Map<number, readonly GuardedUser[]>;
}

/**
 * Prevents an actor from giving a user access to rows that the actor does not reach: by groups, usernames or permissions that row rules
 * use, or by a new password with which the actor could sign in as that user. The row rules are evaluated for the users before and after the
 * write, and compared as conditions; conditions that cannot be compared need the right to manage scopes. Each check reads the service's own
 * tables inside the transaction of the write.
 */
export class ScopeGuard {
  readonly #parts: GuardParts;
  readonly #writes = new WeakMap<object, GuardedWrite>();

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Stores the actor as they are before the transaction writes, so that its writes do not extend the actor's own reach. */
  async begin({ transaction }: HookContext, queries: GuardQueries, currentUser: CurrentUser): Promise<void> {
    if (this.#writes.has(transaction) || this.#mayManage(currentUser)) return;
    const [acting] = currentUser.key === null ? [] : await queries.users([currentUser.key]);
    if (!acting) throw new AdminError('permission_denied');
    // One after the other: two concurrent writes could each be allowed alone, but not together.
    await queries.serializeTransactions();
    this.#writes.set(transaction, { acting, members: new Map() });
  }

  /** Throws a 403 if a user reaches rows that the actor does not. Called before and after that user is written. */
  async requireUser({ transaction }: HookContext, queries: GuardQueries, key: number): Promise<void> {
    const write = this.#writes.get(transaction);
    if (!write) return;
    const [user] = await queries.users([key]);
    const model = user && this.#widened(user, [write.acting]);
    if (model) throw refusal(say('reachesMore', { models: model.verboseNamePlural }));
  }

  /** Stores the members of a group before it is written. Throws a 403 if there are too many to compare. */
  async noteMembers({ transaction }: HookContext, queries: GuardQueries, group: number): Promise<void> {
    const write = this.#writes.get(transaction);
    if (!write) return;
    const keys = await queries.members(group, maxMembers);
    if (keys.length > maxMembers) throw refusal(say('tooManyMembers', { count: maxMembers, permission: manageScope }));
    write.members.set(group, await queries.users(keys));
  }

  /** After a group was written, throws a 403 if a member reaches rows that neither they reached before nor the actor reaches. */
  async requireMembers({ transaction }: HookContext, queries: GuardQueries, group: number): Promise<void> {
    const write = this.#writes.get(transaction);
    const before = write?.members.get(group) ?? [];
    const after = await queries.users(before.map(({ id }) => Number(id)));
    for (const user of after) {
      const former = before.find(({ id }) => id === user.id);
      // A member keeps the rows that they reached before, but must not gain permissions on them.
      const isSame = former !== undefined && [...user.permissions].every((permission) => former.permissions.has(permission));
      const others = [write?.acting, isSame ? former : undefined].filter((other) => other !== undefined);
      const model = this.#widened(user, others);
      if (model) throw refusal(say('membersReachMore', { models: model.verboseNamePlural }));
    }
  }

  #mayManage({ isSuperuser, permissions }: CurrentUser): boolean {
    return isSuperuser || permissions.has(`auth.user:${manageScope}`) || this.#ruled().length === 0;
  }

  /** The models with a row rule, without the audit log: its rows depend on the rules of the other models. */
  #ruled(): readonly Model[] {
    return this.#parts.registry().models.filter((model) => model.rows && !model.redact);
  }

  /** A model of which the user reaches rows that none of the others reaches. */
  #widened(user: GuardedUser, others: readonly GuardedUser[]): Model | undefined {
    const registry: Registry = this.#parts.registry();
    return this.#ruled().find((model) => {
      const reach = ruleOf(model, user, registry);
      return !others.some((other) => isWithin(reach, ruleOf(model, other, registry)));
    });
  }
}

function refusal(detail: Said): AdminError {
  return new AdminError('permission_denied', { detail });
}

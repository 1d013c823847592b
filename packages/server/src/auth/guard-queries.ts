import { sql } from 'kysely';
import type { SystemTableFragments } from '../databases/system-table-fragments.ts';
import { AdminError } from '../errors/errors.ts';
import type { Actor } from '../model/actor.ts';
import type { HookContext } from '../model/config/hooks.ts';
import type { Registry } from '../model/registry.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { LinkedRows } from './linked-rows.ts';
import { unusablePassword } from './passwords/passwords.ts';
import { say } from '../texts/message.ts';

/** What the guards need for their queries. */
export interface GuardParts {
  readonly tables: SystemTableNames;
  readonly words: SystemTableFragments;
  /** Whether users may also sign in by the host's own session, without a password in these tables. */
  readonly hasOtherWays: boolean;
  /** The models whose rows users may reach; called while a request is served. */
  readonly registry: () => Registry;
  /** The rows of the application's users to which users are linked, if the settings name them; called while a request is served. */
  readonly linked: () => LinkedRows | undefined;
}

/** The current user, as read in the transaction of the request. */
export interface CurrentUser {
  /** Key of the user's row; null for the system, and for users of a host application. */
  readonly key: number | null;
  readonly isSuperuser: boolean;
  readonly permissions: ReadonlySet<string>;
}

/** A permission by its key, as an actor holds it. */
export interface FoundPermission {
  readonly key: number;
  readonly held: string;
}

/** The largest number of keys in one statement. */
const maxKeys = 500;

/** A permission as an actor holds it, of the row `p` of its table and the row `c` of its model. */
const heldName = sql<string>`c.app_label || '.' || c.model || ':' || p.codename`.as('held');

/** A user as passed to a row rule. */
export interface GuardedUser extends Actor {
  readonly id: string;
}

/** The guards' queries on the service's own tables, in the transaction of the write. */
export class GuardQueries {
  readonly #parts: GuardParts;
  readonly #context: HookContext;

  constructor(parts: GuardParts, context: HookContext) {
    this.#parts = parts;
    this.#context = context;
  }

  /**
   * Reads the current user again and locks their row until the transaction ends. Throws a 403 if they are no longer active staff, or lack
   * the permission.
   */
  async currentUser(needed: string): Promise<CurrentUser> {
    const { tables, words } = this.#parts;
    const { actor, transaction } = this.#context;
    if (actor.id === null) return { ...actor, key: null };
    const query = transaction.selectFrom(tables.user).select(['is_superuser', 'is_active', 'is_staff']).where('id', '=', Number(actor.id));
    const [row] = await words.sharing(query).execute();
    if (!row || !isTrue(row['is_active']) || !isTrue(row['is_staff'])) throw new AdminError('permission_denied');
    const key = Number(actor.id);
    if (isTrue(row['is_superuser'])) return { key, isSuperuser: true, permissions: new Set() };
    const permissions = await this.#heldBy(Number(actor.id));
    if (!permissions.has(needed)) throw new AdminError('permission_denied');
    return { key, isSuperuser: false, permissions };
  }

  /** Permissions by their keys; unknown keys are left out. */
  async permissions(keys: readonly number[]): Promise<FoundPermission[]> {
    const { tables } = this.#parts;
    const wanted = [...new Set(keys)];
    const permissions: FoundPermission[] = [];
    for (let start = 0; start < wanted.length; start += maxKeys) {
      const rows = await this.#context.transaction
        .selectFrom(`${tables.permission} as p`)
        .innerJoin(`${tables.contentType} as c`, 'c.id', 'p.content_type_id')
        .select(['p.id as key', heldName])
        .where('p.id', 'in', wanted.slice(start, start + maxKeys))
        .execute();
      permissions.push(...rows.map((row) => ({ key: Number(row.key), held: row.held })));
    }
    return permissions;
  }

  /** The permissions that groups give, by the keys of those that exist; their rows are locked until the transaction ends. */
  async ofGroups(keys: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const { tables, words } = this.#parts;
    const { transaction } = this.#context;
    const wanted = [...new Set(keys)].sort((a, b) => a - b);
    const byGroup = new Map<number, string[]>();
    for (let start = 0; start < wanted.length; start += maxKeys) {
      const some = wanted.slice(start, start + maxKeys);
      const groups = transaction.selectFrom(tables.group).select('id').where('id', 'in', some).orderBy('id');
      for (const { id } of await words.sharing(groups).execute()) byGroup.set(Number(id), []);
      const grants = await transaction
        .selectFrom(`${tables.groupPermissions} as g`)
        .innerJoin(`${tables.permission} as p`, 'p.id', 'g.permission_id')
        .innerJoin(`${tables.contentType} as c`, 'c.id', 'p.content_type_id')
        .select(['g.group_id as group', heldName])
        .where('g.group_id', 'in', some)
        .execute();
      for (const { group, held } of grants) byGroup.get(Number(group))?.push(held);
    }
    return byGroup;
  }

  /**
   * Throws if no active superuser would be left. The transactions that check this run one after the other: when two of them remove the last
   * two superusers at once, one fails.
   */
  async requireSuperuserLeft(): Promise<void> {
    const { tables, hasOtherWays } = this.#parts;
    const db = this.#context.transaction;
    await this.serializeTransactions();
    let ruling = db
      .selectFrom(tables.user)
      .select('id')
      .where('is_superuser', '=', true)
      .where('is_active', '=', true)
      .where('is_staff', '=', true);
    if (!hasOtherWays) ruling = ruling.where('password', '<>', unusablePassword);
    const [left] = await ruling.limit(1).execute();
    if (!left) throw new AdminError('invalid', { detail: say('lastSuperuser') });
  }

  /** From here on, only one such transaction runs at a time. */
  async serializeTransactions(): Promise<void> {
    const { tables, words } = this.#parts;
    const row = this.#context.transaction.selectFrom(tables.secret).select('name').where('name', '=', 'signing');
    await words.locking(row).execute();
  }

  /** Users as they are in this transaction, by their keys, with all values that row rules may use. */
  async users(keys: readonly number[]): Promise<GuardedUser[]> {
    if (keys.length === 0) return [];
    const { tables } = this.#parts;
    const db = this.#context.transaction;
    const columns = ['id', 'username', 'email', 'first_name', 'last_name', 'is_superuser'] as const;
    // Also a row in the trash counts: it may be restored.
    const linked = this.#parts.linked();
    const link = linked?.stored('u') ?? sql`NULL`;
    const users = await db
      .selectFrom(`${tables.user} as u`)
      .select([...columns, sql<string | number | null>`${link}`.as('link')])
      .where('id', 'in', keys)
      .execute();
    const memberships = await db
      .selectFrom(`${tables.userGroups} as ug`)
      .innerJoin(`${tables.group} as g`, 'g.id', 'ug.group_id')
      .select(['ug.user_id as user', 'g.name as name'])
      .where('ug.user_id', 'in', keys)
      .orderBy('g.id')
      .execute();
    const guardedUsers: GuardedUser[] = [];
    for (const row of users) {
      const groups = memberships.filter(({ user }) => Number(user) === Number(row['id'])).map(({ name }) => String(name));
      const named = { username: String(row['username']), email: row['email'], firstName: row['first_name'], lastName: row['last_name'] };
      const permissions = await this.#heldBy(Number(row['id']));
      const state = { id: String(row['id']), isSuperuser: isTrue(row['is_superuser']), groups, permissions };
      guardedUsers.push({ ...named, ...state, ...(linked ? { link: row['link'] === null ? undefined : String(row['link']) } : {}) });
    }
    return guardedUsers;
  }

  /** Keys of the users in a group: at most one more than the limit, so that the caller sees that there are more. */
  async members(group: number, limit: number): Promise<number[]> {
    const rows = await this.#context.transaction
      .selectFrom(this.#parts.tables.userGroups)
      .select('user_id')
      .where('group_id', '=', group)
      .orderBy('user_id')
      .limit(limit + 1)
      .execute();
    return rows.map((row) => Number(row['user_id']));
  }

  async #heldBy(user: number): Promise<ReadonlySet<string>> {
    const { tables } = this.#parts;
    const { transaction } = this.#context;
    const own = await transaction.selectFrom(tables.userPermissions).select('permission_id').where('user_id', '=', user).execute();
    const byGroups = await transaction
      .selectFrom(`${tables.groupPermissions} as gp`)
      .innerJoin(`${tables.userGroups} as ug`, 'ug.group_id', 'gp.group_id')
      .select('gp.permission_id as permission_id')
      .where('ug.user_id', '=', user)
      .execute();
    const keys = [...own, ...byGroups].map((row) => Number(row['permission_id']));
    return new Set((await this.permissions(keys)).map(({ held }) => held));
  }
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1;
}

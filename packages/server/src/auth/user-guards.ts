import { AdminError, invalidParameter } from '../errors/errors.ts';
import type { BeforeSaveContext, Guard, HookChanges, HookContext, Hooks, Refuse, StoredRow } from '../model/config/hooks.ts';
import { type CurrentUser, GuardQueries, type GuardParts } from './guard-queries.ts';
import { linkField } from '../model/staff-link.ts';
import { manageScope, ScopeGuard } from './scope-guard.ts';
import { passwordProblem } from './passwords/password-rules.ts';
import { hashPassword, unusablePassword } from './passwords/passwords.ts';
import { say } from '../texts/message.ts';

/** The largest number of passwords that one request may set: hashing each is slow by design. */
const maxPasswords = 20;

/** What checks the writes of a model of the staff. */
export interface StaffGuard {
  readonly guard: Guard;
  readonly hooks: Hooks;
}

/**
 * Prevents users from giving rights that they do not hold. A user who is no superuser makes no superusers, grants only permissions that
 * they hold themselves, directly or by a group, and changes or deletes no user who holds more. The last active superuser stays. The current
 * user's row is locked and their permissions are re-read before the write, so that revoked rights do not count.
 */
export function userGuard(parts: GuardParts): StaffGuard {
  const scopes = new ScopeGuard(parts);
  return {
    async guard(context, refuse): Promise<HookChanges> {
      const queries = new GuardQueries(parts, context);
      const currentUser = await queries.currentUser(context.before ? 'auth.user:change_user' : 'auth.user:add_user');
      const grant = { queries, currentUser, refuse };
      if (!currentUser.isSuperuser) await refuseEscalation(grant, context);
      requireLinkRight(grant, context);
      await scopes.begin(context, queries, currentUser);
      if (context.before) await scopes.requireUser(context, queries, Number(context.before['id']));
      await requirePassword(context, refuse);
      const { username } = context.row;
      if (typeof username !== 'string') return {};
      const usual = username.normalize('NFKC');
      requireName(usual, refuse);
      return context.changed.has('username') ? { username: usual } : {};
    },
    hooks: userHooks(parts, scopes),
  };
}

function userHooks(parts: GuardParts, scopes: ScopeGuard): Hooks {
  const passwords = new WeakMap<object, number>();
  return {
    preview: 'safe',
    beforeSave: (context) => passwordOf(context, passwords),
    async afterSave({ before, row, ...context }) {
      const queries = new GuardQueries(parts, context);
      await scopes.requireUser(context, queries, Number(row['id']));
      if (before && isRuling(before, parts) && !isRuling(row, parts)) await queries.requireSuperuserLeft();
    },
    async beforeDelete({ row, ...context }) {
      const queries = new GuardQueries(parts, context);
      const currentUser = await queries.currentUser('auth.user:delete_user');
      if (!currentUser.isSuperuser) await requireNotMore(queries, currentUser.permissions, row);
      await scopes.begin(context, queries, currentUser);
      await scopes.requireUser(context, queries, Number(row['id']));
    },
    async afterDelete({ row, ...context }) {
      await endViewsOf(String(row['id']), parts, context);
      if (isRuling(row, parts)) await new GuardQueries(parts, context).requireSuperuserLeft();
    },
  };
}

/** The views of a deleted user are deleted; those that others use too stay, without an owner. */
async function endViewsOf(owner: string, { tables }: GuardParts, { transaction }: HookContext): Promise<void> {
  await transaction.deleteFrom(tables.savedView).where('owner', '=', owner).where('sharing', '=', 'own').execute();
  await transaction.updateTable(tables.savedView).set({ owner: null }).where('owner', '=', owner).execute();
}

/** The same for groups: the members of a group get its permissions, and the rows that row rules open to them. */
export function groupGuard(parts: GuardParts): StaffGuard {
  const scopes = new ScopeGuard(parts);
  const begin = async (context: HookContext, codename: string, before: StoredRow | null): Promise<Omit<Grant, 'refuse'>> => {
    const queries = new GuardQueries(parts, context);
    const currentUser = await queries.currentUser(codename);
    if (!currentUser.isSuperuser) await requireNoMoreInGroup(queries, currentUser.permissions, before);
    await scopes.begin(context, queries, currentUser);
    if (before) await scopes.noteMembers(context, queries, Number(before['id']));
    return { queries, currentUser };
  };
  const end = (context: HookContext, row: StoredRow): Promise<void> =>
    scopes.requireMembers(context, new GuardQueries(parts, context), Number(row['id']));
  return {
    async guard({ before, row, ...context }, refuse) {
      const grant = await begin(context, before ? 'auth.group:change_group' : 'auth.group:add_group', before);
      const keys = addedKeys(before, row, 'permissions');
      if (!grant.currentUser.isSuperuser) await requireHeld({ ...grant, refuse }, 'permissions', keys);
    },
    hooks: {
      preview: 'safe',
      afterSave: ({ row, ...context }) => end(context, row),
      async beforeDelete({ row, ...context }) {
        await begin(context, 'auth.group:delete_group', row);
      },
      afterDelete: ({ row, ...context }) => end(context, row),
    },
  };
}

/** Who gives rights by a write, and how the write is refused. */
interface Grant {
  readonly queries: GuardQueries;
  readonly currentUser: CurrentUser;
  readonly refuse: Refuse;
}

type Held = ReadonlySet<string>;

async function requireNoMoreInGroup(queries: GuardQueries, held: Held, before: StoredRow | null): Promise<void> {
  const permissions = await queries.permissions(keysIn(before, 'permissions'));
  if (permissions.every((permission) => held.has(permission.held))) return;
  throw new AdminError('permission_denied', { detail: say('groupHoldsMore') });
}

async function refuseEscalation(grant: Grant, { before, row }: BeforeSaveContext): Promise<void> {
  const { queries, refuse } = grant;
  const permissions = grant.currentUser.permissions;
  if (before) await requireNotMore(queries, permissions, before);
  if (row['is_superuser'] === true) refuse('is_superuser', say('superuserMakes'));
  await requireHeld(grant, 'user_permissions', addedKeys(before, row, 'user_permissions'));
  const groups = addedKeys(before, row, 'groups');
  const givenBy = await queries.ofGroups(groups);
  for (const group of groups) {
    const granted = givenBy.get(group);
    if (granted === undefined) refuse('groups', say('noTarget', { key: String(group) }));
    else if (granted.some((permission) => !permissions.has(permission))) refuse('groups', say('groupNotHeld', { group }));
  }
}

/**
 * A link says whose rows a user reaches, and under whose name they write. So only users who may give access to any row change links, also
 * where no row rule uses them.
 */
function requireLinkRight({ currentUser: { isSuperuser, permissions }, refuse }: Grant, { before, row, changed }: BeforeSaveContext): void {
  const isChanged = changed.has(linkField) && (before !== null || row[linkField] !== null);
  if (!isChanged || isSuperuser || permissions.has(`auth.user:${manageScope}`)) return;
  refuse(linkField, say('mayNotLink', { permission: manageScope }));
}

/** A user who could change a user with more permissions could sign in as them, or deactivate them. */
async function requireNotMore(queries: GuardQueries, held: Held, row: StoredRow): Promise<void> {
  if (row['is_superuser'] === true) {
    throw new AdminError('permission_denied', { detail: say('superuserChanges') });
  }
  const own = (await queries.permissions(keysIn(row, 'user_permissions'))).map((permission) => permission.held);
  const byGroups = [...(await queries.ofGroups(keysIn(row, 'groups'))).values()].flat();
  if ([...own, ...byGroups].some((permission) => !held.has(permission)))
    throw new AdminError('permission_denied', { detail: say('userHoldsMore') });
}

/** The message names only the keys of the request: the current user may not be allowed to see other permissions. */
async function requireHeld({ queries, currentUser, refuse }: Grant, field: string, keys: readonly number[]): Promise<void> {
  const heldByKey = new Map((await queries.permissions(keys)).map((permission) => [permission.key, permission.held]));
  const lacking = keys.filter((key) => !currentUser.permissions.has(heldByKey.get(key) ?? ''));
  if (lacking.length === 0) return;
  refuse(field, say(lacking.length > 10 ? 'notHeldAndMore' : 'notHeld', { permissions: lacking.slice(0, 10) }));
}

/** Keys of a many-to-many field. */
function keysIn(row: StoredRow | null, name: string): number[] {
  const keys = row?.[name];
  return Array.isArray(keys) ? keys.map(Number) : [];
}

function addedKeys(before: StoredRow | null, row: StoredRow, name: string): number[] {
  const keysBefore = new Set(keysIn(before, name));
  return keysIn(row, name).filter((key) => !keysBefore.has(key));
}

/** Two users must not have names that look alike. */
function requireName(username: string, refuse: Refuse): void {
  if (username.trim() === '' || username !== username.trim()) refuse('username', say('usernameSpaces'));
  else if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username)) refuse('username', say('usernameUnseen'));
}

/** The new password of a user; null if the request sets none. */
function newPassword({ row, changed }: BeforeSaveContext): string | null {
  const password = changed.has('password') ? row['password'] : null;
  return typeof password === 'string' && password !== '' ? password : null;
}

async function requirePassword(context: BeforeSaveContext, refuse: Refuse): Promise<void> {
  const password = newPassword(context);
  if (password === null) return;
  const { username, email } = context.row;
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  const problem = await passwordProblem(password, { username: textOf(username), email: textOf(email) });
  if (problem !== null) refuse('password', problem);
}

/** The hash of a new password, which the guard has found to be in order. */
async function passwordOf(context: BeforeSaveContext, passwords: WeakMap<object, number>): Promise<HookChanges> {
  const { before, transaction } = context;
  const password = newPassword(context);
  if (password === null) return before ? {} : { password: unusablePassword };
  const count = (passwords.get(transaction) ?? 0) + 1;
  passwords.set(transaction, count);
  if (count > maxPasswords) throw invalidParameter('password', say('maxPasswords', { count: maxPasswords }));
  return { password: await hashPassword(password) };
}

/** Whether a user is an active superuser and is able to sign in. */
function isRuling(row: StoredRow, { hasOtherWays }: GuardParts): boolean {
  const mayComeIn = hasOtherWays || row['password'] !== unusablePassword;
  return row['is_superuser'] === true && row['is_active'] === true && row['is_staff'] === true && mayComeIn;
}

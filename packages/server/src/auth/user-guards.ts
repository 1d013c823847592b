import { AdminError, invalidParameter } from '../errors.ts';
import type { HookChanges, HookContext, Hooks, SaveContext, StoredRow } from '../model/config/hooks.ts';
import { type CurrentUser, GuardQueries, type GuardParts } from './guard-queries.ts';
import { linkField } from '../model/staff-link.ts';
import { manageScope, ScopeGuard } from './scope-guard.ts';
import { passwordProblem } from './passwords/password-rules.ts';
import { hashPassword, unusablePassword } from './passwords/passwords.ts';
import { type Said, say } from '../texts/message.ts';

/** The largest number of passwords that one request may set: hashing each is slow by design. */
const maxPasswords = 20;

/**
 * Prevents users from giving rights that they do not hold. A user who is no superuser makes no superusers, grants only permissions that
 * they hold themselves, directly or by a group, and changes or deletes no user who holds more. The last active superuser stays. The current
 * user's row is locked and their permissions are re-read before the write, so that revoked rights do not count.
 */
export function userHooks(parts: GuardParts): Hooks {
  const passwords = new WeakMap<object, number>();
  const scopes = new ScopeGuard(parts);
  return {
    async beforeSave(context): Promise<HookChanges> {
      const queries = new GuardQueries(parts, context);
      const currentUser = await queries.currentUser(context.before ? 'auth.user:change_user' : 'auth.user:add_user');
      if (!currentUser.isSuperuser) await refuseEscalation(queries, currentUser.permissions, context);
      requireLinkRight(currentUser, context);
      await scopes.begin(context, queries, currentUser);
      if (context.before) await scopes.requireUser(context, queries, Number(context.before['id']));
      const username = String(context.row['username']).normalize('NFKC');
      requireName(username);
      return { ...(await passwordOf(context, passwords)), ...(context.changed.has('username') ? { username } : {}) };
    },
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
export function groupHooks(parts: GuardParts): Hooks {
  const scopes = new ScopeGuard(parts);
  const begin = async (context: HookContext, codename: string, before: StoredRow | null, after: StoredRow | null): Promise<void> => {
    const queries = new GuardQueries(parts, context);
    const currentUser = await queries.currentUser(codename);
    await refuseGroupEscalation(queries, currentUser, before, after);
    await scopes.begin(context, queries, currentUser);
    if (before) await scopes.noteMembers(context, queries, Number(before['id']));
  };
  const end = (context: HookContext, row: StoredRow): Promise<void> =>
    scopes.requireMembers(context, new GuardQueries(parts, context), Number(row['id']));
  return {
    beforeSave: ({ before, row, ...context }) => begin(context, before ? 'auth.group:change_group' : 'auth.group:add_group', before, row),
    afterSave: ({ row, ...context }) => end(context, row),
    beforeDelete: ({ row, ...context }) => begin(context, 'auth.group:delete_group', row, null),
    afterDelete: ({ row, ...context }) => end(context, row),
  };
}

async function refuseGroupEscalation(
  queries: GuardQueries,
  currentUser: CurrentUser,
  before: StoredRow | null,
  after: StoredRow | null,
): Promise<void> {
  if (currentUser.isSuperuser) return;
  const kept = await queries.permissions(keysIn(before, 'permissions'));
  if (kept.some(({ held }) => !currentUser.permissions.has(held))) {
    throw new AdminError('permission_denied', { detail: say('groupHoldsMore') });
  }
  if (after) await requireHeld(queries, currentUser.permissions, { field: 'permissions', keys: addedKeys(before, after, 'permissions') });
}

type Held = ReadonlySet<string>;

async function refuseEscalation(queries: GuardQueries, held: Held, { before, row }: SaveContext): Promise<void> {
  if (before) await requireNotMore(queries, held, before);
  if (row['is_superuser'] === true) throw refusal('is_superuser', say('superuserMakes'));
  await requireHeld(queries, held, { field: 'user_permissions', keys: addedKeys(before, row, 'user_permissions') });
  for (const group of addedKeys(before, row, 'groups')) {
    const given = await queries.ofGroup(group);
    if (given === null) throw refusal('groups', say('noTarget', { key: String(group) }));
    const lacks = (await queries.permissions(given)).some((permission) => !held.has(permission.held));
    if (lacks) throw refusal('groups', say('groupNotHeld', { group }));
  }
}

/**
 * A link says whose rows a user reaches, and under whose name they write. So only users who may give access to any row change links, also
 * where no row rule uses them.
 */
function requireLinkRight({ isSuperuser, permissions }: CurrentUser, { before, row, changed }: SaveContext): void {
  const isChanged = changed.has(linkField) && (before !== null || row[linkField] !== null);
  if (!isChanged || isSuperuser || permissions.has(`auth.user:${manageScope}`)) return;
  throw refusal(linkField, say('mayNotLink', { permission: manageScope }));
}

/** A user who could change a user with more permissions could sign in as them, or deactivate them. */
async function requireNotMore(queries: GuardQueries, held: Held, row: StoredRow): Promise<void> {
  if (row['is_superuser'] === true) {
    throw new AdminError('permission_denied', { detail: say('superuserChanges') });
  }
  const all = keysIn(row, 'user_permissions');
  for (const group of keysIn(row, 'groups')) all.push(...((await queries.ofGroup(group)) ?? []));
  const lacks = (await queries.permissions(all)).some((permission) => !held.has(permission.held));
  if (lacks) throw new AdminError('permission_denied', { detail: say('userHoldsMore') });
}

/** The message names only the keys of the request: the current user may not be allowed to see other permissions. */
async function requireHeld(queries: GuardQueries, held: Held, { field, keys }: { field: string; keys: readonly number[] }): Promise<void> {
  const found = new Map((await queries.permissions(keys)).map((permission) => [permission.key, permission.held]));
  const lacking = keys.filter((key) => !held.has(found.get(key) ?? ''));
  if (lacking.length === 0) return;
  throw refusal(field, say(lacking.length > 10 ? 'notHeldAndMore' : 'notHeld', { permissions: lacking.slice(0, 10) }));
}

function refusal(field: string, message: Said): AdminError {
  return invalidParameter(field, message);
}

/** Keys of a many-to-many field. */
function keysIn(row: StoredRow | null, name: string): number[] {
  const keys = row?.[name];
  return Array.isArray(keys) ? keys.map(Number) : [];
}

function addedKeys(before: StoredRow | null, row: StoredRow, name: string): number[] {
  const known = new Set(keysIn(before, name));
  return keysIn(row, name).filter((key) => !known.has(key));
}

/** Two users must not have names that look alike. */
function requireName(username: string): void {
  if (username.trim() === '' || username !== username.trim()) throw refusal('username', say('usernameSpaces'));
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username)) throw refusal('username', say('usernameUnseen'));
}

/** The hash of a new password; a password that breaks the rules is a 400 on its field. */
async function passwordOf({ before, row, changed, transaction }: SaveContext, passwords: WeakMap<object, number>): Promise<HookChanges> {
  const given = changed.has('password') ? row['password'] : null;
  if (typeof given !== 'string' || given === '') return before ? {} : { password: unusablePassword };
  const email = typeof row['email'] === 'string' ? row['email'] : '';
  const problem = await passwordProblem(given, { username: String(row['username']), email });
  if (problem !== null) throw refusal('password', problem);
  const count = (passwords.get(transaction) ?? 0) + 1;
  passwords.set(transaction, count);
  if (count > maxPasswords) throw refusal('password', say('maxPasswords', { count: maxPasswords }));
  return { password: await hashPassword(given) };
}

/** Whether a user is an active superuser and is able to sign in. */
function isRuling(row: StoredRow, { hasOtherWays }: GuardParts): boolean {
  const mayComeIn = hasOtherWays || row['password'] !== unusablePassword;
  return row['is_superuser'] === true && row['is_active'] === true && row['is_staff'] === true && mayComeIn;
}

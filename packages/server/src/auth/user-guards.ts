import { AdminError, invalidParameters } from '../errors.ts';
import type { HookChanges, HookContext, Hooks, SaveContext, StoredRow } from '../model/hooks.ts';
import { GuardQueries, type GuardParts } from './guard-queries.ts';
import { passwordProblem } from './password-rules.ts';
import { hashPassword, unusablePassword } from './passwords.ts';

/** Passwords that one request may set: each is made to take long. */
const maxPasswords = 20;

/**
 * Nobody gives what they lack: who is no superuser makes none, grants only permissions that they hold themselves,
 * directly or by a group, and changes or deletes nobody who holds more. The last active superuser stays. Whoever asks is
 * looked at again under a lock on their own row: a right that was taken away meanwhile is gone.
 */
export function userHooks(parts: GuardParts): Hooks {
  const passwords = new WeakMap<object, number>();
  return {
    async beforeSave(context): Promise<HookChanges> {
      const queries = new GuardQueries(parts, context);
      const asker = await queries.asker(context.before ? 'auth.user:change_user' : 'auth.user:add_user');
      if (!asker.isSuperuser) await refuseEscalation(queries, asker.permissions, context);
      const username = String(context.row['username']).normalize('NFKC');
      requireName(username);
      return { ...(await passwordOf(context, passwords)), ...(context.changed.has('username') ? { username } : {}) };
    },
    async afterSave({ before, row, ...context }) {
      if (before && isRuling(before, parts) && !isRuling(row, parts)) await new GuardQueries(parts, context).requireRuler();
    },
    async beforeDelete({ row, ...context }) {
      const queries = new GuardQueries(parts, context);
      const asker = await queries.asker('auth.user:delete_user');
      if (!asker.isSuperuser) await requireNotMore(queries, asker.permissions, row);
    },
    async afterDelete({ row, ...context }) {
      if (isRuling(row, parts)) await new GuardQueries(parts, context).requireRuler();
    },
  };
}

/** The same of groups: their permissions are given to whoever is in them. */
export function groupHooks(parts: GuardParts): Hooks {
  const guard = async (codename: string, context: HookContext, rows: readonly (StoredRow | null)[]): Promise<void> => {
    const queries = new GuardQueries(parts, context);
    const asker = await queries.asker(codename);
    if (asker.isSuperuser) return;
    const [before, after] = rows;
    const kept = await queries.permissions(keysIn(before ?? null, 'permissions'));
    if (kept.some(({ held }) => !asker.permissions.has(held))) {
      throw new AdminError('permission_denied', { detail: 'This group holds permissions that you do not hold.' });
    }
    if (after)
      await requireHeld(queries, asker.permissions, { field: 'permissions', keys: addedKeys(before ?? null, after, 'permissions') });
  };
  return {
    beforeSave: async ({ before, row, ...context }) =>
      guard(before ? 'auth.group:change_group' : 'auth.group:add_group', context, [before, row]),
    beforeDelete: async ({ row, ...context }) => guard('auth.group:delete_group', context, [row]),
  };
}

type Held = ReadonlySet<string>;

async function refuseEscalation(queries: GuardQueries, held: Held, { before, row }: SaveContext): Promise<void> {
  if (before) await requireNotMore(queries, held, before);
  if (row['is_superuser'] === true) throw refusal('is_superuser', 'Only a superuser can make one.');
  await requireHeld(queries, held, { field: 'user_permissions', keys: addedKeys(before, row, 'user_permissions') });
  for (const group of addedKeys(before, row, 'groups')) {
    const given = await queries.ofGroup(group);
    if (given === null) throw refusal('groups', `Invalid pk "${group}" - object does not exist.`);
    const lacks = (await queries.permissions(given)).some((permission) => !held.has(permission.held));
    if (lacks) throw refusal('groups', `You can not give what you do not hold: group ${group}.`);
  }
}

/** Whoever could change somebody who holds more could come in as them, or take them out of the way. */
async function requireNotMore(queries: GuardQueries, held: Held, row: StoredRow): Promise<void> {
  if (row['is_superuser'] === true) {
    throw new AdminError('permission_denied', { detail: 'Only a superuser may change or delete a superuser.' });
  }
  const all = keysIn(row, 'user_permissions');
  for (const group of keysIn(row, 'groups')) all.push(...((await queries.ofGroup(group)) ?? []));
  const lacks = (await queries.permissions(all)).some((permission) => !held.has(permission.held));
  if (lacks) throw new AdminError('permission_denied', { detail: 'This user holds permissions that you do not hold.' });
}

/** Names only what was asked for: what there is, not everybody may know. */
async function requireHeld(queries: GuardQueries, held: Held, { field, keys }: { field: string; keys: readonly number[] }): Promise<void> {
  const found = new Map((await queries.permissions(keys)).map((permission) => [permission.key, permission.held]));
  const lacking = keys.filter((key) => !held.has(found.get(key) ?? ''));
  if (lacking.length === 0) return;
  const named = lacking.slice(0, 10).join(', ');
  throw refusal(field, `You can not give what you do not hold: ${named}${lacking.length > 10 ? ' …' : ''}.`);
}

function refusal(field: string, message: string): AdminError {
  return invalidParameters(new Map([[field, [message]]]));
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

/** Two names that look alike must not be two users. */
function requireName(username: string): void {
  if (username.trim() === '' || username !== username.trim())
    throw refusal('username', 'A username has no space at its ends, and is not blank.');
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username)) throw refusal('username', 'A username has only characters that can be seen.');
}

/** A new password as its hash; what is wrong with it is a 400 on it. */
async function passwordOf({ before, row, changed, transaction }: SaveContext, passwords: WeakMap<object, number>): Promise<HookChanges> {
  const given = changed.has('password') ? row['password'] : null;
  if (typeof given !== 'string' || given === '') return before ? {} : { password: unusablePassword };
  const email = typeof row['email'] === 'string' ? row['email'] : '';
  const problem = await passwordProblem(given, { username: String(row['username']), email });
  if (problem !== null) throw refusal('password', problem);
  const count = (passwords.get(transaction) ?? 0) + 1;
  passwords.set(transaction, count);
  if (count > maxPasswords) throw refusal('password', `At most ${maxPasswords} passwords in one request.`);
  return { password: await hashPassword(given) };
}

/** Whether a user can do everything right now, and can come in to do it. */
function isRuling(row: StoredRow, { hasOtherWays }: GuardParts): boolean {
  const mayComeIn = hasOtherWays || row['password'] !== unusablePassword;
  return row['is_superuser'] === true && row['is_active'] === true && row['is_staff'] === true && mayComeIn;
}

import type { Kysely } from 'kysely';
import { AdminError, invalidParameters } from '../errors.ts';
import type { Actor } from '../model/actor.ts';
import type { DialectName } from '../model/field-type.ts';
import type { DeleteContext, HookChanges, HookContext, Hooks, SaveContext, StoredRow, UntypedTables } from '../model/hooks.ts';
import { passwordProblem } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import type { OwnTables } from './tables.ts';

/** What the guards look things up by. */
export interface GuardParts {
  readonly tables: OwnTables;
  readonly dialect: DialectName;
}

/** What stands in the place of a hash where a user has no password: no password has it. */
const unusable = '!';

/** Fields by which somebody comes in as a user, or is let in: whoever changes them could be that user. */
const keysToAnAccount = ['username', 'password', 'email', 'is_active', 'is_staff'] as const;

/**
 * Nobody gives what they lack: who is no superuser makes none and changes none, grants only permissions that they hold
 * themselves, directly or by a group, and does not touch the way in of somebody who holds more. The last active
 * superuser stays.
 */
export function userHooks(parts: GuardParts): Hooks {
  return {
    async beforeSave(context): Promise<HookChanges> {
      if (!context.actor.isSuperuser) await refuseEscalation(parts, context);
      return passwordOf(context);
    },
    async afterSave({ before, row, transaction }) {
      if (before && isRuling(before) && !isRuling(row)) await requireRuler(parts, transaction);
    },
    beforeDelete({ actor, row }) {
      if (row['is_superuser'] === true && !actor.isSuperuser) throw onlySuperusers();
    },
    async afterDelete({ row, transaction }: DeleteContext) {
      if (isRuling(row)) await requireRuler(parts, transaction);
    },
  };
}

/** The same of groups: their permissions are given to whoever is in them. */
export function groupHooks(parts: GuardParts): Hooks {
  return {
    async beforeSave({ actor, before, row, transaction }) {
      if (actor.isSuperuser) return;
      const added = addedKeys(before, row, 'permissions');
      await requireHeld(actor, 'permissions', await permissionsOf(parts, transaction, added));
    },
  };
}

async function refuseEscalation(parts: GuardParts, { actor, before, row, transaction }: SaveContext): Promise<void> {
  if (before?.['is_superuser'] === true) throw onlySuperusers();
  if (row['is_superuser'] === true) throw refusal('is_superuser', 'Only a superuser can make one.');
  const added = addedKeys(before, row, 'user_permissions');
  await requireHeld(actor, 'user_permissions', await permissionsOf(parts, transaction, added));
  const groups = addedKeys(before, row, 'groups');
  await requireHeld(actor, 'groups', await permissionsOf(parts, transaction, await permissionsOfGroups(parts, transaction, groups)));
  if (!before) return;
  const changed = keysToAnAccount.find((name) => before[name] !== row[name]);
  if (changed === undefined) return;
  const held = [...keysIn(row, 'user_permissions'), ...(await permissionsOfGroups(parts, transaction, keysIn(row, 'groups')))];
  const lacking = lackedBy(actor, await permissionsOf(parts, transaction, held));
  if (lacking.length > 0) throw refusal(changed, 'This user holds permissions that you do not hold.');
}

function onlySuperusers(): AdminError {
  return new AdminError('permission_denied', { detail: 'Only a superuser may change or delete a superuser.' });
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

async function requireHeld(actor: Actor, field: string, permissions: readonly string[]): Promise<void> {
  const lacking = lackedBy(actor, permissions);
  if (lacking.length === 0) return;
  const named = lacking.slice(0, 5).join(', ');
  throw refusal(field, `You can not give what you do not hold: ${named}${lacking.length > 5 ? ' …' : ''}.`);
}

function lackedBy(actor: Actor, permissions: readonly string[]): string[] {
  return permissions.filter((permission) => !actor.permissions.has(permission));
}

type Db = Kysely<UntypedTables>;

async function permissionsOfGroups({ tables }: GuardParts, db: Db, groups: readonly number[]): Promise<number[]> {
  if (groups.length === 0) return [];
  const rows = await db.selectFrom(tables.groupPermissions).select('permission_id').where('group_id', 'in', groups).execute();
  return rows.map((row) => Number(row['permission_id']));
}

/** Permissions by their keys, each as an actor holds it. */
async function permissionsOf({ tables }: GuardParts, db: Db, keys: readonly number[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom(`${tables.permission} as p`)
    .innerJoin(`${tables.contentType} as c`, 'c.id', 'p.content_type_id')
    .select(['c.app_label as app', 'c.model as model', 'p.codename as codename'])
    .where('p.id', 'in', [...new Set(keys)])
    .execute();
  return rows.map((row) => `${String(row['app'])}.${String(row['model'])}:${String(row['codename'])}`);
}

/** A new password as its hash; what is wrong with it is a 400 on it. */
async function passwordOf({ before, row }: SaveContext): Promise<HookChanges> {
  const given = row['password'];
  if (given === before?.['password']) return {};
  if (typeof given !== 'string' || given === '') return before ? {} : { password: unusable };
  const problem = passwordProblem(given, String(row['username']));
  if (problem !== null) throw refusal('password', problem);
  return { password: await hashPassword(given) };
}

/** Whether a user can do everything right now. */
function isRuling(row: StoredRow): boolean {
  return row['is_superuser'] === true && row['is_active'] === true && row['is_staff'] === true;
}

/**
 * Throws where no active superuser would be left. One transaction after the other looks, so that of two superusers who
 * are taken away at once one stays.
 */
async function requireRuler({ tables, dialect }: GuardParts, db: HookContext['transaction']): Promise<void> {
  const gate = db.selectFrom(tables.secret).select('name').where('name', '=', 'signing');
  await (dialect === 'postgres' ? gate.forUpdate() : gate).execute();
  const [left] = await db
    .selectFrom(tables.user)
    .select('id')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('is_staff', '=', true)
    .limit(1)
    .execute();
  if (!left) throw new AdminError('invalid', { detail: 'The last active superuser can not be removed or demoted.' });
}

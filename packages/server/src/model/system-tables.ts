import type { TableName } from './table.ts';

/** Where the service's own tables stand: in a schema of their own, or under a prefix in a database without schemas. */
export interface OwnLocation {
  readonly schema: string | undefined;
  readonly prefix: string;
}

/** The service's own tables, each as queries name it: `grimoire.user`, or `grimoire_user` in a database without schemas. */
export interface SystemTableNames {
  readonly user: string;
  readonly group: string;
  readonly permission: string;
  readonly contentType: string;
  readonly userGroups: string;
  readonly userPermissions: string;
  readonly groupPermissions: string;
  /** The permissions that a sync of actions has created. */
  readonly actionPermission: string;
  readonly secret: string;
  readonly auditLog: string;
  readonly signIn: string;
  readonly loginAttempt: string;
  readonly idempotencyKey: string;
  /** Where each user has written last, if the service reads from replicas. */
  readonly writePosition: string;
  /** Lists that staff have saved, with their filters. */
  readonly savedView: string;
  /** What requests have changed, and the rows of each change set. */
  readonly changeSet: string;
  readonly changeRow: string;
  /** The tokens of dry runs. */
  readonly preview: string;
  /** Facts about the installation, by name. */
  readonly property: string;
  readonly migration: string;
  readonly migrationLock: string;
}

/** The default prefix of the service's own tables. */
export const defaultPrefix = 'grimoire_';

const names: SystemTableNames = {
  user: 'user',
  group: 'group',
  permission: 'permission',
  contentType: 'content_type',
  userGroups: 'user_groups',
  userPermissions: 'user_user_permissions',
  groupPermissions: 'group_permissions',
  actionPermission: 'action_permission',
  secret: 'secret',
  auditLog: 'audit_log',
  signIn: 'sign_in',
  loginAttempt: 'login_attempt',
  idempotencyKey: 'idempotency_key',
  writePosition: 'write_position',
  savedView: 'saved_view',
  changeSet: 'change_set',
  changeRow: 'change_row',
  preview: 'preview',
  property: 'property',
  migration: 'migration',
  migrationLock: 'migration_lock',
};

/** Names of the service's own tables: those of Django's `auth_*`, in their location. */
export function systemTables({ schema, prefix }: OwnLocation): SystemTableNames {
  const start = schema === undefined ? prefix : `${schema}.${prefix}`;
  return Object.fromEntries(Object.entries(names).map(([table, name]) => [table, `${start}${name}`])) as unknown as SystemTableNames;
}

/** The schema and the name of one of the service's own tables. Neither contains a dot. */
export function systemTableName(table: string): TableName {
  const [name = table, schema] = table.split('.').toReversed();
  return { schema, name };
}

/** A right of a database role on a table. */
export type TableRight = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

const readOnly: ReadonlySet<keyof SystemTableNames> = new Set([
  'permission',
  'contentType',
  'actionPermission',
  'property',
  'migration',
  'migrationLock',
]);

/** The rights that the running service needs on one of its own tables. Only `migrate` writes some tables, no entry of the audit log is deleted, and only `prune` updates change sets. */
export function neededRights(table: keyof SystemTableNames): readonly TableRight[] {
  if (readOnly.has(table)) return ['SELECT'];
  // Its row is locked by writes that must not run at the same time, and a lock needs the right to update.
  if (table === 'secret') return ['SELECT', 'UPDATE'];
  if (table === 'changeSet') return ['SELECT', 'INSERT'];
  return table === 'auditLog' ? ['SELECT', 'INSERT', 'UPDATE'] : ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
}

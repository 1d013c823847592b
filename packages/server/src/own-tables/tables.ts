/** Names of the service's own tables: those of Django's `auth_*`, under a prefix (DESIGN, "Staff and permissions"). */
export interface OwnTables {
  readonly prefix: string;
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
  readonly outcome: string;
  readonly migration: string;
  readonly migrationLock: string;
}

/** The default prefix of the service's own tables. */
export const defaultPrefix = 'grimoire_';

/** The names of the service's own tables under a prefix. */
export function ownTables(prefix: string = defaultPrefix): OwnTables {
  return {
    prefix,
    user: `${prefix}user`,
    group: `${prefix}group`,
    permission: `${prefix}permission`,
    contentType: `${prefix}content_type`,
    userGroups: `${prefix}user_groups`,
    userPermissions: `${prefix}user_user_permissions`,
    groupPermissions: `${prefix}group_permissions`,
    actionPermission: `${prefix}action_permission`,
    secret: `${prefix}secret`,
    auditLog: `${prefix}audit_log`,
    signIn: `${prefix}sign_in`,
    loginAttempt: `${prefix}login_attempt`,
    outcome: `${prefix}outcome`,
    migration: `${prefix}migration`,
    migrationLock: `${prefix}migration_lock`,
  };
}

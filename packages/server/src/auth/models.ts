import { shareView } from '../model/saved-view.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import type { AdminConfig } from '../model/config/config.ts';
import type { Registration } from '../model/build/registry-input.ts';
import { linkColumn, linkField, linkKey, linkPrefix, type StaffLink } from '../model/staff-link.ts';
import type { ColumnDescription, TableDescription } from '../model/table.ts';
import { type StaffTables, staffTables } from './staff-tables.ts';
import type { GuardParts } from './guard-queries.ts';
import { manageScope } from './scope-guard.ts';
import { groupGuard, userGuard } from './user-guards.ts';

/** The models of the staff, and every table that belongs to them. */
export interface StaffModels {
  readonly registrations: readonly Registration[];
  readonly tables: readonly TableDescription[];
}

/** The service's own staff as ordinary models. `user-guards.ts` restricts the writes to them. */
export function staffModels(guards: GuardParts, staffLink: StaffLink | undefined): StaffModels {
  const described = staffTables(guards.tables, guards.words.momentColumn);
  const { user, group, permission, contentType } = described;
  const [ofUsers, ofGroups] = [userGuard(guards), groupGuard(guards)];
  return {
    registrations: [
      {
        key: staffModelKeys.user,
        description: staffLink ? withLink(user, staffLink) : user,
        config: { ...userConfig(described, staffLink), hooks: ofUsers.hooks },
        guard: ofUsers.guard,
        permissions: [
          { codename: manageScope, name: 'Can change which rows other users reach' },
          { codename: shareView, name: 'Can share saved views', isApart: true },
        ],
      },
      {
        key: staffModelKeys.group,
        description: group,
        config: { ...groupConfig(described), hooks: ofGroups.hooks },
        guard: ofGroups.guard,
      },
      { key: staffModelKeys.permission, description: permission, config: permissionConfig },
      { key: staffModelKeys.contentType, description: contentType, config: contentTypeConfig },
    ],
    tables: Object.values(described),
  };
}

/** The table of the users with the column that holds the link, as a foreign key. */
function withLink(user: TableDescription, staffLink: StaffLink): TableDescription {
  const keyPrefix = linkPrefix(staffLink.model);
  const column: ColumnDescription = {
    name: linkField,
    column: linkColumn,
    type: 'CharField',
    dbType: 'text',
    null: true,
    keyPrefix,
    toDriver: (key) => `${keyPrefix}${String(key)}`,
  };
  return { ...user, columns: [...user.columns, column], foreignKeys: [...user.foreignKeys, linkKey(staffLink, linkColumn)] };
}

function userConfig({ userGroups, userPermissions }: StaffTables, staffLink: StaffLink | undefined): AdminConfig {
  const links = staffLink ? [linkField] : [];
  return {
    label: 'username',
    listDisplay: ['username', 'email', 'first_name', 'last_name', 'is_active', 'is_staff', 'is_superuser', 'last_login', ...links],
    searchFields: ['username', 'email', 'first_name', 'last_name'],
    listFilter: ['is_active', 'is_staff', 'is_superuser', 'groups'],
    ordering: ['username'],
    fields: {
      password: {
        writeOnly: true,
        helpText: 'At least 10 characters, none of the common passwords, without the username. Without one, the user can not sign in here.',
      },
      is_active: { label: 'active', helpText: 'Take this away instead of deleting the user.' },
      is_staff: { label: 'staff', helpText: 'May use this service.' },
      is_superuser: { label: 'superuser', helpText: 'May do everything.' },
      ...(staffLink
        ? {
            [linkField]: {
              label: `linked ${staffLink.verboseName}`,
              helpText: `The ${staffLink.verboseName} of the application that this user is. Rules on rows and fields such as "created by" use it.`,
            },
          }
        : {}),
      user_permissions: { widget: { kind: 'permissions' } },
    },
    manyToMany: { groups: { through: userGroups }, user_permissions: { through: userPermissions, label: 'permissions' } },
  };
}

function groupConfig({ groupPermissions }: StaffTables): AdminConfig {
  return {
    label: 'name',
    searchFields: ['name'],
    ordering: ['name'],
    fields: { permissions: { widget: { kind: 'permissions' } } },
    manyToMany: { permissions: { through: groupPermissions } },
  };
}

/** The rows are made by `migrate` and `sync-admin-actions`, never by users. */
const permissionConfig: AdminConfig = {
  readonly: true,
  label: 'name',
  listDisplay: ['name', 'content_type', 'codename'],
  searchFields: ['name', 'codename', 'content_type.model'],
  listFilter: ['content_type', 'content_type.app_label', 'content_type.model'],
  ordering: ['content_type', 'codename'],
};

const contentTypeConfig: AdminConfig = {
  readonly: true,
  verboseName: 'content type',
  label: (row) => `${String(row['app_label'])}.${String(row['model'])}`,
  searchFields: ['app_label', 'model'],
  ordering: ['app_label', 'model'],
};

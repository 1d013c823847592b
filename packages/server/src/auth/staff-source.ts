import { z } from 'zod';
import type { Database } from '../databases/database.ts';
import { callable } from '../model/build/option-shapes.ts';
import type { Registry } from '../model/registry.ts';
import type { StaffLink } from '../model/staff-link.ts';
import { type SystemTableNames, systemTableName } from '../model/system-tables.ts';
import type { TableName } from '../model/table.ts';
import type { Resolved, Setting } from '../settings/setting.ts';
import type { GuardParts } from './guard-queries.ts';
import { type Authenticate, type HostUsers, usersByName, usersOf, type StaffDirectory } from './host-staff.ts';
import { type StaffModels, staffModels } from './models.ts';
import { checkPermissions, type PermissionCheck } from './permissions.ts';
import type { SignInMethod } from './sign-in-method.ts';
import type { Staff } from './staff.ts';

/** Where users come from, and what follows from it. Nothing else asks for the settings that decide it. */
export interface StaffSource {
  /** The ways to sign in to the service itself. */
  readonly methods: readonly SignInMethod[];
  /** The users whom sessions of the host application identify; undefined if the service asks it for none. */
  readonly host: HostUsers | undefined;
  /** Whether users are in groups that have keys. */
  readonly hasGroups: boolean;
  /** Whether the service's own tables say who holds which permission. */
  readonly storesPermissions: boolean;
  /** What the keys of users are. */
  readonly keys: 'numbers' | 'texts';
  /** The table of the users; undefined if the service has none. */
  userTable(tables: SystemTableNames): TableName | undefined;
  /** The users, groups and permissions as models, with every table of theirs. */
  models(parts: Omit<GuardParts, 'hasOtherWays'>, staffLink: StaffLink | undefined): StaffModels;
  /** Whether there is somebody who can use the service. */
  hasAccounts(staff: Staff): Promise<boolean>;
  /** How the stored permissions fit the registered models. */
  checkPermissions(database: Database, tables: SystemTableNames, registry: Registry): Promise<PermissionCheck>;
}

/** The settings that say where users come from. */
export class StaffSettings {
  /** Code of the host application that returns the username of the service's own user whom the host's session identifies. */
  readonly authenticate: Setting<Authenticate> = { shape: callable, default: undefined };
  /** The users of the host application, in place of the service's own: it is then the only source of identity. */
  readonly staffDirectory: Setting<StaffDirectory> = {
    shape: z.looseObject({ authenticate: callable }),
    default: undefined,
    inPage: (_, settings: Resolved<StaffSettings>) => {
      const { host } = staffSourceOf(settings, []);
      // With sessions of the host application, a user may be signed in without a cookie of the service.
      return { hasHostSessions: host !== undefined };
    },
  };
}

/** The source of users that settings choose. @param methods the ways to sign in, for users who are the service's own. */
export function staffSourceOf({ authenticate, staffDirectory }: Resolved<StaffSettings>, methods: readonly SignInMethod[]): StaffSource {
  return staffDirectory ? hostStaff(staffDirectory) : ownStaff(authenticate, methods);
}

/** The users in the service's own tables, who may also come by sessions of the host application. */
function ownStaff(authenticate: Authenticate | undefined, methods: readonly SignInMethod[]): StaffSource {
  return {
    methods,
    host: authenticate && usersByName(authenticate),
    hasGroups: true,
    storesPermissions: true,
    keys: 'numbers',
    userTable: (tables) => systemTableName(tables.user),
    models: (parts, staffLink) => staffModels({ ...parts, hasOtherWays: authenticate !== undefined }, staffLink),
    hasAccounts: (staff) => staff.hasAny(),
    checkPermissions,
  };
}

/** The users of the host application, with their permissions. */
function hostStaff(directory: StaffDirectory): StaffSource {
  return {
    methods: [],
    host: usersOf(directory),
    hasGroups: false,
    storesPermissions: false,
    keys: 'texts',
    userTable: () => undefined,
    models: () => ({ registrations: [], tables: [] }),
    hasAccounts: async () => true,
    checkPermissions: async () => ({ missing: [], withoutModel: [] }),
  };
}

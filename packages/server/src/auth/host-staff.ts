import type { Registry } from '../model/registry.ts';
import { permissionId, type ModelRight, rightCodename } from '../model/actor.ts';
import { sharePermission, shareView } from '../model/saved-view.ts';
import type { StatementReader } from '../databases/statement.ts';
import type { Staff, StaffUser } from './staff.ts';

/** A request as passed to the host application's code. */
export interface HostRequest {
  readonly method: string;
  readonly url: string;
  header(name: string): string | null;
  /** The server's own request: Express's with its `session`, a Web-standard `Request`, or the one that was passed to `admin.fetch`. */
  readonly raw: unknown;
}

type Awaitable<T> = T | Promise<T>;

/** Returns the username of the member of staff whom the host's own session identifies, or null if it identifies no user. */
export type Authenticate = (request: HostRequest) => Awaitable<string | null>;

/** A member of the host's own staff, with their permissions. */
export interface HostStaff {
  /** Key of the user, as text. */
  readonly id: string;
  readonly username: string;
  readonly name?: string;
  readonly email?: string;
  /** False is a 403: the user is signed in, but may not use the service. True by default. */
  readonly isStaff?: boolean;
  readonly isSuperuser?: boolean;
  readonly groups?: readonly string[];
  /** Permissions as `{app}.{codename}`, such as `sales.view_order`; `auth.share_view` is the right to share saved views. */
  readonly permissions?: readonly string[];
}

/** The host's own users, in place of the service's tables. */
export interface StaffDirectory {
  /** The user of a request, or null if there is none. Called for every request, so that a change takes effect with the next one. */
  readonly authenticate: (request: HostRequest) => Awaitable<HostStaff | null>;
}

/** What users of a host application are looked up with. */
export interface HostUserParts {
  readonly staff: Staff;
  readonly registry: Registry;
}

/** The users whom sessions of the host application identify. */
export interface HostUsers {
  /** The user of a request: null if the host knows its user, and the service does not; undefined if there is no user. */
  find(request: HostRequest, parts: HostUserParts): Promise<StaffUser | null | undefined>;
  /** Reads a user again, as a transaction sees them; missing if only code of the host application knows the user's rights. */
  readAgain?(reader: StatementReader, user: StaffUser, staff: Staff): Promise<StaffUser | null>;
}

/** Users in the service's own tables, by the usernames that code of the host application returns. */
export function usersByName(authenticate: Authenticate): HostUsers {
  return {
    async find(request, { staff }) {
      const username = await authenticate(request);
      if (typeof username !== 'string') return undefined;
      return username.includes('\0') ? null : staff.byUsername(username);
    },
    readAgain: (reader, { username }, staff) => staff.inTransaction(reader, { username }),
  };
}

/** Users whom code of the host application returns with their permissions. */
export function usersOf(directory: StaffDirectory): HostUsers {
  return {
    async find(request, { registry }) {
      const member = await directory.authenticate(request);
      return member ? asStaffUser(member, registry) : undefined;
    },
  };
}

const rights: readonly ModelRight[] = ['view', 'add', 'change', 'delete'];

/** A host's member of staff as a user of the service. They hold a permission on every model that has its codename. */
function asStaffUser(host: HostStaff, registry: Registry): StaffUser {
  if (host.id === '' || host.id.length > 255) throw new Error('The id of a user of the staff directory has 1 to 255 characters.');
  const hostPermissions = new Set(host.permissions ?? []);
  const permissions = registry.models.flatMap((model) =>
    [...rights.map((right) => rightCodename(model, right)), ...model.ownPermissions.map(({ codename }) => codename)]
      .filter((codename) => hostPermissions.has(`${model.app}.${codename}`))
      .map((codename) => permissionId(model, codename)),
  );
  return {
    id: host.id,
    username: host.username,
    email: host.email ?? '',
    firstName: host.name ?? '',
    lastName: '',
    password: '',
    isActive: true,
    isStaff: host.isStaff ?? true,
    isSuperuser: host.isSuperuser ?? false,
    groups: host.groups ?? [],
    permissions: new Set(hostPermissions.has(`auth.${shareView}`) ? [...permissions, sharePermission] : permissions),
  };
}

import type { Registry } from '../model/registry.ts';
import { permissionId, type ModelRight, rightCodename } from '../model/actor.ts';
import type { StaffUser } from './staff.ts';

/** A request as a host's own code is shown it. */
export interface HostRequest {
  readonly method: string;
  readonly url: string;
  header(name: string): string | null;
  /** The server's own request: Express's with its `session`, a Web-standard `Request`, what `admin.fetch` was given. */
  readonly raw: unknown;
}

type Awaitable<T> = T | Promise<T>;

/** Says, by a host's own session, which of the service's staff a request is from: their username, or null for nobody. */
export type Authenticate = (request: HostRequest) => Awaitable<string | null>;

/** A member of a host's own staff, with what they may do. */
export interface HostStaff {
  /** Key of the user, as text. */
  readonly id: string;
  readonly username: string;
  readonly name?: string;
  readonly email?: string;
  /** False is a 403: signed in, but not for this. True by default. */
  readonly isStaff?: boolean;
  readonly isSuperuser?: boolean;
  readonly groups?: readonly string[];
  /** Permissions as `{app}.{codename}`, such as `sales.view_order`. */
  readonly permissions?: readonly string[];
}

/** A host's own users in the place of the service's tables. */
export interface StaffDirectory {
  /** Who a request is from; null for nobody. Asked for every request, so that a change counts from the next one on. */
  readonly authenticate: (request: HostRequest) => Awaitable<HostStaff | null>;
}

const rights: readonly ModelRight[] = ['view', 'add', 'change', 'delete'];

/** A host's member of staff as the service knows its own. A permission is held on every model that has its codename. */
export function asStaffUser(host: HostStaff, registry: Registry): StaffUser {
  if (host.id === '' || host.id.length > 255) throw new Error('The id of a user of the staff directory has 1 to 255 characters.');
  const given = new Set(host.permissions ?? []);
  const held = registry.models.flatMap((model) =>
    [...rights.map((right) => rightCodename(model, right)), ...model.ownPermissions.map(({ codename }) => codename)]
      .filter((codename) => given.has(`${model.app}.${codename}`))
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
    permissions: new Set(held),
  };
}

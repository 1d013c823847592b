import { type Authentication, authenticationTraits, requireHostStaff } from '../../auth/authentication.ts';
import { asStaffUser, type Authenticate, type HostRequest, type StaffDirectory } from '../../auth/host-staff.ts';
import type { Staff, StaffUser } from '../../auth/staff.ts';
import type { StatementReader } from '../../databases/statement.ts';
import type { Registry } from '../../model/registry.ts';
import type { HttpRequest } from '../message.ts';
import type { Authenticator } from './authenticator.ts';

/**
 * Finds the user of a request by code of the host application: null if it knows the request's user, and the service does not; undefined if
 * there is no user.
 */
type FindUser = (request: HostRequest) => Promise<StaffUser | null | undefined>;

/** Reads a user of the service's own tables again, as a transaction sees them. */
type ReadAgain = (reader: StatementReader, user: StaffUser) => Promise<StaffUser | null>;

/** Authenticates by the session of the host application, whose code returns the username of one of the service's own users. */
export function hostSession(authenticate: Authenticate, staff: Staff): Authenticator {
  const find: FindUser = async (request) => {
    const username = await authenticate(request);
    if (typeof username !== 'string') return undefined;
    return username.includes('\0') ? null : staff.byUsername(username);
  };
  return byHost(find, (reader, { username }) => staff.inTransaction(reader, { username }));
}

/** Authenticates by the session of the host application, whose code returns the user with their permissions. */
export function hostDirectory(directory: StaffDirectory, registry: Registry): Authenticator {
  return byHost(async (request) => {
    const member = await directory.authenticate(request);
    return member ? asStaffUser(member, registry) : undefined;
  });
}

/** A request with an `Authorization` header is never one of a host's session. */
function byHost(find: FindUser, readAgain?: ReadAgain): Authenticator {
  return {
    async identify({ request }) {
      if (request.header('authorization') !== null) return null;
      const seen = hostRequest(request);
      const found = await find(seen);
      if (found === undefined) return null;
      return {
        found,
        isAmbient: authenticationTraits.host.isAmbient,
        read: async () => (await find(seen)) ?? null,
        ...(found && readAgain ? { readInTransaction: (reader: StatementReader) => readAgain(reader, found) } : {}),
        require: requireHostStaff,
        authenticationOf: ({ id }): Authentication => ({ kind: 'host', signIn: `host ${id}` }),
      };
    },
  };
}

/** The part of a request that code of the host application may use. */
function hostRequest(request: HttpRequest): HostRequest {
  return { method: request.method, url: request.url, raw: request.raw, header: (name) => request.header(name) };
}

import { type Authentication, authenticationTraits, requireHostStaff } from '../../auth/authentication.ts';
import type { HostRequest, HostUserParts, HostUsers } from '../../auth/host-staff.ts';
import type { StatementReader } from '../../databases/statement.ts';
import type { HttpRequest } from '../message.ts';
import type { Authenticator } from './authenticator.ts';

/** Authenticates by the session of the host application. A request with an `Authorization` header is never one of such a session. */
export function hostSession(users: HostUsers, parts: HostUserParts): Authenticator {
  return {
    async identify({ request }) {
      if (request.header('authorization') !== null) return null;
      const visibleRequest = hostRequest(request);
      const user = await users.find(visibleRequest, parts);
      if (user === undefined) return null;
      return {
        found: user,
        isAmbient: authenticationTraits.host.isAmbient,
        read: async () => (await users.find(visibleRequest, parts)) ?? null,
        ...(user && users.readAgain
          ? { readInTransaction: async (reader: StatementReader) => users.readAgain?.(reader, user, parts.staff) ?? null }
          : {}),
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

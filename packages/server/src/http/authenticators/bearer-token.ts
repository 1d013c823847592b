import { type Authentication, authenticationTraits, challenge, requireStaff } from '../../auth/authentication.ts';
import type { Staff } from '../../auth/staff.ts';
import type { Tokens } from '../../auth/tokens.ts';
import { AdminError } from '../../errors/errors.ts';
import type { Authenticator } from './authenticator.ts';

/** Authenticates by an access token in the `Authorization` header. With such a header, no cookie counts (CONTRACT §10). */
export function bearerToken({ staff, tokens }: { readonly staff: Staff; readonly tokens: Tokens }): Authenticator {
  return {
    async identify({ request }) {
      const header = request.header('authorization');
      if (header === null) return null;
      const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(header.trim()) ?? [];
      const claims = token === undefined ? null : await tokens.readAccess(token);
      if (!claims) throw new AdminError('token_not_valid', challenge);
      const authentication: Authentication = { signIn: claims.signIn, kind: 'token' };
      return {
        isAmbient: authenticationTraits.token.isAmbient,
        remembered: () => staff.remembered(authentication.signIn),
        read: () => staff.bySignIn(authentication.signIn),
        readInTransaction: (reader) => staff.inTransaction(reader, authentication),
        require: (user) => requireStaff(user, authentication),
        authenticationOf: () => authentication,
      };
    },
  };
}

import type { Accounts } from '../../auth/accounts.ts';
import { type Authentication, authenticationTraits, requireStaff } from '../../auth/authentication.ts';
import { nowInSeconds, signInId } from '../../auth/sign-ins.ts';
import type { Staff } from '../../auth/staff.ts';
import type { SessionCookies } from '../security/session-cookies.ts';
import type { Authenticator } from './authenticator.ts';

/** The dependencies of {@link sessionCookie}. */
export interface SessionParts {
  readonly staff: Staff;
  readonly accounts: Accounts;
  readonly cookies: SessionCookies;
  /** Seconds that a session lives after its last request. */
  readonly sessionLifetime: number;
}

/** Authenticates by the cookie of a session. */
export function sessionCookie({ staff, accounts, cookies, sessionLifetime }: SessionParts): Authenticator {
  // A session in use gets its whole life again once a day; a short one, after a tenth of it.
  const extendAfter = Math.min(24 * 3600, sessionLifetime / 10);
  return {
    async identify({ request }) {
      const session = cookies.sessionOf(request);
      if (session === null) return null;
      const authentication: Authentication = { signIn: signInId(session), kind: 'session' };
      return {
        isAmbient: authenticationTraits.session.isAmbient,
        remembered: () => staff.remembered(authentication.signIn),
        read: () => staff.bySignIn(authentication.signIn),
        readInTransaction: (reader) => staff.inTransaction(reader, authentication),
        require: (user) => requireStaff(user, authentication),
        authenticationOf: () => authentication,
        renewal: {
          isDue: ({ signIn }) => signIn !== undefined && signIn.expires - nowInSeconds() < sessionLifetime - extendAfter,
          async renew(response, incoming) {
            await accounts.extend(authentication.signIn);
            return cookies.withSession(response, incoming, session);
          },
        },
      };
    },
  };
}

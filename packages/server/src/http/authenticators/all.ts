import type { Authenticator } from './authenticator.ts';
import type { HostUserParts } from '../../auth/host-staff.ts';
import type { StaffSource } from '../../auth/staff-source.ts';
import type { Tokens } from '../../auth/tokens.ts';
import { bearerToken } from './bearer-token.ts';
import { hostSession } from './host-session.ts';
import { type SessionParts, sessionCookie } from './session-cookie.ts';

/** The dependencies of the authenticators. */
export interface AuthenticatorParts extends SessionParts, HostUserParts {
  readonly tokens: Tokens;
}

/** The ways to authenticate of a service, in the order in which they are asked. */
export interface Authenticators {
  readonly all: readonly Authenticator[];
  /** Those of sign-ins to the service itself, which logging out ends. */
  readonly ofSignIns: readonly Authenticator[];
}

/** @param source where users come from. */
export function authenticatorsOf({ host, methods }: StaffSource, parts: AuthenticatorParts): Authenticators {
  const byHost = host ? [hostSession(host, parts)] : [];
  if (methods.length === 0) return { all: byHost, ofSignIns: [] };
  const [token, session] = [bearerToken(parts), sessionCookie(parts)];
  return { all: [token, ...byHost, session], ofSignIns: [token, session] };
}

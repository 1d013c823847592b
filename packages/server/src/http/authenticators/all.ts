import type { Registry } from '../../model/registry.ts';
import type { ServiceSettings } from '../../service/settings.ts';
import type { Authenticator } from './authenticator.ts';
import type { Tokens } from '../../auth/tokens.ts';
import { bearerToken } from './bearer-token.ts';
import { hostDirectory, hostSession } from './host-session.ts';
import { type SessionParts, sessionCookie } from './session-cookie.ts';

/** The dependencies of the authenticators. */
export interface AuthenticatorParts extends SessionParts {
  readonly tokens: Tokens;
  readonly registry: Registry;
}

/** The ways to authenticate of a service, in the order in which they are asked. */
export interface Authenticators {
  readonly all: readonly Authenticator[];
  /** Those of sign-ins to the service itself, which logging out ends. */
  readonly ofSignIns: readonly Authenticator[];
}

/** @param settings if `staffDirectory` is set, it is the only source of identity. */
export function authenticatorsOf(
  { staffDirectory, authenticate }: Pick<ServiceSettings, 'staffDirectory' | 'authenticate'>,
  parts: AuthenticatorParts,
): Authenticators {
  if (staffDirectory) return { all: [hostDirectory(staffDirectory, parts.registry)], ofSignIns: [] };
  const [token, session] = [bearerToken(parts), sessionCookie(parts)];
  return { all: [token, ...(authenticate ? [hostSession(authenticate, parts.staff)] : []), session], ofSignIns: [token, session] };
}

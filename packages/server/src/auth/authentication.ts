import { AdminError } from '../errors/errors.ts';
import { nowInSeconds, type SignInKind } from './sign-ins.ts';
import type { StaffUser } from './staff.ts';

/** Every 401 names the authentication scheme (CONTRACT §11). */
export const challenge: { readonly headers: Readonly<Record<string, string>> } = { headers: { 'WWW-Authenticate': 'Bearer' } };

/** The sign-in that a request names; with the host's own session, the id of the user whom the host names. */
export interface Authentication {
  readonly signIn: string;
  readonly kind: AuthenticationKind;
}

export type AuthenticationKind = SignInKind | 'host';

/** What follows from the kind of credentials. */
export interface AuthenticationTraits {
  /** Whether browsers send these credentials by themselves, also from pages of other origins: writes then need a CSRF token. */
  readonly isAmbient: boolean;
  /** Whose session identifies the user. A part of what identifies a repeated request, so that it must not change. */
  readonly identifiedBy: 'own' | 'host';
}

export const authenticationTraits: Readonly<Record<AuthenticationKind, AuthenticationTraits>> = {
  token: { isAmbient: false, identifiedBy: 'own' },
  session: { isAmbient: true, identifiedBy: 'own' },
  host: { isAmbient: true, identifiedBy: 'host' },
};

/** Whether a user's sign-in is valid: not expired, proved by a credential that the user still has, and the user is active. */
export function isCurrent(user: StaffUser): boolean {
  const { isActive, signIn } = user;
  return isActive && signIn !== undefined && signIn.expires > nowInSeconds() && signIn.isProven;
}

/** The user whom the host's own session names, if they are active staff. Throws a 401 or 403. */
export function requireHostStaff(user: StaffUser | null): StaffUser {
  if (user && !user.isActive) throw new AdminError('not_authenticated', challenge);
  if (!user?.isStaff) throw new AdminError('not_staff');
  return user;
}

/** The user, if their sign-in is valid and they are staff. Throws a 401 or 403 (CONTRACT §11). */
export function requireStaff(user: StaffUser | null, { kind }: Authentication): StaffUser {
  if (!user || !isCurrent(user) || user.signIn?.kind !== kind) throw new AdminError('token_not_valid', challenge);
  if (!user.isStaff) throw new AdminError('not_staff');
  return user;
}

import { AdminError } from '../errors.ts';
import { nowInSeconds, passwordFingerprint, signInId, type SignInKind } from './sign-ins.ts';
import type { StaffUser } from './staff.ts';
import type { Tokens } from './tokens.ts';

/** Every 401 names the authentication scheme (CONTRACT §11). */
export const challenge: { readonly headers: Readonly<Record<string, string>> } = { headers: { 'WWW-Authenticate': 'Bearer' } };

/** The sign-in that a request names; with the host's own session, the id of the user whom the host names. */
export interface Credentials {
  readonly signIn: string;
  readonly kind: SignInKind | 'host';
}

/** The credentials that a request carries. */
export interface Presented {
  /** The `Authorization` header; if present, the cookie is ignored (CONTRACT §10). */
  readonly authorization: string | null;
  /** The value of the session's cookie. */
  readonly session: string | null;
}

/** The sign-in that a request names. Throws a 401 if the request names none, or if its token is invalid. */
export async function readCredentials({ authorization, session }: Presented, tokens: Tokens): Promise<Credentials> {
  if (authorization === null) {
    if (session === null || session === '') throw new AdminError('not_authenticated', challenge);
    return { signIn: signInId(session), kind: 'session' };
  }
  const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization.trim()) ?? [];
  const claims = token === undefined ? null : await tokens.readAccess(token);
  if (!claims) throw new AdminError('token_not_valid', challenge);
  return { signIn: signInId(claims.secret), kind: 'token' };
}

/** Whether a user's sign-in is valid: not expired, made under the user's current password, and the user is active. */
export function isCurrent({ isActive, password, signIn }: StaffUser): boolean {
  return (
    isActive && signIn !== undefined && signIn.expires > nowInSeconds() && signIn.passwordFingerprint === passwordFingerprint(password)
  );
}

/** The user whom the host's own session names, if they are active staff. Throws a 401 or 403. */
export function requireHostStaff(user: StaffUser | null): StaffUser {
  if (user && !user.isActive) throw new AdminError('not_authenticated', challenge);
  if (!user?.isStaff) throw new AdminError('not_staff');
  return user;
}

/** The user, if their sign-in is valid and they are staff. Throws a 401 or 403 (CONTRACT §11). */
export function requireStaff(user: StaffUser | null, { kind }: Credentials): StaffUser {
  if (!user || !isCurrent(user) || user.signIn?.kind !== kind) throw new AdminError('token_not_valid', challenge);
  if (!user.isStaff) throw new AdminError('not_staff');
  return user;
}

import { AdminError } from '../errors.ts';
import { nowInSeconds, passwordFingerprint, signInId, type SignInKind } from './sign-ins.ts';
import type { StaffUser } from './staff.ts';
import type { Tokens } from './tokens.ts';

/** Every 401 says how to come back (CONTRACT §11). */
export const challenge: { readonly headers: Readonly<Record<string, string>> } = { headers: { 'WWW-Authenticate': 'Bearer' } };

/** Which sign-in a request names; of a host's own session, whom that names. */
export interface Credentials {
  readonly signIn: string;
  readonly kind: SignInKind | 'host';
}

/** What a request brings to say whose it is. */
export interface Presented {
  /** The `Authorization` header; where it is, it alone decides (CONTRACT §10). */
  readonly authorization: string | null;
  /** The value of the session's cookie. */
  readonly session: string | null;
}

/** The sign-in that a request names. Throws 401 where it names none, or by a token that is not good. */
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

/** Whether a user's sign-in holds: not over, made under the password that they have, and they are active. */
export function isCurrent({ isActive, password, signIn }: StaffUser): boolean {
  return (
    isActive && signIn !== undefined && signIn.expires > nowInSeconds() && signIn.passwordFingerprint === passwordFingerprint(password)
  );
}

/** The user whom a host's own session names, where they are active staff. Throws 401 or 403. */
export function requireHostStaff(user: StaffUser | null): StaffUser {
  if (user && !user.isActive) throw new AdminError('not_authenticated', challenge);
  if (!user?.isStaff) throw new AdminError('not_staff');
  return user;
}

/** The user, where their sign-in holds and they are staff. Throws 401 or 403 (CONTRACT §11). */
export function requireStaff(user: StaffUser | null, { kind }: Credentials): StaffUser {
  if (!user || !isCurrent(user) || user.signIn?.kind !== kind) throw new AdminError('token_not_valid', challenge);
  if (!user.isStaff) throw new AdminError('not_staff');
  return user;
}

import { AdminError } from '../errors.ts';
import type { StaffUser } from './staff.ts';
import { passwordMark, type TokenClaims, type Tokens } from './tokens.ts';

/** Every 401 says how to come back (CONTRACT §11). */
export const challenge: { readonly headers: Readonly<Record<string, string>> } = { headers: { 'WWW-Authenticate': 'Bearer' } };

/**
 * What the access token of a request says. Throws 401 where there is none, or none that is good.
 * @param authorization the header, or null.
 */
export async function readCredentials(authorization: string | null, tokens: Tokens): Promise<TokenClaims> {
  if (authorization === null) throw new AdminError('not_authenticated', challenge);
  const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization.trim()) ?? [];
  const claims = token === undefined ? null : await tokens.readAccess(token);
  if (!claims) throw new AdminError('token_not_valid', challenge);
  return claims;
}

/** The user, where the token is theirs still and they are staff. Throws 401 or 403 (CONTRACT §11). */
export function requireStaff(user: StaffUser | null, claims: TokenClaims): StaffUser {
  if (!user?.isActive || passwordMark(user.password) !== claims.password) throw new AdminError('token_not_valid', challenge);
  if (!user.isStaff) throw new AdminError('not_staff');
  return user;
}

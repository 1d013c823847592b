import { AdminError } from '../errors.ts';
import type { Staff, StaffUser } from './staff.ts';
import { passwordMark, type Tokens } from './tokens.ts';

/**
 * The staff member that a request comes from, as they are now. Throws 401 without valid credentials, 403 for a user
 * who is no staff (CONTRACT §11).
 * @param authorization the header, or null.
 */
export async function authenticate(authorization: string | null, tokens: Tokens, staff: Staff): Promise<StaffUser> {
  if (authorization === null) throw new AdminError('not_authenticated', challenge);
  const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization.trim()) ?? [];
  const claims = token === undefined ? null : await tokens.readAccess(token);
  const user = claims && (await staff.byId(claims.userId));
  if (!user?.isActive || passwordMark(user.password) !== claims?.password) throw new AdminError('token_not_valid', challenge);
  if (!user.isStaff) throw new AdminError('not_staff');
  return user;
}

/** Every 401 says how to come back (CONTRACT §11). */
export const challenge: { readonly headers: Readonly<Record<string, string>> } = { headers: { 'WWW-Authenticate': 'Bearer' } };

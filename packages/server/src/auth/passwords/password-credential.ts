import { hash } from 'node:crypto';
import type { Credential } from '../proof.ts';
import type { StaffUser } from '../staff.ts';

/** The mark of a password, by its stored hash: 16 characters, none of them a colon. */
export function passwordMark(stored: string): string {
  return hash('sha256', stored, 'base64url').slice(0, 16);
}

/** The password of a user as a credential. */
export function passwordOf({ password }: Pick<StaffUser, 'password'>): Credential {
  return { mark: passwordMark(password), columns: { password } };
}

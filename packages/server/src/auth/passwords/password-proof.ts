import type { Proof } from '../proof.ts';
import type { Staff } from '../staff.ts';
import { passwordOf } from './password-credential.ts';
import { verifyPassword } from './passwords.ts';

/** The credentials of a sign-in by password. */
export interface PasswordLogin {
  readonly username: string;
  readonly password: string;
  /** The mark of a browser that has signed in to the account before. */
  readonly device: string | null;
}

/** The proof by a password. It takes the same work for an unknown name. @param verify checks a password against a hash. */
export async function passwordProof(
  staff: Pick<Staff, 'byUsername'>,
  { username, password, device }: PasswordLogin,
  verify: typeof verifyPassword = verifyPassword,
): Promise<Proof> {
  const user = username.includes('\0') ? null : await staff.byUsername(username);
  const isRight = await verify(user?.password ?? null, password, device === null);
  return { user, credential: isRight && user !== null ? passwordOf(user) : null };
}

import { randomBytes } from 'node:crypto';
import type { Admin } from '../../admin/admin.ts';
import { passwordProblem } from '../../auth/passwords/password-rules.ts';
import { hashPassword } from '../../auth/passwords/passwords.ts';
import { UsageError } from '../usage-error.ts';

/** An account that was made. */
export interface Owner {
  readonly username: string;
  /** The password, if it was generated: it is stored nowhere. */
  readonly generated: string | undefined;
}

/** Makes a superuser, unless there is an account already: then it returns null. The password comes from `GRIMOIRE_PASSWORD`, or is generated. */
export async function makeOwner(admin: Admin, username: string): Promise<Owner | null> {
  if (await admin.operations.hasAccounts()) return null;
  const fromEnvironment = process.env['GRIMOIRE_PASSWORD'];
  const password = fromEnvironment === undefined || fromEnvironment === '' ? await generated(username) : fromEnvironment;
  const problem = await passwordProblem(password, { username, email: '' });
  if (problem !== null) throw new UsageError(`GRIMOIRE_PASSWORD: ${String(problem)}`);
  await (await admin.operations.staff()).create({ username, password: await hashPassword(password), isStaff: true, isSuperuser: true });
  return { username, generated: password === fromEnvironment ? undefined : password };
}

async function generated(username: string): Promise<string> {
  for (;;) {
    const password = randomBytes(15).toString('base64url');
    if ((await passwordProblem(password, { username, email: '' })) === null) return password;
  }
}

import type { Database } from '../../databases/database.ts';
import { AdminError, invalidParameter } from '../../errors/errors.ts';
import type { SystemTableNames } from '../../model/system-tables.ts';
import { say } from '../../texts/message.ts';
import type { Attempts } from '../attempts.ts';
import { challenge } from '../authentication.ts';
import type { ClientTrace, SignInLog } from '../sign-in-log.ts';
import { SignIns } from '../sign-ins.ts';
import type { Staff, StaffUser } from '../staff.ts';
import { passwordMark, passwordOf } from './password-credential.ts';
import { passwordProblem } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** A user's old password and the new one. */
export interface PasswordChange {
  readonly old: string;
  readonly new: string;
  /** The mark of a browser that has signed in to the account before. */
  readonly device: string | null;
}

/** The dependencies of {@link PasswordChanges}. */
export interface PasswordChangeParts {
  readonly database: Database;
  readonly tables: SystemTableNames;
  readonly staff: Staff;
  readonly attempts: Attempts;
  readonly signInLog: SignInLog;
}

/** Changes of passwords by their users (CONTRACT §10). */
export class PasswordChanges {
  readonly #parts: PasswordChangeParts;
  readonly #signIns: SignIns;

  constructor(parts: PasswordChangeParts) {
    this.#parts = parts;
    this.#signIns = new SignIns(parts.tables);
  }

  /** Sets a user's new password and ends their other sign-ins. Throws a 400 that names the problem, or a 429 as a login does. */
  async change(user: StaffUser, passwords: PasswordChange, trace: ClientTrace): Promise<void> {
    const { database, staff, attempts, signInLog } = this.#parts;
    const claimed = { username: user.username, device: passwords.device };
    await attempts.run(claimed, trace, async (attempt) => {
      if (!(await verifyPassword(user.password, passwords.old, false))) {
        await signInLog.recordFailure('password_change', user, trace);
        throw invalidParameter('old_password', say('notYourPassword'));
      }
      await attempts.forget(database.queries(), attempt);
      const problem = await passwordProblem(passwords.new, user);
      if (problem !== null) throw invalidParameter('new_password', problem);
      const password = await hashPassword(passwords.new);
      await signInLog.transaction(async (transaction) => {
        const db = transaction.queries;
        const { mark: from, columns } = passwordOf(user);
        const isSame =
          (await staff.writeIfSame(db, { user, columns }, { password })) &&
          (await this.#signIns.keepOnly(db, user, { from, to: passwordMark(password) }));
        // Another request has changed the password meanwhile, or ended this sign-in.
        if (!isSame) throw new AdminError('token_not_valid', challenge);
        await signInLog.record('password_change', user, trace, transaction);
      });
    });
  }
}

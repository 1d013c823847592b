import { isDeepStrictEqual } from 'node:util';
import type { StaffUser } from '../auth/staff.ts';
import { ActorConfirmation } from '../authorize/actor-confirmation.ts';
import { Policy } from '../authorize/policy.ts';
import type { StatementReader } from '../databases/statement.ts';
import { AdminError } from '../errors/errors.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { currentWork } from '../process/request-work.ts';
import { say } from '../texts/message.ts';
import type { RequestTrace } from '../write/unit-of-work.ts';
import type { RecheckRights, Writer } from '../write/transaction.ts';
import type { Service } from './service.ts';

/** A user for whom the service works: what they may do, and as whom they write. */
export interface Acting extends Writer {
  readonly user: StaffUser;
}

/** How the service knows the user for whom it works. */
export interface ActingOptions {
  /** By default the user was read for this work. */
  readonly confirmation?: ActorConfirmation;
  /**
   * Reads the user again, as a transaction sees them. Throws a 401 or 403 if they may not work any more. Without it, a write that takes long is
   * not checked before its commit.
   */
  readonly readAgain?: ((reader: StatementReader) => Promise<StaffUser>) | undefined;
}

/** Milliseconds after which a write has taken long: the user is read again. */
export const longWrite = 100;

/** Works for a user: a request, a run or the command line. Its statements end by the time limit of requests. */
export function actAs(
  { registry, settings, staff }: Pick<Service, 'registry' | 'settings' | 'staff'>,
  user: StaffUser,
  trace: () => RequestTrace,
  { confirmation = ActorConfirmation.ofCurrent(), readAgain }: ActingOptions = {},
): Acting {
  const work = currentWork();
  if (work) work.about.user = user.id;
  const started = Date.now();
  const policy = new Policy(user, registry, { deadline: started + settings.requestTimeout, confirmation });
  const recheckRights: RecheckRights = async (reader, changed) => {
    if (Date.now() - started <= longWrite || !readAgain) return;
    // The transaction itself may have changed the user's rights; the guards of staff have then checked them within it.
    if (changed.some(({ model, key }) => model === staffModelKeys.group || (model === staffModelKeys.user && key === user.id))) return;
    const now = await readAgain(reader);
    const isLinkChanged = now.link !== user.link && !changed.some(({ model }) => model === staff.linkedModel);
    if (isLinkChanged || !hasSameRights(now, user)) throw new AdminError('locked', { detail: say('accountChanged') });
  };
  return { user, policy, trace, recheckRights };
}

function hasSameRights(now: StaffUser, then: StaffUser): boolean {
  const rightsOf = ({ id, isSuperuser, groups, permissions }: StaffUser): unknown => ({ id, isSuperuser, groups, permissions });
  return isDeepStrictEqual(rightsOf(now), rightsOf(then));
}

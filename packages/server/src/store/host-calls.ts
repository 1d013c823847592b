import type { Policy } from '../authorize/policy.ts';
import { answeredBy } from '../databases/answered-by.ts';
import type { UserLimit } from './shares/user-limit.ts';

/** Runs functions of the host for users: a few of each user at a time, and none longer than its request may take. */
export class HostCalls {
  readonly #limit: UserLimit;

  constructor(limit: UserLimit) {
    this.#limit = limit;
  }

  /** Throws a `timeout` at the deadline of the request; the function itself can not be ended. */
  run<T>({ actor, deadline }: Pick<Policy, 'actor' | 'deadline'>, job: () => Promise<T>): Promise<T> {
    return this.#limit.run(actor.id, () => answeredBy(deadline, job), deadline);
  }
}

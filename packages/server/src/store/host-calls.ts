import { AdminError } from '../errors.ts';
import type { Policy } from '../authorize/policy.ts';
import type { UserLimit } from './user-limit.ts';

/** Runs functions of the host for users: a few of each user at a time, and none longer than its request may take. */
export class HostCalls {
  readonly #limit: UserLimit;

  constructor(limit: UserLimit) {
    this.#limit = limit;
  }

  /** Throws a `timeout` at the deadline of the request; the function itself can not be ended. */
  run<T>({ actor, deadline }: Pick<Policy, 'actor' | 'deadline'>, job: () => Promise<T>): Promise<T> {
    return this.#limit.run(actor.id, () => (deadline === undefined ? job() : until(deadline, job)), deadline);
  }
}

async function until<T>(deadline: number, job: () => Promise<T>): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AdminError('timeout')), deadline - Date.now());
  try {
    return await Promise.race([job(), end]);
  } finally {
    clearTimeout(timer);
  }
}

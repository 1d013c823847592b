import { AdminError } from '../errors/errors.ts';
import { whenOverdue } from '../process/event-loop.ts';

/**
 * What a job returns. Throws a `timeout` at the deadline, in milliseconds since 1970; the job itself goes on, and whoever began it ends it.
 */
export async function answeredBy<T>(deadline: number | undefined, job: () => Promise<T>): Promise<T> {
  if (deadline === undefined) return job();
  const { promise: end, reject } = Promise.withResolvers<never>();
  const stop = whenOverdue(Math.max(0, deadline - Date.now()), () => reject(new AdminError('timeout')));
  try {
    return await Promise.race([job(), end]);
  } finally {
    stop();
  }
}

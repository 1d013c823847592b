import { AdminError } from '../errors.ts';

/** Jobs of one request that run at the same time: the user's other requests go on. */
const atOnce = 3;

/**
 * Runs a job for each item, a few at a time, until a time in milliseconds since 1970. The statements of a job need a deadline of their own.
 * @returns the results of the jobs that have ended in time; others, and those for which there was no place, have none.
 */
export async function inTime<T, R>(items: Iterable<T>, until: number, job: (item: T) => Promise<R>): Promise<ReadonlyMap<T, R>> {
  const results = new Map<T, R>();
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined && Date.now() < until; item = left.shift()) {
      const result = await job(item).catch(lateAsNothing);
      if (result !== late) results.set(item, result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

const late: unique symbol = Symbol('late');

function lateAsNothing(error: unknown): typeof late {
  if (error instanceof AdminError && (error.code === 'timeout' || error.code === 'unavailable')) return late;
  throw error;
}

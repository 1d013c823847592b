import { AdminError } from '../errors.ts';
import { Abandoned } from '../request-work.ts';
import { ActorChanged } from '../store/confirm-actor.ts';

/** Jobs of one request that run at the same time: the user's other requests go on. */
const atOnce = 3;

/** What is done for each of several items, and until when. */
interface Jobs<T, R> {
  /** Milliseconds since 1970. The statements of a job need a deadline of their own. */
  readonly until: number;
  readonly job: (item: T) => Promise<R>;
  /** Called for an item whose job has failed, and not because of the time. */
  readonly onFailure: (error: unknown, item: T) => void;
}

/**
 * Runs a job for each item, a few at a time.
 * @returns the results of the jobs that have ended in time; others, those that have failed, and those for which there was no place, have none.
 */
export async function inTime<T, R>(items: Iterable<T>, { until, job, onFailure }: Jobs<T, R>): Promise<ReadonlyMap<T, R>> {
  const results = new Map<T, R>();
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined && Date.now() < until; item = left.shift()) {
      try {
        results.set(item, await job(item));
      } catch (error) {
        if (endsRequest(error)) throw error;
        if (!isLate(error)) onFailure(error, item);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

function isLate(error: unknown): boolean {
  return error instanceof AdminError && (error.code === 'timeout' || error.code === 'unavailable');
}

/** The user has lost a right meanwhile, or is gone: the request is answered anew, or not at all. */
function endsRequest(error: unknown): boolean {
  return error instanceof ActorChanged || error instanceof Abandoned;
}

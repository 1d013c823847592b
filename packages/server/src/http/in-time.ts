import { ActorChanged } from '../authorize/actor-confirmation.ts';
import type { Policy } from '../authorize/policy.ts';
import { LateStatement } from '../databases/late-statement.ts';
import { AdminError } from '../errors/errors.ts';
import { Abandoned } from '../process/request-work.ts';

/** Jobs of one request that run at the same time: the user's other requests go on. */
const atOnce = 3;

/** Milliseconds that all jobs may take. */
const budget = 1000;

/** Milliseconds above which a job was slow, if its statement then still ran; and for which one is left out that was so twice. */
const slow = 500;
const leftOutFor = 60_000;

/** What is done for each of several items. */
interface Jobs<T, R> {
  /** What an item is known by from one request to the next. */
  readonly keyOf: (item: T) => object;
  /** It ends by the deadline of this policy. */
  readonly job: (item: T, policy: Policy) => Promise<R>;
  /** Called for an item whose job has failed, and not because of the time. */
  readonly onFailure: (error: unknown, item: T) => void;
}

/** A job that had no result the last time. */
interface Missed {
  /** The user who asked last: what is slow for one may be quick for another, who asks for something else. */
  readonly user: string | null;
  /** How often it was slow since it last had a result. */
  readonly slowTimes: number;
  /** When it had none, in milliseconds since 1970. */
  readonly at: number;
}

/** By the keys of the items. */
const missed = new WeakMap<object, Missed>();

/**
 * Runs a job for each item, a few at a time, within a second. Those that had no result the last time come after the others, and one that was slow twice is
 * left out for a minute: they would take all of the time, each time. Not after the first time, because its result may be remembered when it comes.
 * @returns the results of the jobs that have ended in time; others, those that have failed, and those for which there was no place, have none.
 */
export async function inTime<T, R>(items: readonly T[], policy: Policy, jobs: Jobs<T, R>): Promise<ReadonlyMap<T, R>> {
  const now = Date.now();
  const user = policy.actor.id;
  const within = policy.until(now + budget);
  const queue = items
    .map((item) => ({ item, ...(missed.get(jobs.keyOf(item)) ?? { user, slowTimes: 0, at: 0 }) }))
    .filter((one) => one.user !== user || one.slowTimes < 2 || one.at + leftOutFor <= now)
    .toSorted((one, other) => one.at - other.at);
  const results = new Map<T, R>();
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next && Date.now() < now + budget; next = queue.shift()) {
      const result = await run(jobs, next.item, within);
      if (result) results.set(next.item, result.value);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

async function run<T, R>({ keyOf, job, onFailure }: Jobs<T, R>, item: T, within: Policy): Promise<{ readonly value: R } | undefined> {
  const key = keyOf(item);
  try {
    const value = await job(item, within);
    missed.delete(key);
    return { value };
  } catch (error) {
    if (endsRequest(error)) throw error;
    if (!isLate(error)) onFailure(error, item);
    const wasSlow = error instanceof LateStatement && error.milliseconds > slow;
    const user = within.actor.id;
    const last = missed.get(key);
    const slowTimes = (last?.user === user ? last.slowTimes : 0) + (wasSlow ? 1 : 0);
    missed.set(key, { user, slowTimes, at: Date.now() });
    return undefined;
  }
}

function isLate(error: unknown): boolean {
  return error instanceof AdminError && (error.code === 'timeout' || error.code === 'unavailable');
}

/** The user has lost a right meanwhile, or is gone: the request is answered anew, or not at all. */
function endsRequest(error: unknown): boolean {
  return error instanceof ActorChanged || error instanceof Abandoned;
}

import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { AdminError } from '../../errors/errors.ts';
import { withoutWork } from '../../process/request-work.ts';
import { Semaphore } from '../../process/semaphore.ts';
import { waitLimit } from '../../process/wait-limit.ts';
import { isHashOf } from './checking.ts';

/** Stands in place of a hash if a user has no password; no password matches it. */
export const unusablePassword = '!';

/** The prefix that Django puts before an argon2 hash; with it, Django can read the hashes of this service. */
const djangoPrefix = 'argon2';

const processors = availableParallelism();

/** Each check needs a thread, of some 12 MB, and 19 MiB more while it runs. Half of the processors are left to requests. */
const checksAtOnce = Math.max(1, Math.min(4, Math.floor(processors / 2)));

/** Limits how many passwords are checked at once. */
const checks = new Semaphore(checksAtOnce);

/** The same for browsers that have never signed in: their guesses leave some for other clients. */
const strangers = new Semaphore(Math.max(1, Math.floor(checksAtOnce / 2)));

/** Limits how many passwords are hashed at once. New passwords are rare, and some are hashed in a transaction, which does not wait for checks. */
const hashes = new Semaphore(processors);

/** Runs a job when the semaphores allow it. Throws a 503 if that takes longer than a request waits. */
async function inTurn<T>([semaphore, ...others]: readonly Semaphore[], job: () => Promise<T>): Promise<T> {
  if (!semaphore) return job();
  const release = await semaphore.acquire(waitLimit());
  if (!release) throw new AdminError('unavailable');
  try {
    return await inTurn(others, job);
  } finally {
    release();
  }
}

/** An argon2id hash of a password, in the format of Django's tables. */
export async function hashPassword(password: string): Promise<string> {
  // Argon2id is the library's default algorithm; the costs are OWASP's (19 MiB, two passes).
  const encoded = await inTurn([hashes], () => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
  return `${djangoPrefix}${encoded}`;
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches this hash. Without a hash, it does the same work and returns false, so that an unknown user takes as long as
 * a wrong password (CONTRACT §10).
 * @param isStranger whether the browser has not signed in to the account before.
 */
export async function verifyPassword(stored: string | null, password: string, isStranger: boolean): Promise<boolean> {
  // A decoy whose hashing timed out is made again: a kept failure would refuse every unknown user from then on.
  // It belongs to no request: if the client of the first request closes its connection, the others still need the decoy.
  if (!decoy) {
    decoy = withoutWork(() => hashPassword('a password that no user has'));
    decoy.catch(() => (decoy = undefined));
  }
  const usable = stored?.startsWith(`${djangoPrefix}$`) ? stored : null;
  const encoded = (usable ?? (await decoy)).slice(djangoPrefix.length);
  const matches = await inTurn(isStranger ? [strangers, checks] : [checks], () => isHashOf(encoded, password));
  return matches && usable !== null;
}

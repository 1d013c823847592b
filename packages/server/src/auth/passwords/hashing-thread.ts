import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

/** A password to hash; with `encoded`, one to compare with a hash. */
export interface HashingJob {
  readonly password: string;
  readonly costs?: Options;
  readonly encoded?: string;
}

// Requests go before passwords where processors are scarce. On Linux a thread has a priority of its own; elsewhere this would be that of the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

function resultOf({ password, costs, encoded }: HashingJob): string | boolean {
  if (encoded === undefined) return hashSync(password, costs);
  try {
    return verifySync(encoded, password);
  } catch {
    // What is no hash has no password.
    return false;
  }
}

parentPort?.on('message', (job: HashingJob) => parentPort?.postMessage(resultOf(job), []));

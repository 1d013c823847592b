import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { verifySync } from '@node-rs/argon2';

/** A password to compare with a hash. */
export interface CheckingJob {
  readonly encoded: string;
  readonly password: string;
}

/** Requests go before passwords where processors are scarce. On Linux a thread has a priority of its own; elsewhere it would be that of the process. */
function yieldProcessors(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // If the system refuses, all threads keep the same priority.
  }
}

function matches({ encoded, password }: CheckingJob): boolean {
  try {
    return verifySync(encoded, password);
  } catch {
    // What is no hash has no password.
    return false;
  }
}

yieldProcessors();
parentPort?.on('message', (job: CheckingJob) => parentPort?.postMessage(matches(job), []));

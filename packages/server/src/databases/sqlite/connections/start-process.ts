import type { ChildProcess } from 'node:child_process';
import { StartError } from '../../../errors/errors.ts';
import { databaseAway } from '../../database.ts';
import { Guard } from './guard-process.ts';
import { startProgram } from './program.ts';

const running = new Set<ChildProcess>();
const guard = new Guard(running);
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  guard.kill();
});

/** Starts a process for a SQLite connection. It is killed when the service ends. Throws a 503 if the system starts none. */
export function startProcess(): ChildProcess {
  const child = forked();
  child.on('exit', () => {
    if (running.delete(child)) guard.update();
  });
  running.add(child);
  guard.update();
  return child;
}

function forked(): ChildProcess {
  let child: ChildProcess;
  try {
    child = startProgram('child', { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  } catch (error) {
    throw error instanceof StartError ? error : databaseAway(error);
  }
  child.on('error', () => {});
  // It has no channel then, and to kill it would kill another process.
  if (child.pid === undefined)
    throw databaseAway(new Error('The system has started no process: its limit of processes or of open files may be reached.'));
  return child;
}

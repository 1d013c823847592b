import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The ids of the processes of SQLite connections that a process has started, or of their guard; by `ps`, which Windows lacks. */
export function sqliteProcesses(program: 'child' | 'guard' = 'child', parent: number = process.pid): number[] {
  const file = fileURLToPath(new URL(`../../packages/server/src/databases/sqlite/connections/${program}.ts`, import.meta.url));
  if (!existsSync(file)) throw new Error(`${file} is not there: no process would be found.`);
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']).toString().split('\n');
  return lines.flatMap((line) => {
    const [, id, ofWhom, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return Number(ofWhom) === parent && command.includes(file) && !state.startsWith('Z') ? [Number(id)] : [];
  });
}

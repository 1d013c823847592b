import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs that the checks run. */
export interface Programs {
  /** The folder of `postgres`, `initdb` and `pg_basebackup`. */
  readonly postgres: string;
  readonly pgbouncer: string | undefined;
  readonly nginx: string | undefined;
}

/** What is missing, with what gives it. */
export interface Missing {
  readonly program: string;
  readonly cure: string;
}

const needed = ['postgres', 'initdb', 'pg_basebackup', 'pg_ctl'];

/** The folders where Debian's packages and the `PATH` have programs. */
function* foldersOfPostgres(): Generator<string> {
  const { PGBIN, PATH = '' } = process.env;
  if (PGBIN) yield PGBIN;
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  for (const version of versions.toSorted((one, other) => Number(other) - Number(one))) yield join(root, version, 'bin');
  yield* PATH.split(delimiter);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(variable: string, name: string): string | undefined {
  const named = process.env[variable];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return named ? [named].find(isProgram) : folders.map((folder) => join(folder, name)).find(isProgram);
}

/** Looks for the programs. `postgres` is undefined without the programs that the checks can not do without. */
export function findPrograms(): { readonly programs: Programs | undefined; readonly missing: readonly Missing[] } {
  const postgres = [...foldersOfPostgres()].find((folder) => needed.every((program) => isProgram(join(folder, program))));
  const [pgbouncer, nginx] = [find('PGBOUNCER_PROGRAM', 'pgbouncer'), find('NGINX_PROGRAM', 'nginx')];
  const missing = [
    ...(postgres
      ? []
      : [{ program: `PostgreSQL with ${needed.join(', ')}`, cure: 'apt-get install postgresql, or PGBIN=the folder of its programs' }]),
    ...(pgbouncer ? [] : [{ program: 'pgbouncer', cure: 'apt-get install pgbouncer, or PGBOUNCER_PROGRAM=its path' }]),
    ...(nginx ? [] : [{ program: 'nginx', cure: 'apt-get install nginx-light, or NGINX_PROGRAM=its path' }]),
  ];
  return { programs: postgres === undefined ? undefined : { postgres, pgbouncer, nginx }, missing };
}

/** What a program says of its version, in one line. */
export function versionOf(program: string): string {
  const { stdout, stderr } = spawnSync(program, [program.endsWith('nginx') ? '-v' : '--version'], { encoding: 'utf8' });
  return (stdout || stderr).trim().split('\n')[0] ?? '';
}

import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

/** The root folder of the repository. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

const folder = join(root, 'examples/hosts');

/** One example: an application that mounts the admin at `/admin`. */
export interface Host {
  readonly name: string;
  /** The example in the repository. */
  readonly source: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly usesPostgres: boolean;
}

/** The examples with these names; all of them for no name. Throws for a name that no example has. */
export function hostsOf(names: readonly string[]): readonly Host[] {
  const known = globSync('*/package.json', { cwd: folder })
    .map((path) => path.split(/[\\/]/)[0] ?? '')
    .sort();
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No example is named ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  return (names.length > 0 ? names : known).map(hostOf);
}

function hostOf(name: string): Host {
  const source = join(folder, name);
  const { scripts } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Pick<Host, 'scripts'>;
  return { name, source, scripts, usesPostgres: readFileSync(join(source, 'grimoire.config.ts'), 'utf8').includes('postgres(') };
}

/** Copies an example to a folder outside of the repository, where Node finds no packages but those of the example. */
export function copyHost({ name, source }: Host, target: string): string {
  const copy = join(target, name);
  const made = ['node_modules', '.next', '.svelte-kit', 'build', 'dist'];
  cpSync(source, copy, { recursive: true, filter: (path) => !made.some((each) => path.startsWith(join(source, each))) });
  return copy;
}

/** Whether the lock file of an example has the dependencies that the packed package has. */
export function isLocked({ source }: Host, packed: Readonly<Record<string, string>>): boolean {
  const file = join(source, 'package-lock.json');
  if (!existsSync(file)) return false;
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { dependencies?: Record<string, string> }> };
  const locked = packages['node_modules/grimoire']?.dependencies ?? {};
  return isDeepStrictEqual(locked, packed);
}

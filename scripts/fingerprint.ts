import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A hash of the names and the contents of files: two builds from files with the same one are equal. @param patterns relative to the repository. */
export function fingerprintOf(patterns: readonly string[]): string {
  const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  const hash = createHash('sha256');
  for (const file of files.filter((path) => statSync(join(root, path)).isFile()).sort((a, b) => (a < b ? -1 : 1)))
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Libraries that hold a copy of SQLite of their own, by the file that a process loads: in the folder of the package, or of that name. */
const libraries: readonly (readonly [string, RegExp])[] = [
  ['better-sqlite3', fileOf('better-sqlite3', 'better_sqlite3')],
  ['sqlite3', fileOf('sqlite3', 'node_sqlite3')],
  ['libsql', fileOf('@libsql', 'libsql')],
  ['Prisma', /[\\/](?:lib)?query_engine-[^\\/]*\.node$/],
];

function fileOf(folder: string, name: string): RegExp {
  return new RegExp(`[\\\\/](?:node_modules[\\\\/]${folder}[\\\\/](?:(?!node_modules).)*|${name})\\.node$`);
}

/**
 * Notes for the operator of a process that writes a file itself (`processes: false`) while another copy of SQLite is loaded: the two do not
 * see each other's locks, because locks of POSIX do not exclude within a process.
 */
export function otherCopyNotes(file: string): readonly string[] {
  const loaded = nativeLibraries();
  return libraries
    .filter(([, object]) => loaded.some((path) => object.test(path)))
    .map(
      ([name]) =>
        `This process writes ${file} itself, because of sqlite({ processes: false }), and has loaded ${name}. If ${name} opens the same file, the two do not see each other's locks: writes that were answered get lost. Take "processes: false" away, or open the file with node:sqlite only.`,
    );
}

/** The native libraries that this process has loaded. `process.report` lists them too, but waits for every thread. */
function nativeLibraries(): readonly string[] {
  const required = Object.keys(createRequire(import.meta.url).cache);
  return [...required, ...mappedFiles()].filter((path) => path.endsWith('.node'));
}

/** On Linux, all files that are mapped into memory: a library that was not loaded by `require` is among them. */
function mappedFiles(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .map((line) => line.slice(line.indexOf('/')));
}

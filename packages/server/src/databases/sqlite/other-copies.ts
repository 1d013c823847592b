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
  return librariesIn(loadedFiles()).map(
    (name) =>
      `This process writes ${file} itself, because of sqlite({ processes: false }), and has loaded ${name}. If ${name} opens the same file, the two do not see each other's locks: writes that were answered get lost. Take "processes: false" away, or open the file with node:sqlite only.`,
  );
}

/** The names of the libraries among these paths of files. */
export function librariesIn(paths: readonly string[]): readonly string[] {
  return libraries.flatMap(([name, file]) => (paths.some((path) => file.test(path)) ? [name] : []));
}

/** The files that this process has loaded by `require`, and on Linux all that are in its memory. `process.report` lists them too, but waits for every thread. */
function loadedFiles(): readonly string[] {
  const required = Object.keys(createRequire(import.meta.url).cache);
  return process.platform === 'linux' ? [...required, ...mappedFiles()] : required;
}

function mappedFiles(): readonly string[] {
  try {
    return readFileSync('/proc/self/maps', 'utf8').split('\n');
  } catch {
    // A system may hide them. The note is not needed to run.
    return [];
  }
}

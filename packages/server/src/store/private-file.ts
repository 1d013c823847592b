import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Makes an empty file that only its owner reads and writes, where there is none: SQLite takes it for an empty database, and
 * gives the files beside it the same mode. A file that is there keeps its mode.
 */
export function makePrivateFile(name: string): void {
  try {
    const file = pathOf(name);
    // Opening a file that is there, and closing it, would end the locks that this process holds on it.
    if (file === null || existsSync(file)) return;
    closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR, 0o600));
  } catch {
    // SQLite says better what is wrong with the path.
  }
}

/** The path that SQLite opens; null of a database without a file, and of an address that makes none. */
function pathOf(name: string): string | null {
  if (/^(file:)?(:memory:)?(\?.*)?$/.test(name)) return null;
  if (!name.startsWith('file:')) return name;
  const [path = '', query = ''] = name.split('#', 1).join('').split('?');
  const mode = new URLSearchParams(query).get('mode');
  if (mode !== null && mode !== 'rwc') return null;
  return path.startsWith('file:/') ? fileURLToPath(path) : decodeURIComponent(path.slice('file:'.length));
}

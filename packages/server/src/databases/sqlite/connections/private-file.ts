import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Creates an empty file that only its owner can read and write, if there is none. SQLite treats it as an empty database, and gives its
 * journal files the same mode. An existing file keeps its mode.
 */
export function makePrivateFile(name: string): void {
  try {
    const file = pathOf(name);
    // Opening and closing an existing file would release the locks that this process holds on it.
    if (file === null || existsSync(file)) return;
    closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR, 0o600));
  } catch {
    // SQLite's own error describes a problem with the path better.
  }
}

/** The path that SQLite opens; null for a database without a file, and for an address that does not create one. */
function pathOf(name: string): string | null {
  if (/^(file:)?(:memory:)?(\?.*)?$/.test(name)) return null;
  if (!name.startsWith('file:')) return name;
  const [path = '', query = ''] = name.split('#', 1).join('').split('?');
  const mode = new URLSearchParams(query).get('mode');
  if (mode !== null && mode !== 'rwc') return null;
  return path.startsWith('file:/') ? fileURLToPath(path) : decodeURIComponent(path.slice('file:'.length));
}

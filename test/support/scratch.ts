import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The folder of Linux whose files are in memory. */
const inMemory = '/dev/shm';

/** Bytes that it must have free: a container may have given it 64 MB. */
const enough = 2 * 1024 ** 3;

/** The folder for files of databases: in memory where there is one, because each test commits to a database of its own. */
export const scratch: string = isRoomy(inMemory) ? inMemory : tmpdir();

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

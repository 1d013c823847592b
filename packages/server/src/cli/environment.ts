import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Files of variables; the first one that has a variable decides. Next.js and Vite read them in this order. */
export const environmentFiles = ['.env.local', '.env'] as const;

/**
 * Sets the variables of these files in the working directory, as far as they are there. A variable that is set already keeps its value, also
 * if that is empty. Throws a `UsageError` if a file can not be read.
 */
export function readEnvironmentFiles(): void {
  for (const name of environmentFiles) readEnvironmentFile(resolve(name));
}

function readEnvironmentFile(file: string): void {
  // A folder of this name is no file of variables: Python's environments have it.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new UsageError(`${file} can not be read: ${(error as Error).message}`);
  }
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/** The names of variables that `.env` has set, not the environment of the command. */
const ofFile = new Set<string>();

/**
 * Sets the variables of `.env` in the working directory, if there is such a file. A variable that is set already keeps its value, also if that
 * is empty. Throws a `UsageError` if the file can not be read.
 */
export function readEnvironmentFile(): void {
  const file = resolve('.env');
  // A folder of this name is no file of variables: Python's environments have it.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return;
  const before = new Set(Object.keys(process.env));
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new UsageError(`${file} can not be read: ${(error as Error).message}`);
  }
  for (const name of Object.keys(process.env)) if (!before.has(name)) ofFile.add(name);
}

/** Whether the value of a variable comes from `.env`. */
export function isOfEnvironmentFile(name: string): boolean {
  return ofFile.has(name);
}

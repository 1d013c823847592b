import { writeFileSync } from 'node:fs';
import type { BooleanArgDef, StringArgDef } from 'citty';
import { UsageError } from './usage-error.ts';

/** The option of commands whose result scripts read. */
export const jsonArg: BooleanArgDef = { type: 'boolean', description: 'Print the result as JSON', default: false };

/** The option of commands that print a document. */
export const outputArg: StringArgDef = { type: 'string', alias: 'o', description: 'Write to this file', valueHint: 'FILE' };

/** What is wrong with a file, by the code of the system's error. */
const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'its folder is not there'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EACCES', 'this user may not write it'],
  ['EPERM', 'this user may not write it'],
  ['EROFS', 'the file system can only be read'],
  ['ENOSPC', 'the disk is full'],
]);

/** Writes a file that a command was told to write. Throws a `UsageError` if that fails. */
export function writeOutput(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file} can not be written: ${reasons.get(code) ?? message} (${code ?? 'error'}).`, { cause: error });
  }
}

/** Fails if what was printed did not arrive; a reader that has read enough may close the pipe. */
export function requireOutput(): void {
  if (process.stdout.listenerCount('error') > 0) return;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    console.error(`The output could not be written (${error.code}).`);
  });
}

/** Prints a document, or writes it to a file. */
export function printDocument(document: unknown, file: string | undefined): void {
  const text = JSON.stringify(document, null, 2);
  if (file === undefined) console.log(text);
  else writeOutput(file, `${text}\n`);
}

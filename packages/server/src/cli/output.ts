import { writeFileSync } from 'node:fs';
import type { BooleanArgDef, StringArgDef } from 'citty';

/** The option of commands whose result scripts read. */
export const jsonArg: BooleanArgDef = { type: 'boolean', description: 'Print the result as JSON', default: false };

/** The option of commands that print a document. */
export const outputArg: StringArgDef = { type: 'string', alias: 'o', description: 'Write to this file', valueHint: 'FILE' };

/** Prints a document, or writes it to a file. */
export function printDocument(document: unknown, file: string | undefined): void {
  const text = JSON.stringify(document, null, 2);
  if (file === undefined) console.log(text);
  else writeFileSync(file, `${text}\n`);
}

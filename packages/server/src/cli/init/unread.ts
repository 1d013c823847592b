import { sep } from 'node:path';
import { importConfig } from '../config-file.ts';

/** A file of a project that could not be read. */
export interface Unread {
  readonly file: string;
  readonly reason: string;
}

/** What a file exports; undefined if it can not be imported: the reason is appended to a list. */
export async function exportsOf(file: string, folder: string, unread: Unread[]): Promise<Readonly<Record<string, unknown>> | undefined> {
  const path = `${folder}${sep}${file}`;
  try {
    return (await importConfig(path)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const reason = reasonOf(error, folder);
    unread.push({ file, reason: reason.startsWith(`${file} `) ? `it ${reason.slice(file.length + 1)}` : reason });
    return undefined;
  }
}

/** The first line of an error's message, with paths relative to a folder, as the end of a sentence. */
export function reasonOf(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const [line = ''] = message.trim().split(/\s*\n/, 1);
  const plain = line.replaceAll(`${folder}${sep}`, '').replace(/[.:]$/, '');
  return plain.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());
}

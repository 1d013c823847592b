import { NewerTablesError, NotMigratedError } from '../own-tables/migrations.ts';
import { AdminError, StartError } from '../errors.ts';
import { ConfigurationError } from '../model/build/checks.ts';
import { UsageError } from './usage-error.ts';

/** A sentence or two for an error that the user of the command can fix; null for an error that needs its stack. */
export function mistakeOf(error: unknown): string | null {
  if (error instanceof NotMigratedError) {
    return `${error.message}\nRun "grimoire migrate" with the same --config, --database or DATABASE_URL, or start with "grimoire serve --migrate".`;
  }
  const hasOwnWords = [UsageError, ConfigurationError, NewerTablesError, StartError].some((kind) => error instanceof kind);
  if (hasOwnWords) return (error as Error).message;
  if (error instanceof AdminError) {
    const { cause, detail, code } = error;
    return cause instanceof Error ? `${detail} (${cause.message || code})` : detail;
  }
  return refusalOf(error);
}

interface DriverError extends Error {
  readonly code?: unknown;
  /** SQLite's error code. */
  readonly errcode?: number;
}

/** SQLite's primary codes for problems of the file, not of a statement. */
const sqliteRefusals: Readonly<Record<number, string>> = {
  3: 'This user may not read or write the database.',
  8: 'The database can only be read.',
  11: 'The database is damaged.',
  26: 'The file is not a SQLite database.',
};

/** PostgreSQL's codes, or their prefixes, for problems of the server, not of a statement. */
const postgresRefusals: readonly (readonly [start: string, sentence: string])[] = [
  ['28', 'The database refused the user or the password.'],
  ['3D000', 'The server has no such database.'],
  ['42501', 'The database user lacks a right. "grimoire migrate --sql" prints what an administrator of the database can run instead.'],
  ['3F000', 'The database has no such schema.'],
  ['25006', 'The database can only be read.'],
];

function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { errcode, code, message } = error as DriverError;
  const sentence =
    errcode === undefined
      ? postgresRefusals.find(([start]) => typeof code === 'string' && code.startsWith(start))?.[1]
      : sqliteRefusals[errcode & 0xff];
  return sentence === undefined ? null : `${sentence} (${message})`;
}

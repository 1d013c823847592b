import { addressForms } from '../databases/list.ts';
import { NewerTablesError, NotMigratedError } from '../system-tables/migrations.ts';
import { AdminError, StartError } from '../errors/errors.ts';
import { ConfigurationError } from '../model/build/checks.ts';
import { UsageError } from './usage-error.ts';

/** A sentence or two for an error that the user of the command can fix; null for an error that needs its stack. */
export function mistakeOf(error: unknown): string | null {
  if (error instanceof NotMigratedError) {
    return `${error.message}\nRun "grimoire migrate" with the same --config, --database or DATABASE_URL, or start with "grimoire serve --migrate".`;
  }
  const hasOwnWords = [UsageError, ConfigurationError, NewerTablesError, StartError].some((kind) => error instanceof kind);
  if (hasOwnWords) return (error as Error).message;
  if (error instanceof AdminError && error.code === 'timeout')
    return 'The database did not answer in time. Another process, such as a migration, may hold a lock: try again.';
  if (error instanceof AdminError) {
    const { cause, detail, code } = error;
    const refusal = code === 'unavailable' ? refusalOf(cause) : null;
    if (refusal !== null) return refusal;
    return cause instanceof Error ? `${detail} (${cause.message || code})` : detail;
  }
  return refusalOf(error);
}

function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  for (const { refusal } of addressForms) {
    const sentence = refusal(error);
    if (sentence !== undefined) return `${sentence} (${error.message})`;
  }
  return null;
}

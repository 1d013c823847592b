import { NewerTablesError, NotMigratedError } from '../admin.ts';
import { AdminError, StartError } from '../errors.ts';
import { ConfigurationError } from '../model/checks.ts';
import { UsageError } from './usage-error.ts';

/** Runs a command; what a person can mend is shown as a sentence, anything else with its stack. Sets the exit code. */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    console.error(messageOf(error));
  }
}

function messageOf(error: unknown): unknown {
  if (error instanceof NotMigratedError) {
    return `${error.message}\nRun "grimoire migrate" with the same --config, --database or DATABASE_URL, or start with "grimoire serve --migrate".`;
  }
  if (
    error instanceof UsageError ||
    error instanceof ConfigurationError ||
    error instanceof NewerTablesError ||
    error instanceof StartError
  )
    return error.message;
  if (error instanceof AdminError)
    return error.cause instanceof Error ? `${error.detail} (${error.cause.message || error.code})` : error.detail;
  return error;
}

import { UsageError } from './usage-error.ts';

/** Only now: what knows all errors loads the databases, and most commands end without one. */
async function toldOf(error: unknown): Promise<unknown> {
  const { mistakeOf } = await import('./mistakes.ts');
  return mistakeOf(error) ?? error;
}

/** Runs a command. An error that the user can fix is shown as a sentence, any other with its stack. Sets the exit code. */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof UsageError ? error.message : await toldOf(error));
  }
}

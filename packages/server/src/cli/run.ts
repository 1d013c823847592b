import { mistakeOf } from './mistakes.ts';

/** Runs a command. An error that the user can fix is shown as a sentence, any other with its stack. Sets the exit code. */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    console.error(mistakeOf(error) ?? error);
  }
}

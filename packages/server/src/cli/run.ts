import { mistakeOf } from './mistakes.ts';

/** Runs a command; what a person can mend is shown as a sentence, anything else with its stack. Sets the exit code. */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    console.error(mistakeOf(error) ?? error);
  }
}

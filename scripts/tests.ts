/** Runs Vitest with the arguments given, prints the number of tests, and ends with its result. See `tests/run.ts`. */
import { fileURLToPath } from 'node:url';
import { runTests } from './tests/run.ts';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const reporter = fileURLToPath(new URL('./tests/result-reporter.ts', import.meta.url));
const given = process.argv.slice(2);
const reporters = [
  `--reporter=${reporter}`,
  ...(given.some((argument) => argument.startsWith('--reporter')) ? [] : ['--reporter=default']),
];
process.exitCode = await runTests([vitest, 'run', ...given, ...reporters]);

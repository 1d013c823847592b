/**
 * Runs checks two at a time: those that are given, each as one argument, such as `"hosts express"`; by default what takes less than a minute:
 * lint, format, types and unit tests. Every check runs, whatever the others found. One that fails shows what it printed; in CI, all do.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { experiments, npmProgram, releaseParts } from './programs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// The longest first.
const usual = ['types', 'lint', 'unit', 'format'];
const isCi = process.env['CI'] === 'true';
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit'];
const onSqlite = ['conformance', 'hostile', 'regression', 'commands', 'upgrade'].map((folder) => `test/${folder}`);

/** What stands behind each name, as arguments of Node. */
const checks: Readonly<Record<string, () => readonly string[]>> = {
  types: () => [npmProgram(), 'run', '--silent', 'types'],
  lint: () => [npmProgram(), 'run', '--silent', 'lint'],
  // Without `--write`, which `npm run format` has.
  format: () => ['node_modules/@biomejs/biome/bin/biome', 'format', '.'],
  unit: () => [...vitest, '--project', 'dashboard'],
  sqlite: () => [
    '--env-file=test/sqlite.env',
    ...vitest,
    ...['long', 'service', 'system'].flatMap((name) => ['--project', name]),
    'packages',
    ...onSqlite,
  ],
};

interface Outcome {
  readonly failed: boolean;
  readonly output: string;
}

/** The arguments of Node for a check, an experiment or a part of a release. */
function commandOf(check: string): readonly string[] {
  const [name = '', ...args] = check.split(' ');
  if (Object.hasOwn(checks, name)) return [...(checks[name]?.() ?? []), ...args];
  if (Object.hasOwn(experiments, name)) return ['scripts/try.ts', name, ...args];
  if (Object.hasOwn(releaseParts, name)) return ['scripts/release.ts', name, ...args];
  throw new Error(`There is no check "${name}": ${Object.keys({ ...checks, ...experiments, ...releaseParts }).join(', ')}.`);
}

function run(command: readonly string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ failed: code !== 0, output }));
  });
}

/** Takes checks from the list until there is none, and says how each one went. */
async function work(waiting: string[], failed: string[]): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const start = performance.now();
    const outcome = await run(commandOf(check));
    console.log(`${outcome.failed ? 'failed' : 'passed'}  ${check} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    if (outcome.failed || isCi) console.log(outcome.output);
    if (outcome.failed) failed.push(check);
  }
}

const given = process.argv.slice(2);
const waiting = given.length > 0 ? given : [...usual];
// An unknown name is told before anything runs.
for (const check of waiting) commandOf(check);
const failed: string[] = [];
await Promise.all([work(waiting, failed), work(waiting, failed)]);
if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}. Each runs alone as \`npm run check -- …\`.`);
  process.exitCode = 1;
}

/**
 * Runs scripts of package.json two at a time: those that are given, each as one argument, such as `"hosts -- express"`; by default what takes less
 * than a minute: lint, format, types and unit tests. Every script runs, whatever the others found. One that fails shows what it printed; in CI, all do.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The longest first.
const usual = ['types', 'lint', 'test:unit', 'format:check'];
const isCi = process.env['CI'] === 'true';

interface Outcome {
  readonly failed: boolean;
  readonly output: string;
}

/** Runs a script of package.json, by the npm that runs this one. */
function run(script: string): Promise<Outcome> {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run it as `npm run check`.');
  return new Promise((resolve, reject) => {
    const parameters = [npm, 'run', '--silent', ...script.split(' ')];
    const child = spawn(process.execPath, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ failed: code !== 0, output }));
  });
}

/** Takes scripts from the list until there is none, and says how each one went. */
async function work(waiting: string[], failed: string[]): Promise<void> {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    const start = performance.now();
    const outcome = await run(script);
    console.log(`${outcome.failed ? 'failed' : 'passed'}  ${script} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    if (outcome.failed || isCi) console.log(outcome.output);
    if (outcome.failed) failed.push(script);
  }
}

const given = process.argv.slice(2);
const waiting = given.length > 0 ? given : [...usual];
const failed: string[] = [];
await Promise.all([work(waiting, failed), work(waiting, failed)]);
if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}. Each runs alone as \`npm run …\`.`);
  process.exitCode = 1;
}

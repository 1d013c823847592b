/**
 * Runs what takes less than a minute: lint, format, types and unit tests, two at a time. Every step runs, whatever the others found;
 * a step that fails shows what it printed.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The longest first.
const steps = ['types', 'lint', 'test:unit', 'format:check'];

interface Outcome {
  readonly failed: boolean;
  readonly output: string;
}

/** Runs a script of package.json, by the npm that runs this one. */
function run(script: string): Promise<Outcome> {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run it as `npm run check`.');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [npm, 'run', '--silent', script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ failed: code !== 0, output }));
  });
}

/** Takes steps from the list until there is none, and says how each one went. */
async function work(waiting: string[], failed: string[]): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const start = performance.now();
    const outcome = await run(step);
    console.log(`${outcome.failed ? 'failed' : 'passed'}  ${step} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    if (!outcome.failed) continue;
    console.log(outcome.output);
    failed.push(step);
  }
}

const waiting = [...steps];
const failed: string[] = [];
await Promise.all([work(waiting, failed), work(waiting, failed)]);
if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}. Each runs alone as \`npm run …\`.`);
  process.exitCode = 1;
}

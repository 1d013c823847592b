/**
 * Builds and runs the examples of hosts as their users would: packs the packages once, installs them into a copy of each example by the
 * lock file of the example, builds and starts the application, and checks it through HTTP.
 *
 *   npm run try -- hosts                   all of them
 *   npm run try -- hosts express next-16   these
 *   npm run try -- hosts --lock [names…]   writes their lock files
 *   npm run try -- hosts --serve express   leaves it running until Ctrl+C
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PostgresServer, startPostgres } from '../test/support/postgres-server.ts';
import { type Host, hostsOf, isLocked } from './hosts/host.ts';
import { lock } from './hosts/lock.ts';
import { pack } from './hosts/pack.ts';
import { credentials, Project } from './hosts/project.ts';
import { stagesOf } from './hosts/stages.ts';

interface Step {
  readonly name: string;
  readonly seconds: number;
}

interface Outcome {
  readonly host: string;
  readonly steps: readonly Step[];
  /** What went wrong; undefined if nothing did. */
  readonly failure?: string;
}

async function timed<T>(steps: Step[], name: string, job: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await job();
  } finally {
    steps.push({ name, seconds: (performance.now() - start) / 1000 });
  }
}

async function tryHost(host: Host, folder: string, postgres: PostgresServer): Promise<Outcome> {
  const steps: Step[] = [];
  try {
    const project = await timed(steps, 'install', () => Project.make(host, folder, postgres));
    for (const stage of stagesOf(project)) await timed(steps, stage.name, () => stage.run(project));
    return { host: host.name, steps };
  } catch (error) {
    return { host: host.name, steps, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(join(folder, host.name), { recursive: true, force: true });
  }
}

function lineOf({ host, steps, failure }: Outcome): string {
  const parts = steps.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`.padEnd(17));
  return `${failure === undefined ? 'passed' : 'FAILED'}  ${host.padEnd(10)} ${parts.join('')}`.trimEnd();
}

async function serve(host: Host, folder: string, postgres: PostgresServer): Promise<void> {
  const project = await Project.make(host, folder, postgres);
  await project.build();
  await project.during('start', async (origin, running) => {
    console.log(`${host.name} at ${origin}/admin/ (${credentials.username}, ${credentials.password}), in ${project.folder}`);
    await running.ended;
  });
}

async function tryAll(hosts: readonly Host[], folder: string, postgres: PostgresServer): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const host of hosts) {
    const outcome = await tryHost(host, folder, postgres);
    outcomes.push(outcome);
    console.log(lineOf(outcome));
    if (outcome.failure !== undefined) console.log(outcome.failure);
  }
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  if (hosts.length > 1) console.log(`\n${outcomes.map(lineOf).join('\n')}`);
  if (failed.length > 0) process.exitCode = 1;
}

const options = { lock: { type: 'boolean' }, serve: { type: 'boolean' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const hosts = hostsOf(positionals);
const folder = mkdtempSync(join(tmpdir(), 'grimoire-hosts-'));
let postgres: PostgresServer | undefined;
try {
  const dependencies = await pack(folder);
  if (values.lock === true) for (const host of hosts) await lock(host, folder);
  else {
    const stale = hosts.filter((host) => !isLocked(host, dependencies)).map(({ name }) => name);
    if (stale.length > 0) throw new Error(`Lock files are out of date. Run: npm run try -- hosts --lock ${stale.join(' ')}`);
    postgres = await startPostgres();
    const [first] = hosts;
    if (values.serve === true && first) await serve(first, folder, postgres);
    else await tryAll(hosts, folder, postgres);
  }
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

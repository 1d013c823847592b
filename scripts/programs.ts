import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Programs that one script of package.json runs by their names. */
export type Programs = Readonly<Record<string, Program>>;

interface Program {
  /** What it does or asks, for the list of all. */
  readonly about: string;
  /** Arguments of Node, one command after another; the last one gets those of the caller. `npm` in front runs npm. */
  readonly commands: readonly (readonly [file: string, ...args: string[]])[];
}

const buildUi = ['scripts/build-ui.ts', '--if-needed'] as const;

/** `npm run try -- NAME`: experiments, and runs that are longer than a test. */
export const experiments: Programs = {
  faults: { about: 'Is a write lost or made in part when a database, process or network fails?', commands: [['test/faults/run.ts']] },
  fuzz: { about: 'Are answers those of a second implementation, and as OpenAPI says?', commands: [['test/fuzz/run.ts']] },
  journal: { about: 'Has the journal each changed row, or names a gap?', commands: [['test/fuzz/journal/run.ts']] },
  load: { about: 'Do 200 well-behaved clients get answers, and does memory stay?', commands: [['test/load/run.ts']] },
  soak: { about: 'Do well-behaved users get answers beside hostile ones?', commands: [['test/soak/run.ts']] },
  stalls: { about: 'Does no request hold the event loop for more than 50 ms?', commands: [['test/stalls/run.ts']] },
  overload: { about: 'How is more answered than can be served?', commands: [['bench/overload.ts']] },
  beyond: { about: 'Does it work over replicas, PgBouncer and several processes?', commands: [['test/beyond/run.ts']] },
  mutants: { about: 'Which changes of the code does no unit test notice?', commands: [['scripts/mutants.ts']] },
  hosts: { about: 'Do the applications of examples/hosts build, start and answer?', commands: [['scripts/hosts.ts']] },
  journeys: { about: 'Does what a new user does work, with the packed packages?', commands: [['scripts/journeys.ts']] },
  tasks: { about: 'In how many clicks, keys and requests do staff do their tasks?', commands: [buildUi, ['test/e2e/tasks/run.ts']] },
  screenshots: { about: 'Pictures of the dashboard for the documentation.', commands: [buildUi, ['test/e2e/screenshots.ts']] },
};

/** `npm run release -- NAME`: the parts of a release. */
export const releaseParts: Programs = {
  build: { about: 'Builds the packages into their dist.', commands: [['scripts/build.ts']] },
  'check-packages': { about: 'Builds, packs, installs and runs the packages.', commands: [['scripts/check-packages.ts']] },
  pack: { about: 'Packs the packages for a project: ../project [--ui]', commands: [['scripts/pack.ts']] },
  container: { about: 'Checks the image without Docker; --pack, --lock.', commands: [['scripts/container.ts']] },
  docs: { about: 'The documentation as a site; --serve, --dev.', commands: [['scripts/docs.ts']] },
  lock: { about: 'Completes package-lock.json for other platforms.', commands: [['scripts/lock-all-platforms.ts']] },
  sbom: {
    about: 'Prints the software bill of materials.',
    commands: [['npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--workspace', 'packages/server']],
  },
};

/** The npm that runs this script. */
export function npmProgram(): string {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run it by `npm run`.');
  return npm;
}

/** Runs Node in the root folder, and gives its exit code. A signal that would end this process is passed on: it ends with what it runs. */
function runNode(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM'] as const;
    for (const signal of signals) process.on(signal, passOn);
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, passOn);
      resolve(code ?? 1);
    });
  });
}

/** Runs a program with arguments, and sets the exit code to its own. */
export async function runProgram({ commands }: Program, args: readonly string[]): Promise<void> {
  for (const [index, [file, ...own]] of commands.entries()) {
    const given = index === commands.length - 1 ? args : [];
    process.exitCode = await runNode([file === 'npm' ? npmProgram() : file, ...own, ...given]);
    if (process.exitCode !== 0) return;
  }
}

/** The list of programs with what each is about, one a line. */
export function listOf(programs: Programs): string {
  return Object.entries(programs)
    .map(([name, { about }]) => `  ${name.padEnd(16)}${about}`)
    .join('\n');
}

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { type Instruction, type Stage, stagesOf, wordsOf } from './dockerfile.ts';

/** The user and the group `node` of the image `node`. */
export const nodeUser = 1000;

/** An image as a folder. */
export interface Image {
  /** The folder that stands for `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** The folder with `node` and `npm`. */
  readonly programs: string;
}

/** The settings of a stage while its instructions run. */
interface Building {
  readonly root: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  entrypoint: readonly string[];
  command: readonly string[];
  healthCheck: readonly string[];
}

/**
 * Runs the instructions of a Dockerfile without Docker: each stage is a folder, in which paths from `/` are. The programs of the base image
 * are those of this machine.
 * @param context the folder of the Dockerfile, with a `.dockerignore`
 * @param folder an empty folder for the stages
 */
export function buildImage(context: string, folder: string): Image {
  const programs = writePrograms(join(folder, 'programs'));
  const source = copyContext(context, join(folder, 'context'));
  const built = new Map<string, Building>();
  let last: Building | undefined;
  for (const [index, stage] of stagesOf(readFileSync(join(context, 'Dockerfile'), 'utf8')).entries()) {
    last = runStage(stage, { root: join(folder, `stage-${index}`), source, built, programs });
    built.set(stage.name, last);
  }
  if (!last) throw new Error('The Dockerfile has no stage.');
  const { entrypoint, command, ...rest } = last;
  return { ...rest, command: [...entrypoint, ...command], programs };
}

/** Node, npm by this Node, and a `chown` that knows the user `node`. */
function writePrograms(folder: string): string {
  mkdirSync(folder);
  copyFileSync(process.execPath, join(folder, 'node'));
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run it by `npm run release -- container`.');
  const script = (name: string, text: string): void => writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script('npm', `exec "${join(folder, 'node')}" "${npm}" "$@"`);
  const chown = `owner="$1"; shift; exec /bin/chown "$(echo "$owner" | sed 's/node/${nodeUser}/g')" "$@"`;
  script('chown', process.getuid?.() === 0 ? chown : 'exit 0');
  return folder;
}

/** The files of the context that `.dockerignore` lets through: it ignores everything, and lists exceptions. */
function copyContext(context: string, target: string): string {
  const lines = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n');
  const rules = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (rules[0] !== '*' || !rules.slice(1).every((rule) => rule.startsWith('!'))) throw new Error('.dockerignore is no list of exceptions.');
  mkdirSync(target);
  for (const file of globSync(['**/*', '.packed/*'], { cwd: context })) {
    const isPart = rules.slice(1).some((rule) => matchesGlob(file, rule.slice(1)));
    if (isPart && statSync(join(context, file)).isFile()) cpSync(join(context, file), join(target, file));
  }
  return target;
}

interface StageParts {
  readonly root: string;
  readonly source: string;
  readonly built: ReadonlyMap<string, Building>;
  readonly programs: string;
}

function runStage(stage: Stage, parts: StageParts): Building {
  const stageState: Building = { root: parts.root, workdir: '/', user: 'root', env: {}, entrypoint: [], command: [], healthCheck: [] };
  mkdirSync(parts.root);
  for (const instruction of stage.instructions) step(instruction, stageState, parts);
  return stageState;
}

const steps: Readonly<Record<string, (instruction: Instruction, stage: Building, parts: StageParts) => void>> = {
  WORKDIR: ({ text }, stage) => {
    stage.workdir = text;
    mkdirSync(join(stage.root, text), { recursive: true });
  },
  ENV: ({ text }, stage) => {
    const [name = '', ...value] = text.split('=');
    stage.env[name] = value.join('=');
  },
  USER: ({ text }, stage) => void (stage.user = text),
  EXPOSE: () => {},
  COPY: copy,
  RUN: ({ text }, stage, { programs }) => {
    const command = text.replaceAll(/(?<=^|\s)\/(?=[\w.])/g, `${stage.root}/`);
    const env = { ...process.env, ...stage.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
    execFileSync('/bin/sh', ['-ec', command], { cwd: join(stage.root, stage.workdir), env, stdio: ['ignore', 'ignore', 'inherit'] });
  },
  ENTRYPOINT: (instruction, stage) => void (stage.entrypoint = wordsOf(instruction)),
  CMD: (instruction, stage) => void (stage.command = wordsOf(instruction)),
  HEALTHCHECK: ({ name, text }, stage) => void (stage.healthCheck = wordsOf({ name, text: text.replace(/^CMD\s+/, '') })),
};

function step(instruction: Instruction, stage: Building, parts: StageParts): void {
  const run = steps[instruction.name];
  if (!run) throw new Error(`${instruction.name} is not understood.`);
  run(instruction, stage, parts);
}

/** Copies files or a folder from the context or an earlier stage, as Docker does: a folder's content, and a file into a folder. */
function copy({ text, flags }: Instruction, stage: Building, { source, built }: StageParts): void {
  const from = flags['from'] === undefined ? source : built.get(flags['from'])?.root;
  if (from === undefined) throw new Error(`There is no stage ${String(flags['from'])}.`);
  const paths = text.split(/\s+/);
  const to = paths.pop() ?? '';
  const target = join(stage.root, to.startsWith('/') ? to : join(stage.workdir, to));
  for (const path of paths) {
    const file = join(from, path);
    if (!existsSync(file)) throw new Error(`COPY: there is no ${path}.`);
    const isFolder = statSync(file).isDirectory();
    const place = isFolder || !to.endsWith('/') ? target : join(target, basename(file));
    mkdirSync(dirname(place), { recursive: true });
    cpSync(file, place, { recursive: true, verbatimSymlinks: true });
  }
}

/** Makes the folder of an image readable for every user, as an image is. */
export function openFolder(folder: string): void {
  chmodSync(folder, 0o755);
}

/**
 * Changes the code of the pure folders and of the writes, one mutant at a time, and runs the unit tests beside it: a mutant that no test
 * notices survives. Prints the score of each file and the survivors, as Markdown, and fails under 90 %. Results are kept in coverage/, so
 * that a second run tries only what has changed. `npm run try -- mutants plan` tries one folder alone; `sql/` is the cache of statements.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface MutatedFile {
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const stryker = fileURLToPath(import.meta.resolve('@stryker-mutator/core/package.json')).replace(/package\.json$/, 'bin/stryker.js');
const source = 'packages/server/src';
/** The files of each folder, whose tests are those beside them. */
const folders: Readonly<Record<string, string>> = {
  request: `${source}/request/*.ts,!**/*.test.ts`,
  plan: `${source}/plan/*.ts,!**/*.test.ts`,
  authorize: `${source}/authorize/*.ts,!**/*.test.ts`,
  sql: ['statement-key', 'context', 'compile', 'parameters'].map((name) => `${source}/sql/${name}.ts`).join(),
  write: `${source}/write/*.ts,!**/*.test.ts`,
};
const [killed, survived] = [
  ['Killed', 'Timeout'],
  ['Survived', 'NoCoverage'],
];

/** Tries the mutants of a folder. Throws if Stryker fails. */
function filesOf(folder: string): [path: string, file: MutatedFile][] {
  const report = `${root}coverage/mutants.json`;
  rmSync(report, { force: true });
  const kept = ['--incrementalFile', `coverage/mutants-${folder}.json`];
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', 'scripts/mutants/stryker.json', '--mutate', folders[folder] ?? '', ...kept],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, MUTANTS_FOLDER: folder },
    },
  );
  if (status !== 0) throw new Error(`Stryker has failed in ${folder}.`);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as { readonly files: Readonly<Record<string, MutatedFile>> };
  return Object.entries(files).map(([path, file]) => [path.slice(source.length + 1), file]);
}

function count(mutants: readonly Mutant[], kinds: readonly string[]): number {
  return mutants.filter(({ status }) => kinds.includes(status)).length;
}

function scoreOf(mutants: readonly Mutant[]): number {
  const noticed = count(mutants, killed);
  return (100 * noticed) / Math.max(1, noticed + count(mutants, survived));
}

function row(name: string, mutants: readonly Mutant[]): string {
  const [noticed, missed] = [count(mutants, killed), count(mutants, survived)];
  return `| ${name} | ${noticed + missed} | ${noticed} | ${missed} | ${scoreOf(mutants).toFixed(1)} % |`;
}

/** The first line of the code that a mutant replaces, and of its replacement. */
function described({ location: { start, end }, replacement = '', mutatorName }: Mutant, lines: readonly string[]): string {
  const code = (lines[start.line - 1] ?? '').slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined);
  return `- ${start.line}:${start.column} ${mutatorName}: \`${code}\` → \`${replacement.split('\n')[0] ?? ''}\``;
}

const named = process.argv.slice(2);
const entries = (named.length > 0 ? named : Object.keys(folders)).flatMap(filesOf);
console.log('\n| file | mutants | killed | survived | score |\n| --- | --: | --: | --: | --: |');
for (const [path, { mutants }] of entries) console.log(row(path, mutants));
const all = entries.flatMap(([, { mutants }]) => mutants);
console.log(row('all', all));
for (const [path, { mutants, source: text }] of entries) {
  const left = mutants.filter(({ status }) => survived.includes(status));
  if (left.length > 0) console.log(`\n${path}\n`);
  for (const mutant of left) console.log(described(mutant, text.split('\n')));
}
if (scoreOf(all) < 90) process.exitCode = 1;

/**
 * Changes the code of the pure folders, one mutant at a time, and runs the unit tests that cover the change: a mutant that no test notices
 * survives. Prints the score of each file and the survivors, as Markdown, and fails under 90 %. Results are kept in coverage/, so that a
 * second run tries only what has changed. Arguments are passed to Stryker: `npm run mutants -- --mutate packages/server/src/plan/keys.ts`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}coverage/mutants.json`;
const killed = ['Killed', 'Timeout'];
const survived = ['Survived', 'NoCoverage'];

/** A row of the table: how many mutants of these were noticed. */
function row(name: string, mutants: readonly Mutant[]): string {
  const count = (kinds: readonly string[]): number => mutants.filter(({ status }) => kinds.includes(status)).length;
  const [noticed, missed] = [count(killed), count(survived)];
  return `| ${name} | ${noticed + missed} | ${noticed} | ${missed} | ${((100 * noticed) / Math.max(1, noticed + missed)).toFixed(1)} % |`;
}

/** The first line of the code that a mutant replaces, and its replacement. */
function described({ location: { start, end }, replacement = '', mutatorName }: Mutant, lines: readonly string[]): string {
  const line = lines[start.line - 1] ?? '';
  const code = line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined);
  return `${start.line}:${start.column} ${mutatorName}: \`${code}\` → \`${replacement.split('\n')[0] ?? ''}\``;
}

rmSync(file, { force: true });
const bin = fileURLToPath(import.meta.resolve('@stryker-mutator/core/package.json')).replace(/package\.json$/, 'bin/stryker.js');
const args = [bin, 'run', 'scripts/mutants/stryker.json', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
if (existsSync(file)) {
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const entries = Object.entries(files).map(([path, each]) => ({ path: path.replace('packages/server/src/', ''), ...each }));
  console.log('\n| file | mutants | killed | survived | score |\n| --- | --: | --: | --: | --: |');
  for (const { path, mutants } of entries) console.log(row(path, mutants));
  const all = entries.flatMap(({ mutants }) => mutants);
  console.log(row('all', all));
  for (const { path, mutants, source } of entries) {
    const left = mutants.filter((mutant) => survived.includes(mutant.status));
    if (left.length > 0) console.log(`\n${path}`);
    for (const mutant of left) console.log(`- ${described(mutant, source.split('\n'))}`);
  }
}
process.exitCode = status ?? 1;

/**
 * Releases the packages, all with one version: `npm run release -- 0.2.0`, or `major`, `minor`, `patch` in the place of the number.
 *
 * It writes the version and the changelog, builds and checks the packages, commits, tags, and publishes in the order that the packages
 * need one another. It pushes nothing. `--dry-run` changes nothing that git tracks: it prints every step, and packs and publishes with
 * `npm publish --dry-run`.
 *
 * `npm run release -- pack ../project` runs one part of it; `programs.ts` lists them.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changeOf, sectionsOf } from './changes.ts';
import { listOf, releaseParts, runProgram } from './programs.ts';
import { published } from './published.ts';
import {
  changelogWith,
  lockWithVersion,
  manifestWithVersion,
  numbersOf,
  refusals,
  type Repository,
  wantedVersion,
} from './release-plan.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: unknown;
}

/** One thing that a release does. What has no `rehearse` is only printed in a dry run. */
interface Step {
  readonly title: string;
  readonly run: () => void;
  readonly rehearse?: () => void;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifestOf = (folder: string): Manifest => JSON.parse(read(join(folder, 'package.json'))) as Manifest;
const names: ReadonlySet<string> = new Set(published.map((folder) => manifestOf(folder).name));

function output(command: string, args: readonly string[], cwd = root): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function show(command: string, args: readonly string[]): void {
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

const changeFiles = globSync('changes/*.md', { cwd: root, exclude: ['changes/README.md'] }).sort();
const changes = changeFiles.map((path) => changeOf(basename(path), read(path)));
const sections = sectionsOf(changes.filter((change) => typeof change !== 'string'));

function readRepository(isDry: boolean): Repository {
  return {
    branch: output('git', ['branch', '--show-current']).trim(),
    changed: linesOf(output('git', ['status', '--porcelain'])).map((line) => line.slice(3)),
    released: linesOf(output('git', ['tag', '--list', 'v*']))
      .map((tag) => tag.slice(1))
      .filter((version) => numbersOf(version) !== undefined),
    current: manifestOf('packages/server').version,
    changelog: read('CHANGELOG.md'),
    sections,
    wrongChanges: changes.filter((change) => typeof change === 'string'),
    canStateProvenance: isDry || process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined,
    withoutRepository: published.filter((folder) => manifestOf(folder).repository === undefined).map((folder) => `${folder}/package.json`),
  };
}

/** Every file that a release changes, with its new text. */
function edits(version: string): ReadonlyMap<string, string> {
  const date = new Date().toISOString().slice(0, 10);
  const manifests = globSync(['packages/*/package.json', 'examples/*/package.json', '{test,bench}/package.json'], { cwd: root }).sort();
  const all: readonly (readonly [path: string, text: string])[] = [
    ...manifests.map((path) => [path, manifestWithVersion(read(path), names, version)] as const),
    ['package-lock.json', lockWithVersion(read('package-lock.json'), names, version)],
    ['CHANGELOG.md', changelogWith(read('CHANGELOG.md'), sections, version, date)],
  ];
  return new Map(all.filter(([path, text]) => text !== read(path)));
}

/** Packs a built package with the version, and gives the path of the file. */
function pack(folder: string, version: string, target: string): string {
  const copy = join(target, basename(folder));
  cpSync(join(root, folder, 'dist'), copy, { recursive: true });
  const manifest = join(copy, 'package.json');
  writeFileSync(manifest, manifestWithVersion(readFileSync(manifest, 'utf8'), names, version));
  const [packed] = JSON.parse(output('npm', ['pack', '--json', '--pack-destination', target], copy)) as [{ filename: string }];
  return join(target, packed.filename);
}

function publishSteps(version: string, target: string): readonly Step[] {
  return published.map((folder) => {
    const args = (tarball: string): readonly string[] => ['publish', tarball, '--access', 'public', '--provenance'];
    return {
      title: `npm publish --access public --provenance: ${manifestOf(folder).name} ${version}`,
      run: () => show('npm', args(pack(folder, version, target))),
      rehearse: () => show('npm', [...args(pack(folder, version, target)), '--dry-run']),
    };
  });
}

function steps(version: string, target: string): readonly Step[] {
  const files = edits(version);
  const tag = `v${version}`;
  const git = (...args: readonly string[]): void => show('git', args);
  const check = (): void => show(process.execPath, ['scripts/check-packages.ts']);
  return [
    ...Array.from(files, ([path, text]) => ({ title: `write ${path}`, run: () => writeFileSync(join(root, path), text) })),
    ...changeFiles.map((path) => ({ title: `delete ${path}`, run: () => rmSync(join(root, path)) })),
    { title: 'build and check the packages', run: check, rehearse: check },
    {
      title: `git commit: Release ${version}`,
      run: () => {
        git('add', '--', ...files.keys(), ...changeFiles);
        git('commit', '--quiet', '--message', `Release ${version}`);
      },
    },
    { title: `git tag ${tag}, annotated`, run: () => git('tag', '--annotate', tag, '--message', `Grimoire ${version}`) },
    ...publishSteps(version, target),
  ];
}

/** Runs the steps one after another. Where one fails, those that were not done are printed. */
function perform(list: readonly Step[], isDry: boolean): void {
  for (const [index, step] of list.entries()) {
    console.log(`${isDry ? '[dry run] ' : ''}${step.title}`);
    try {
      if (isDry) step.rehearse?.();
      else step.run();
    } catch (error) {
      console.error(
        `Not done:\n${list
          .slice(index)
          .map(({ title }) => `  ${title}`)
          .join('\n')}`,
      );
      throw error;
    }
  }
}

function release(wanted: string, isDry: boolean): void {
  const repository = readRepository(isDry);
  const version = wantedVersion(repository.current, wanted);
  const reasons = refusals(repository, version);
  for (const reason of reasons) console.error(`Refused: ${reason}`);
  if (reasons.length > 0) process.exitCode = 1;
  // A dry run goes on, so that one run shows everything.
  if (numbersOf(version) === undefined || (reasons.length > 0 && !isDry)) return;
  const target = mkdtempSync(join(tmpdir(), 'grimoire-release-'));
  try {
    perform(steps(version, target), isDry);
    console.log(isDry ? 'Nothing was changed.' : `Released ${version}. Push it: git push --follow-tags`);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

const [name = '', ...args] = process.argv.slice(2);
const part = Object.hasOwn(releaseParts, name) ? releaseParts[name] : undefined;
if (part) await runProgram(part, args);
else if (name === '') console.log(`npm run release -- VERSION [--dry-run], or one of its parts:\n${listOf(releaseParts)}`);
else {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean', default: false } } });
  release(positionals[0] ?? '', values['dry-run']);
}

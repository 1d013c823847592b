/**
 * The documentation as a site, from `docs/`.
 *
 *   npm run release -- docs           builds it into site/dist, and installs VitePress into site/ if that is missing
 *   npm run release -- docs --serve   builds it, and serves what was built, at port 4173
 *   npm run release -- docs --dev     serves it while you write: pages follow the files
 *
 * A site that is not at the root of its host is built with its path: `DOCS_BASE=/grimoire/ npm run release -- docs`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const site = fileURLToPath(new URL('../site', import.meta.url));
const vitepress = join(site, 'node_modules/vitepress');

/** Runs Node in the folder of the site, and ends this process if it fails. */
function node(...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: site, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function versionOf(file: string, read: (content: never) => string | undefined): string | undefined {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as never) : undefined;
}

function isInstalled(): boolean {
  const installed = versionOf(join(vitepress, 'package.json'), ({ version }: { version: string }) => version);
  const wanted = versionOf(
    join(site, 'package.json'),
    ({ devDependencies }: { devDependencies: Record<string, string> }) => devDependencies['vitepress'],
  );
  return installed === wanted;
}

function install(): void {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run it by `npm run release -- docs`.');
  node(npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

/** The pages as a folder of the site: VitePress finds packages only for files below its own folder. */
function linkPages(): void {
  const pages = join(site, 'pages');
  rmSync(pages, { force: true });
  symlinkSync(join(site, '../docs'), pages, 'junction');
}

const { values } = parseArgs({ options: { serve: { type: 'boolean' }, dev: { type: 'boolean' } } });
if (!isInstalled()) install();
linkPages();
const program = join(vitepress, 'bin/vitepress.js');
if (values.dev === true) node(program, 'dev', '.');
else {
  node(program, 'build', '.');
  if (values.serve === true) node(program, 'preview', '.');
}

/**
 * Builds the packages as they are published, each into its `dist`: compiled files in `lib`, and a package.json that
 * points to them. In the repository the packages point to their sources, so that nothing has to be built to run. `--if-needed`: only
 * where the sources are not those of the last build.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildKit } from './build-kit.ts';
import { buildUi } from './build-ui.ts';
import { fingerprintOf } from './fingerprint.ts';
import { published } from './published.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  exports: Record<string, string>;
  bin?: Record<string, string>;
  files?: string[];
  devDependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  [name: string]: unknown;
}

function built(source: string): { types: string; default: string } {
  const file = source.replace('./src/', './lib/').replace(/\.ts$/, '');
  return { types: `${file}.d.ts`, default: `${file}.js` };
}

/**
 * What compilers read that do not read `exports`: TypeScript with `"moduleResolution": "node"`, the default of `"module": "commonjs"`, finds the
 * package itself by `main` and `types`, and what is under it by `typesVersions`.
 */
function forOldResolution(exports: Readonly<Record<string, ReturnType<typeof built>>>): Record<string, unknown> {
  const { '.': whole, ...parts } = exports;
  const paths = Object.entries(parts).map(([path, { types }]) => [path.slice(2), [types]]);
  return {
    main: whole?.default,
    types: whole?.types,
    ...(paths.length > 0 ? { typesVersions: { '*': Object.fromEntries(paths) } } : {}),
  };
}

function writeManifest(folder: string): void {
  const {
    devDependencies: _dev,
    scripts: _scripts,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const exports = Object.fromEntries(Object.entries(manifest.exports).map(([path, source]) => [path, built(source)]));
  const assets = existsSync(join(folder, 'assets')) ? ['assets'] : [];
  const files = ['lib', ...assets, ...(manifest.bin ? ['bin'] : [])];
  const written = { ...manifest, ...forOldResolution(exports), exports, files };
  writeFileSync(join(folder, 'dist', 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
  for (const path of Object.values(manifest.bin ?? {})) {
    mkdirSync(dirname(join(folder, 'dist', path)), { recursive: true });
    copyFileSync(join(folder, path), join(folder, 'dist', path));
  }
  for (const name of ['README.md', 'LICENSE']) {
    const own = join(folder, name);
    copyFileSync(existsSync(own) ? own : join(root, name), join(folder, 'dist', name));
  }
}

const stamp = join(root, 'packages/server/dist/sources.sha256');

/** What the builds are made of: two that are equal need no second build. */
const sources = [
  'packages/{protocol,client,ui,server}/{src,bin}/**/*',
  'packages/server/assets/docs/**/*',
  'packages/*/*',
  'package-lock.json',
  'tsconfig.base.json',
  '*.md',
  'LICENSE',
  'scripts/*.ts',
] as const;

/** Builds the packages, whatever is there. */
export function build(): void {
  for (const folder of published) rmSync(join(root, folder, 'dist'), { recursive: true, force: true });
  const projects = published.map((folder) => `${folder}/tsconfig.build.json`);
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...projects], { cwd: root, stdio: 'inherit' });
  buildKit();
  for (const folder of published) writeManifest(join(root, folder));
  // The dashboard; the same files as in the repository.
  buildUi();
  cpSync(join(root, 'packages/server/assets/ui'), join(root, 'packages/server/dist/assets/ui'), { recursive: true });
  // The viewer of the OpenAPI document is a part of the package: its page loads nothing from other servers.
  const assets = join(root, 'packages/server/dist/assets/docs');
  cpSync(join(root, 'packages/server/assets/docs'), assets, { recursive: true });
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE'])
    copyFileSync(join(root, 'node_modules/swagger-ui-dist', name), join(assets, name));
  writeFileSync(stamp, fingerprintOf(sources));
  console.log(`Built ${published.join(', ')}`);
}

if (import.meta.main) {
  const isBuilt = process.argv.includes('--if-needed') && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOf(sources);
  if (!isBuilt) build();
}

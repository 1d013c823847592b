/**
 * Builds the dashboard into the server's assets, each file also compressed by gzip and by Brotli. `--if-needed`: only where its sources are not those
 * of the last build.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fingerprintOf } from './fingerprint.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'packages/server/assets/ui');
const stamp = join(target, 'sources.sha256');

/** What the build is made of: two that are equal need no second build. */
const sources = [
  'packages/{ui,client,protocol}/src/**/*',
  'packages/ui/*.{html,ts,json}',
  'package-lock.json',
  'CHANGELOG.md',
  'scripts/build-ui.ts',
] as const;

/** Builds it, whatever is there. */
export function buildUi(): void {
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'packages/ui'),
    stdio: 'inherit',
    // Whoever builds it, in a test too: what is served is what is published.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  for (const name of globSync('assets/*.{js,css}', { cwd: target })) {
    const content = readFileSync(join(target, name));
    writeFileSync(join(target, `${name}.gz`), gzipSync(content, { level: 9 }));
    // At its best, which is what it does unless told otherwise.
    writeFileSync(join(target, `${name}.br`), brotliCompressSync(content));
  }
  writeFileSync(stamp, fingerprintOf(sources));
}

/** Builds it where its sources changed since it was built. */
export function buildUiIfNeeded(): void {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprintOf(sources)) buildUi();
}

if (import.meta.main) {
  if (process.argv.includes('--if-needed')) buildUiIfNeeded();
  else buildUi();
}

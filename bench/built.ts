import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'bench', '.built');

/** Files of the bench that run a service, and what they import of their own. */
const files = ['export-service', 'export-admin', 'child-server', 'messages'];

/**
 * Builds the packages as they are published, and puts the service's process beside them: what strips types while it runs
 * takes memory that nobody pays who installs the packages.
 * @returns the file to start, and what removes it all.
 */
export function buildService(): { readonly file: URL; readonly remove: () => void } {
  const remove = (): void => rmSync(home, { recursive: true, force: true });
  remove();
  execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'ignore' });
  for (const [folder, name] of [
    ['packages/server', 'grimoire'],
    ['packages/protocol', '@grimoire/protocol'],
  ] as const) {
    cpSync(join(root, folder, 'dist'), join(home, 'node_modules', name), { recursive: true });
    rmSync(join(root, folder, 'dist'), { recursive: true });
  }
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }\n');
  for (const name of files) {
    const text = stripTypeScriptTypes(readFileSync(join(root, 'bench', `${name}.ts`), 'utf8'));
    writeFileSync(join(home, `${name}.js`), text.replace(/from '(\.\/[\w-]+)\.ts'/g, "from '$1.js'"));
  }
  return { file: pathToFileURL(join(home, 'export-service.js')), remove };
}

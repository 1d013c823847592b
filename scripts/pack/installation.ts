import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What installs the packages of a project. */
export type Manager = 'npm' | 'pnpm' | 'yarn';

/** The packages that a project needs, in the order that they need one another. @param hasUi whether it has an extension of the dashboard */
export function packedNames(hasUi: boolean): readonly string[] {
  return ['@grimoire/protocol', '@grimoire/client', ...(hasUi ? ['@grimoire/ui'] : []), 'grimoire'];
}

/** The name of a packed file, without its version: the lines in a project stay as they are. */
export function packedFile(name: string): string {
  return `${name.replace('@', '').replace('/', '-')}.tgz`;
}

/** The package manager of a project, by its lock file. */
export function managerOf(project: string): Manager {
  if (existsSync(join(project, 'pnpm-lock.yaml')) || existsSync(join(project, 'pnpm-workspace.yaml'))) return 'pnpm';
  return existsSync(join(project, 'yarn.lock')) ? 'yarn' : 'npm';
}

/** The packed files by the names of their packages, as a manifest names them. @param folder from the manifest, such as `./grimoire-packages` */
export function packedFiles(folder: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `file:${folder}/${packedFile(name)}`]));
}

/** What belongs into `pnpm-workspace.yaml`: pnpm would look for what the packages need of one another on the registry. */
export function pnpmOverrides(files: Readonly<Record<string, string>>): string {
  return `overrides:\n${Object.entries(files)
    .map(([name, file]) => `  '${name}': '${file}'\n`)
    .join('')}`;
}

/** What a user has to write and to run. */
export function installation(manager: Manager, folder: string, names: readonly string[]): string {
  const files = packedFiles(folder, names);
  const again = 'After the next `npm run release -- pack`, install them again: the files have the same names.';
  const paths = names.map((name) => `${folder}/${packedFile(name)}`).join(' ');
  if (manager === 'npm') return `Run in the project:\n\nnpm install ${paths}\n\n${again}`;
  const dependencies = { dependencies: files, ...(manager === 'yarn' ? { resolutions: files } : {}) };
  const manifest = `Add to package.json of the project:\n\n${JSON.stringify(dependencies, null, 2)}`;
  if (manager === 'yarn') return `${manifest}\n\nThen run: yarn install\n\n${again}`;
  return `${manifest}\n\nAdd to pnpm-workspace.yaml, in the root folder of the workspace:\n\n${pnpmOverrides(files)}\nThen run: pnpm install\n\n${again}`;
}

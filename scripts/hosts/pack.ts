import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packedFile, packedNames } from '../pack/installation.ts';
import { npm, run } from './commands.ts';
import { root } from './host.ts';

/** Builds the packages where that is needed, and packs them into `.packed` of a folder, under names without versions. @returns the dependencies of `grimoire` */
export async function pack(folder: string, hasUi = false): Promise<Readonly<Record<string, string>>> {
  const target = join(folder, '.packed');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  await packInto(target, packedNames(hasUi));
  const manifest = readFileSync(join(root, 'packages/server/dist/package.json'), 'utf8');
  return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies;
}

/** Packs packages into a folder. */
export async function packInto(target: string, names: readonly string[]): Promise<void> {
  await run(['scripts/build.ts', '--if-needed'], { cwd: root });
  for (const name of names) {
    const source = join(root, 'packages', name === 'grimoire' ? 'server' : name.replace('@grimoire/', ''));
    const text = await run(npm('pack', '--silent', '--pack-destination', target), { cwd: join(source, 'dist') });
    renameSync(join(target, text.trim().split('\n').at(-1) ?? ''), join(target, packedFile(name)));
  }
}

import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './commands.ts';
import { root } from './host.ts';

const packages = {
  'packages/protocol': 'grimoire-protocol.tgz',
  'packages/client': 'grimoire-client.tgz',
  'packages/server': 'grimoire.tgz',
};

/** Builds the packages where that is needed, and packs them into `.packed` of a folder, under names without versions. @returns the dependencies of `grimoire` */
export async function pack(folder: string): Promise<Readonly<Record<string, string>>> {
  const target = join(folder, '.packed');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  await run(['scripts/build.ts', '--if-needed'], { cwd: root });
  for (const [source, name] of Object.entries(packages)) {
    const text = await run(npm('pack', '--silent', '--pack-destination', target), { cwd: join(root, source, 'dist') });
    renameSync(join(target, text.trim().split('\n').at(-1) ?? ''), join(target, name));
  }
  const manifest = readFileSync(join(root, 'packages/server/dist/package.json'), 'utf8');
  return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies;
}

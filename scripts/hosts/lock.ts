import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './commands.ts';
import { copyHost, type Host, root } from './host.ts';

/** Writes the lock file of an example. The packed packages change with each commit, so the lock file has no hash of them. */
export async function lock(host: Host, folder: string): Promise<void> {
  const copy = copyHost(host, folder);
  forgetPacked(join(copy, 'package-lock.json'));
  await run(npm('install', '--package-lock-only', '--no-audit', '--no-fund'), { cwd: copy });
  const file = join(copy, 'package-lock.json');
  const content = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { resolved?: string; integrity?: string }> };
  for (const entry of Object.values(content.packages)) if (entry.resolved?.startsWith('file:')) delete entry.integrity;
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  await run(['scripts/lock-all-platforms.ts', file], { cwd: root });
  copyFileSync(file, join(host.source, 'package-lock.json'));
}

/** Removes the packed packages from a lock file: npm does not read a tarball again whose name and version it knows. */
function forgetPacked(file: string): void {
  if (!existsSync(file)) return;
  const content = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { resolved?: string }> };
  const kept = Object.entries(content.packages).filter(([, { resolved }]) => !resolved?.startsWith('file:'));
  writeFileSync(file, JSON.stringify({ ...content, packages: Object.fromEntries(kept) }));
}

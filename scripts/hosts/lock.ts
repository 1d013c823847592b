import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './commands.ts';
import { copyHost, type Host, root } from './host.ts';

/** Writes the lock file of an example. The packed packages change with each commit, so the lock file has no hash of them. */
export async function lock(host: Host, folder: string): Promise<void> {
  const copy = copyHost(host, folder);
  await run(npm('install', '--package-lock-only', '--no-audit', '--no-fund'), { cwd: copy });
  const file = join(copy, 'package-lock.json');
  const content = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { resolved?: string; integrity?: string }> };
  for (const entry of Object.values(content.packages)) if (entry.resolved?.startsWith('file:')) delete entry.integrity;
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  await run(['scripts/lock-all-platforms.ts', file], { cwd: root });
  copyFileSync(file, join(host.source, 'package-lock.json'));
}

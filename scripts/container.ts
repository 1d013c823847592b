/**
 * Builds the image of deploy/Dockerfile without Docker, and runs it as its user would: its instructions run in a temporary folder, its
 * command as the user 1000 (if this process is root), on SQLite and on PostgreSQL, until its health check passes.
 *
 *   npm run release -- container          packs the packages, runs the instructions, and checks the service
 *   npm run release -- container --pack   only packs the packages into deploy/.packed, for `docker build -t grimoire deploy`
 *   npm run release -- container --lock   writes deploy/image/package-lock.json, after a change of the dependencies of `grimoire`
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres-server.ts';
import { checkImage } from './container/check.ts';
import { buildImage, openFolder } from './container/image.ts';
import { type Host, isLocked, root } from './hosts/host.ts';
import { lock } from './hosts/lock.ts';
import { pack } from './hosts/pack.ts';

const deploy = join(root, 'deploy');
const image: Host = { name: 'image', source: join(deploy, 'image'), scripts: {}, usesPostgres: true };

async function tryImage(folder: string): Promise<void> {
  const context = join(folder, 'deploy');
  cpSync(deploy, context, { recursive: true, filter: (path) => !path.endsWith('.packed') });
  const dependencies = await pack(context);
  if (!isLocked(image, dependencies))
    throw new Error('deploy/image/package-lock.json is out of date. Run: npm run release -- container --lock');
  const built = buildImage(context, folder);
  console.log(`Built from ${built.root}: ${built.command.join(' ')}`);
  const postgres = await startPostgres();
  try {
    for (const address of ['sqlite:/data/admin.sqlite', await postgres.createDatabase('container')])
      console.log(await checkImage(built, address));
  } finally {
    await postgres.stop();
  }
}

const { values } = parseArgs({ options: { pack: { type: 'boolean' }, lock: { type: 'boolean' } } });
const folder = mkdtempSync(join(tmpdir(), 'grimoire-container-'));
openFolder(folder);
try {
  if (values.pack === true) await pack(deploy);
  else if (values.lock === true) {
    await pack(folder);
    await lock(image, folder);
  } else await tryImage(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkHost, checkWrongMount, json } from './checks.ts';
import { eventually } from './commands.ts';
import type { Project } from './project.ts';
import { checkRaw, hasRaw } from './raw.ts';

/** How often the configuration is changed while the development server runs. */
const reloads = 6;

/** Milliseconds in which a changed file must take effect. */
const reloadLimit = 60_000;

/** One thing that is done with an example. */
export interface Stage {
  readonly name: string;
  run(project: Project): Promise<void>;
}

const hasScript = ({ host }: Project, script: string): boolean => host.scripts[script] !== undefined;

/** What is done with an example after it is installed; a stage that does not apply is left out. */
export function stagesOf(project: Project): readonly Stage[] {
  const hasWrongMount = !hasScript(project, 'build') && project.host.name !== 'fastify';
  return [
    ...(hasScript(project, 'build') ? [{ name: 'build', run: () => project.build() }] : []),
    { name: 'start', run: () => project.during('start', (origin) => checkHost(origin)) },
    ...(hasRaw(project.host) ? [{ name: 'raw', run: checkRaw }] : []),
    ...(hasWrongMount ? [{ name: 'wrong mount', run: checkOtherMount }] : []),
    ...(project.host.name.startsWith('next') ? [{ name: 'standalone', run: checkStandalone }] : []),
    ...(hasScript(project, 'dev') && project.host.usesPostgres ? [{ name: 'reloads', run: checkReloads }] : []),
  ];
}

const config = 'grimoire.config.ts';
const mounted = "baseUrl: '/admin/api/'";

/** The configuration names another path than the application mounts the admin at. */
async function checkOtherMount(project: Project): Promise<void> {
  project.edit(config, mounted, "baseUrl: '/other/api/'");
  await project.during('start', async (origin, running) => {
    await checkWrongMount(origin);
    assert.match(running.output(), /A request for \/admin reached Grimoire/, 'the log of a wrong mount');
  });
}

/** Next.js copies the files that code names to a folder, which has no other; and it removes the path of the whole application from addresses. */
async function checkStandalone(project: Project): Promise<void> {
  const options = 'const config: NextConfig = {';
  const changed = `${options} output: 'standalone', basePath: '/shop',`;
  project.edit('next.config.ts', options, changed);
  project.edit(config, mounted, "baseUrl: '/shop/admin/api/'");
  await project.build();
  // Outside of the project, whose packages would be found from inside of it.
  const alone = `${project.folder}-standalone`;
  renameSync(join(project.folder, '.next/standalone'), alone);
  try {
    await project.duringIn(alone, ['server.js'], (origin) => checkHost(origin, '/shop'));
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
  project.edit('next.config.ts', changed, options);
  project.edit(config, "baseUrl: '/shop/admin/api/'", mounted);
}

/** A development server reads a changed configuration again, and leaves no connection open. */
async function checkReloads(project: Project): Promise<void> {
  await project.during('dev', async (origin) => {
    const brandIs = (name: string): Promise<void> =>
      eventually(async () => {
        const response = await fetch(new URL('/admin/api/config/', origin));
        assert.equal((await json<{ brand: { name: string } }>(response)).brand.name, name);
        // Requests at the same time make the pool open more than one connection.
        await Promise.all(Array.from({ length: 6 }, () => signIn(origin)));
      }, reloadLimit);
    await checkHost(origin);
    project.edit(config, mounted, `${mounted}, settings: { brand: { name: 'Edition 0' } }`);
    await brandIs('Edition 0');
    const before = await project.connections();
    for (let edition = 1; edition <= reloads; edition++) {
      project.edit(config, `Edition ${edition - 1}`, `Edition ${edition}`);
      await brandIs(`Edition ${edition}`);
    }
    const after = await project.connections();
    // The largest number of connections of one pool.
    assert.ok(before > 0 && after <= Math.max(before, 10), `${before} connections before ${reloads} reloads, ${after} after them`);
    project.edit(config, mounted, "baseUrl: '/other/api/'");
    await eventually(() => checkWrongMount(origin), reloadLimit);
  });
}

/** A request that reads the database. */
async function signIn(origin: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ username: 'nobody', password: 'x' }) };
  await (await fetch(new URL('/admin/api/auth/login/', origin), init)).body?.cancel();
}

import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../hosts/commands.ts';
import { root } from '../hosts/host.ts';
import { installation, type Manager, packedFiles, packedNames, pnpmOverrides } from '../pack/installation.ts';
import type { Place } from './place.ts';
import type { Journey } from './shapes.ts';

const create = `const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
new DatabaseSync('a.db').exec("CREATE TABLE notes (id integer PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 'One')");\n`;

/** Runs a package manager, as npm finds it. */
type Run = (...args: readonly string[]) => Promise<string>;

const folder = './grimoire-packages';
const files = packedFiles(folder, packedNames(true));
// What the kit needs of its host, in the versions that it is tested with.
const { devDependencies } = JSON.parse(readFileSync(join(root, 'packages/ui/package.json'), 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};
const beside = { vite: devDependencies['vite'], '@types/react': devDependencies['@types/react'] };

/** A project that has what `npm run release -- pack --ui` packs, and says for this package manager. */
async function installed(place: Place, manager: Manager, run: Run): Promise<void> {
  for (const name of readdirSync(join(place.folder, '../.packed')))
    cpSync(join(place.folder, '../.packed', name), join(place.folder, folder, name));
  const said = installation(manager, folder, packedNames(true));
  const manifest = manager === 'npm' ? {} : (JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as object);
  place.write({
    'create.cjs': create,
    'package.json': JSON.stringify({ name: 'app', private: true, type: 'module', devDependencies: beside, ...manifest }),
  });
  if (manager === 'pnpm') place.write({ 'pnpm-workspace.yaml': pnpmOverrides(files) });
  if (manager === 'yarn') place.write({ 'yarn.lock': '' });
  await run(
    ...(manager === 'npm'
      ? (said
          .split('\n')
          .find((line) => line.startsWith('npm install'))
          ?.split(' ')
          .slice(1) ?? [])
      : ['install']),
  );
  await place.node('create.cjs');
}

/** The command works, and each package is found from the project. */
function isUsable(output: string, found: string): void {
  assert.match(output, / new permissions\.\s*$/);
  assert.match(found, /function function function/);
}

const probe =
  "Promise.all(['@grimoire/client', '@grimoire/ui/vite', 'grimoire'].map((name) => import(name))).then(([a, b, c]) => console.log(typeof a.Client, typeof b.grimoireExtension, typeof c.defineAdmin))";
const migrate = ['grimoire', 'migrate', '--database', 'a.db'];

/** Each package manager, with the packed packages and the kit for extensions. */
export const managers: readonly Journey[] = [
  {
    name: 'npm',
    async run(place) {
      await installed(place, 'npm', (...args) => place.node(...npm(...args, '--no-audit', '--no-fund', '--prefer-offline')));
      isUsable(await place.node(...npm('exec', '--', ...migrate)), await place.node('-e', probe));
    },
  },
  {
    name: 'pnpm',
    async run(place) {
      const pnpm: Run = (...args) => place.node(...npm('exec', '--yes', '--', 'pnpm', ...args));
      await installed(place, 'pnpm', pnpm);
      isUsable(await pnpm('exec', ...migrate), await place.node('-e', probe));
    },
  },
  {
    name: 'yarn',
    async run(place) {
      const yarn: Run = (...args) => place.node(...npm('exec', '--yes', '--package', '@yarnpkg/cli-dist@4', '--', 'yarn', ...args));
      // Yarn's default: packages stay in archives.
      place.write({ '.yarnrc.yml': 'enableGlobalCache: false\nenableTelemetry: false\nenableImmutableInstalls: false\nnodeLinker: pnp\n' });
      await installed(place, 'yarn', yarn);
      isUsable(await yarn(...migrate), await yarn('node', '-e', probe));
    },
  },
];

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../hosts/commands.ts';
import { managers } from './managers.ts';
import { nest } from './nest.ts';
import type { Place } from './place.ts';
import { types } from './types.ts';

/** Something that a new user does, in an empty folder. */
export interface Journey {
  readonly name: string;
  run(place: Place): Promise<void>;
}

const command = 'node_modules/grimoire/bin/grimoire.js';
const schema =
  "import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';\nexport const notes = sqliteTable('notes', { id: integer().primaryKey(), title: text() });\n";
const config = (from: string): string =>
  `import { defineAdmin, model, sqlite } from 'grimoire';\nimport { notes } from '${from}';\nexport default defineAdmin({ database: sqlite('a.db'), models: [model(notes, 'lib.Note')] });\n`;
const required = "const { defineAdmin, sqlite } = require('grimoire');\nmodule.exports = defineAdmin({ database: sqlite('a.db') });\n";
const server = (from: string): string => `import { createServer } from 'node:http';
import { toNodeHandler } from 'grimoire';
import admin from '${from}';
const server = createServer(toNodeHandler(admin.withDashboard()));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + (server.address() as { port: number }).port));
`;
const create = `const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
new DatabaseSync('a.db').exec("CREATE TABLE notes (id integer PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 'One')");\n`;

async function prepared(place: Place, type: string | undefined, ...names: readonly string[]): Promise<void> {
  await place.install(...(names.some((name) => name.startsWith('drizzle-orm@')) ? [] : ['drizzle-orm']), ...names);
  const manifest = JSON.parse(readFileSync(join(place.folder, 'package.json'), 'utf8')) as object;
  place.write({
    'package.json': JSON.stringify({ ...manifest, ...(type === undefined ? {} : { type }) }),
    'create.cjs': create,
    'schema.ts': schema,
  });
  await place.node('create.cjs');
}

/** Whether the command reads a config, opens its database and finds the tables of its models, without a warning. */
async function isServed(place: Place, ...args: readonly string[]): Promise<void> {
  const output = await place.node(command, 'migrate', ...args);
  assert.match(output, / new permissions?\.\n$/);
  assert.doesNotMatch(output, /Warning/);
}

async function hasDashboard(place: Place, ...args: readonly string[]): Promise<void> {
  await place.during(args, async (origin) => {
    const page = await fetch(`${origin}/`);
    assert.deepEqual([page.status, /<div id="root">/.test(await page.text())], [200, true]);
  });
}

const kinds: readonly Journey[] = ['none', 'commonjs', 'module'].map((type) => ({
  name: `type-${type}`,
  async run(place) {
    await prepared(place, type === 'none' ? undefined : type);
    place.write({ 'grimoire.config.ts': config('./schema.ts') });
    await isServed(place);
    place.write({
      'required.cjs': required,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
      'aliased.ts': config('@/schema'),
    });
    await isServed(place, '--config', 'required.cjs');
    await isServed(place, '--config', 'aliased.ts');
  },
}));

/** The oldest version that the package takes. */
const oldDrizzle: Journey = {
  name: 'drizzle-oldest',
  async run(place) {
    await prepared(place, 'module', 'drizzle-orm@0.36');
    place.write({ 'grimoire.config.ts': config('./schema.ts') });
    await isServed(place);
  },
};

const compiled: Journey = {
  name: 'compiled',
  async run(place) {
    await prepared(place, 'module', 'typescript@5.9', 'tsx');
    place.write({ 'grimoire.config.ts': config('./schema.js'), 'server.ts': server('./grimoire.config.js') });
    await isServed(place);
    await place.bin(
      'tsc',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--strict',
      '--skipLibCheck',
      '--types',
      'node',
      '--outDir',
      'dist',
      'server.ts',
    );
    await isServed(place, '--config', 'dist/grimoire.config.js');
    await hasDashboard(place, 'dist/server.js');
    await hasDashboard(place, '--import', 'tsx', 'server.ts');
  },
};

const bundled: Journey = {
  name: 'esbuild',
  async run(place) {
    await prepared(place, 'module', 'esbuild');
    place.write({ 'grimoire.config.ts': config('./schema.ts'), 'server.ts': server('./grimoire.config.ts') });
    await isServed(place);
    const bundle = ['server.ts', '--bundle', '--platform=node', '--log-level=error'];
    await place.bin('esbuild', ...bundle, '--format=esm', '--external:grimoire', '--outfile=out/apart.mjs');
    await hasDashboard(place, 'out/apart.mjs');
    await place.bin('esbuild', ...bundle, '--format=cjs', '--loader:.node=copy', '--outfile=out/whole.cjs');
    await place.during(['out/whole.cjs'], async (origin) => {
      const page = await fetch(`${origin}/`);
      assert.deepEqual([page.status, /--external:grimoire/.test(await page.text())], [503, true]);
    });
  },
};

const runtimes: readonly Journey[] = [
  {
    name: 'node-22',
    async run(place) {
      await prepared(place, 'commonjs', 'node@22');
      place.write({ 'grimoire.config.ts': config('./schema.ts') });
      assert.match(await place.bin('node', command, 'migrate'), / new permissions\.\n$/);
    },
  },
  {
    name: 'node-20',
    async run(place) {
      await prepared(place, 'module', 'node@20');
      const refusal = await place.refusal(...npm('exec', '--', 'node', command, 'migrate'));
      assert.match(refusal, /Grimoire needs Node 22\.18 or newer; this is Node 20\.\d+\.\d+\./);
      assert.doesNotMatch(refusal, / {4}at /);
    },
  },
  {
    name: 'bun',
    async run(place) {
      await place.install('bun');
      const address = await place.postgres.createDatabase('bun');
      await place.postgres.query(address, "CREATE TABLE notes (id integer PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 'One')");
      const program = (open: string): string => `import { defineAdmin, postgres, sqlite } from 'grimoire';
        const admin = defineAdmin({ database: ${open} });
        try { console.log((await admin.operations.registry()).models.map(({ key }) => key).join()); } catch (error) { console.log(error.message); }
        process.exit();`;
      place.write({ 'live.ts': program(`postgres('${address}')`), 'file.ts': program("sqlite(':memory:')") });
      assert.match(await place.bin('bun', 'live.ts'), /main\.Notes/);
      assert.match(await place.bin('bun', 'file.ts'), /has no node:sqlite, which sqlite\(\) needs|auth\.User/);
    },
  },
];

/** The shapes of projects. */
export const shapes: readonly Journey[] = [...kinds, oldDrizzle, compiled, bundled, ...types, ...nest, ...runtimes, ...managers];

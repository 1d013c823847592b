import assert from 'node:assert/strict';
import { json } from '../hosts/checks.ts';
import { nextFiles, nextPackages, nextRoute } from './next-files.ts';
import type { Place } from './place.ts';
import type { Journey } from './shapes.ts';

const rows = "CREATE TABLE notes (id integer PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 'One')";
const create = `new (process.getBuiltinModule('node:sqlite').DatabaseSync)('app.db').exec("${rows}");\n`;

const schema = {
  'prisma/schema.prisma':
    'datasource db {\n  provider = "sqlite"\n  url = "file:../app.db"\n}\nmodel Note {\n  id Int @id\n  title String?\n  @@map("notes")\n}\n',
};
const drizzle = {
  'src/db/schema.ts':
    "import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';\nexport const notes = sqliteTable('notes', { id: integer().primaryKey(), title: text() });\n",
  'drizzle.config.ts': "export default { schema: './src/db/schema.ts', dialect: 'sqlite', dbCredentials: { url: 'app.db' } };\n",
};

/** Runs `grimoire init`. @returns the password of the first account. */
async function init(place: Place, ...args: readonly string[]): Promise<string> {
  const output = await place.bin('grimoire', 'init', '--yes', ...args);
  return /shown only now: (\S+)/.exec(output)?.[1] ?? '';
}

/** Signs in at an API, and reads rows and the dashboard. */
async function read(base: string, model: string, password: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username: 'admin', password });
  const login = await fetch(`${base}api/auth/login/`, { method: 'POST', headers, body });
  const { access } = await json<{ access: string }>(login);
  const list = await fetch(`${base}api/r/${model}/`, { headers: { authorization: `Bearer ${access}` } });
  assert.deepEqual([list.status, (await json<{ results: unknown[] }>(list)).results.length > 0], [200, true]);
  assert.equal((await fetch(base)).status, 200);
}

/** To rows of the API: by `grimoire init --yes`, and by the script that it adds. */
async function serve(place: Place, model: string, ...args: readonly string[]): Promise<void> {
  const password = await init(place, ...args);
  await place.script('admin', (origin) => read(`${origin}/`, model, password));
}

/** To rows of the API in an application: its config gets the address under which it is mounted, and its package the script `start`. */
async function mount(place: Place, model: string, files: Readonly<Record<string, string>>): Promise<void> {
  const password = await init(place);
  const config = place.read('grimoire.config.ts');
  place.write({ ...files, 'grimoire.config.ts': config.replace('defineAdmin({', "defineAdmin({\n  baseUrl: '/admin/api/',") });
  await place.script('start', (origin) => read(`${origin}/admin/`, model, password));
}

const server = `import express from 'express';
import { toNodeHandler } from 'grimoire';
import admin from './grimoire.config.ts';
const app = express();
app.use(express.json());
app.use('/admin', toNodeHandler(admin.withDashboard()));
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => console.log(\`http://127.0.0.1:\${server.address().port}\`));
`;

/** The ways to begin, each with the time that it takes. */
export const starts: readonly Journey[] = [
  {
    name: 'start-bare',
    async run(place) {
      await place.install();
      await serve(place, 'main.Authors');
    },
  },
  {
    name: 'start-sqlite',
    async run(place) {
      place.write({ 'create.cjs': create });
      await place.node('create.cjs');
      await place.install();
      await serve(place, 'main.Notes', 'sqlite:app.db');
    },
  },
  {
    name: 'start-postgres',
    async run(place) {
      const address = await place.postgres.createDatabase('start');
      await place.postgres.query(address, rows);
      // The address comes from the file .env that \`init\` writes: a variable that is set, also if it is empty, would count before it.
      place.environment = {};
      await place.install();
      await serve(place, 'main.Notes', address);
    },
  },
  {
    name: 'start-drizzle-express',
    async run(place) {
      place.write({ 'create.cjs': create, ...drizzle });
      await place.node('create.cjs');
      await place.install('drizzle-orm', 'express');
      place.addScript('start', 'node --env-file=.env server.mjs');
      await mount(place, 'main.Notes', { 'server.mjs': server });
    },
  },
  {
    name: 'start-prisma',
    async run(place) {
      place.write({ 'create.cjs': create, ...schema });
      await place.node('create.cjs');
      await place.install();
      await serve(place, 'main.Note');
    },
  },
  {
    name: 'start-prisma-next',
    async run(place) {
      place.write({ 'create.cjs': create, ...schema, ...nextFiles, ...nextRoute });
      await place.node('create.cjs');
      await place.install(...nextPackages);
      place.addScript('start', 'next build && next start --hostname 127.0.0.1');
      await mount(place, 'main.Note', {});
    },
  },
];

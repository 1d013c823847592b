import assert from 'node:assert/strict';
import { json } from '../hosts/checks.ts';
import { npm } from '../hosts/commands.ts';
import type { Place } from './place.ts';
import type { Journey } from './shapes.ts';

const rows = "CREATE TABLE notes (id integer PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 'One')";
const create = `new (process.getBuiltinModule('node:sqlite').DatabaseSync)('app.db').exec("${rows}");\n`;

/** From an empty folder to rows of the API: by `grimoire init --yes`, and by the script that it adds. */
async function init(place: Place, model: string, ...args: readonly string[]): Promise<void> {
  const output = await place.bin('grimoire', 'init', '--yes', ...args);
  const [, password = ''] = /shown only now: (\S+)/.exec(output) ?? [];
  await place.during(npm('run', 'admin'), async (origin) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'admin', password });
    const login = await fetch(`${origin}/api/auth/login/`, { method: 'POST', headers, body });
    const { access } = await json<{ access: string }>(login);
    const list = await fetch(`${origin}/api/r/${model}/`, { headers: { authorization: `Bearer ${access}` } });
    assert.deepEqual([list.status, (await json<{ results: unknown[] }>(list)).results.length > 0], [200, true]);
    assert.equal((await fetch(`${origin}/`)).status, 200);
  });
}

/** The ways to begin, each with the time that it takes. */
export const starts: readonly Journey[] = [
  {
    name: 'start-bare',
    async run(place) {
      await place.install();
      await init(place, 'main.Authors');
    },
  },
  {
    name: 'start-sqlite',
    async run(place) {
      place.write({ 'create.cjs': create });
      await place.node('create.cjs');
      await place.install();
      await init(place, 'main.Notes', 'sqlite:app.db');
    },
  },
  {
    name: 'start-postgres',
    async run(place) {
      const address = await place.postgres.createDatabase('start');
      await place.postgres.query(address, rows);
      await place.install();
      await init(place, 'main.Notes', address);
    },
  },
  {
    name: 'start-drizzle',
    async run(place) {
      place.write({
        'create.cjs': create,
        'src/db/schema.ts':
          "import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';\nexport const notes = sqliteTable('notes', { id: integer().primaryKey(), title: text() });\n",
        'drizzle.config.ts': "export default { schema: './src/db/schema.ts', dialect: 'sqlite', dbCredentials: { url: 'app.db' } };\n",
      });
      await place.node('create.cjs');
      await place.install('drizzle-orm', 'express');
      await init(place, 'main.Notes');
    },
  },
  {
    name: 'start-prisma',
    async run(place) {
      place.write({
        'create.cjs': create,
        'prisma/schema.prisma':
          'datasource db {\n  provider = "sqlite"\n  url = "file:../app.db"\n}\nmodel Note {\n  id Int @id\n  title String?\n  @@map("notes")\n}\n',
      });
      await place.node('create.cjs');
      await place.install();
      await init(place, 'main.Note');
    },
  },
];

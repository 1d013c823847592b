import { sql } from 'kysely';
import { action, model, type Queries } from 'grimoire';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { type Dialect, dialects, type TestDatabase } from '../support/databases.ts';
import { type Answer, type Client, type TestService, startService } from '../support/service.ts';

/** What each secret value has in it. */
const canary = 'quetzal-8731';

/** Tables whose secret columns are hidden, only written, or left out by themselves; some have no model. */
const setup = `
  CREATE TABLE person (id integer PRIMARY KEY, name varchar(50), hidden_note text, pin text, password text, boss_id integer REFERENCES person (id) ON DELETE SET NULL);
  CREATE TABLE card (id integer PRIMARY KEY, person_id integer REFERENCES person (id) ON DELETE CASCADE, label varchar(50), number text, api_token text);
  CREATE TABLE vault (id integer PRIMARY KEY, person_id integer REFERENCES person (id) ON DELETE CASCADE, secret text);
  CREATE TABLE login_session (session_token varchar(50) PRIMARY KEY, person_id integer REFERENCES person (id) ON DELETE CASCADE);
  CREATE TABLE letter (id integer PRIMARY KEY, title varchar(50), draft text, private_key text, deleted_at timestamp);
  INSERT INTO person VALUES (1, 'Ada', '${canary} 1', '${canary} 2', '${canary} 3', NULL), (2, 'Ben', '${canary} 4', '${canary} 5', '${canary} 6', 1), (3, 'Cy', '${canary} 7', '${canary} 8', '${canary} 9', NULL);
  INSERT INTO card VALUES (1, 1, 'first', '${canary} 10', '${canary} 11'), (2, 2, 'second', '${canary} 12', '${canary} 13');
  INSERT INTO vault VALUES (1, 1, '${canary} 14'), (2, 2, '${canary} 15');
  INSERT INTO login_session VALUES ('${canary} 16', 1), ('${canary} 17', 2);
  INSERT INTO letter VALUES (1, 'kept', '${canary} 18', '${canary} 19', NULL), (2, 'thrown', '${canary} 20', '${canary} 21', '2026-01-01 00:00:00'), (3, 'thrown too', '${canary} 22', '${canary} 23', '2026-01-01 00:00:00');`;

const changed = { hidden_note: `${canary} by host`, pin: `${canary} by host`, password: `${canary} by host` };

async function byKysely(queries: Queries): Promise<void> {
  await queries.updateTable('person').set(changed).where('id', '=', 1).execute();
  await queries.updateTable('person').set(changed).where('id', '=', 2).returningAll().execute();
  await queries
    .insertInto('person')
    .values({ id: 50, name: 'New', ...changed })
    .execute();
  await queries
    .insertInto('vault')
    .values({ id: 50, person_id: 1, secret: `${canary} new` })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ secret: `${canary} again` }))
    .execute();
  await queries.deleteFrom('vault').where('id', '=', 2).execute();
  await queries
    .updateTable('login_session')
    .set({ session_token: `${canary} key` })
    .where('person_id', '=', 1)
    .execute();
}

async function byText(queries: Queries): Promise<void> {
  await sql`UPDATE person SET pin = ${`${canary} text`}, password = 'quetzal-8731 literal' WHERE id = 1`.execute(queries);
  await sql`INSERT INTO vault VALUES (60, 1, 'quetzal-8731 literal')`.execute(queries);
  await sql`DELETE FROM login_session`.execute(queries);
}

const hookOf: { run: ((queries: Queries) => Promise<void>) | undefined } = { run: undefined };

const models = [
  model('person', 'c.Person', {
    fields: { hidden_note: { hidden: true }, pin: { writeOnly: true }, password: { writeOnly: true } },
    inlines: [{ table: 'card', foreignKey: 'person' }],
    hooks: { afterSave: ({ transaction }) => hookOf.run?.(transaction) },
    actions: {
      setPin: action({ run: async (_context, rows) => void (await rows.update({ pin: `${canary} action` })) }),
      remove: action({ run: async (_context, rows) => void (await rows.delete()) }),
      each: action({
        run: (_context, rows) =>
          rows.each(async (row, one) => {
            await one.update({ pin: `${canary} each`, password: `${canary} each` });
            if (row['id'] === 3) throw new Error('not this one');
          }),
      }),
      byKysely: action({ run: ({ transaction }) => byKysely(transaction) }),
      byText: action({ run: ({ transaction }) => byText(transaction) }),
    },
  }),
  model('card', 'c.Card', { fields: { number: { hidden: true } } }),
  model('letter', 'c.Letter', { softDelete: 'deleted_at', fields: { draft: { writeOnly: true } } }),
];

type Path = (root: Client) => Promise<Answer>;

const secrets = { pin: `${canary} sent`, password: `${canary} sent too` };
const inHook = (run: (queries: Queries) => Promise<void>): Path => {
  return (root) => {
    hookOf.run = run;
    return root.patch('/r/c.Person/3/', { name: 'Hooked' });
  };
};

/** Every way to write. A new one is a line here. */
const paths: Readonly<Record<string, Path>> = {
  'a PATCH': (root) => root.patch('/r/c.Person/1/', { name: 'Ada L.', ...secrets }),
  'a PATCH of nothing else': (root) => root.patch('/r/c.Person/1/', secrets),
  'a POST': (root) => root.post('/r/c.Person/', { id: 9, name: 'Di', ...secrets }),
  'a POST that is sent again': (root) =>
    root.request('POST', '/r/c.Person/', { body: { id: 9, name: 'Di', ...secrets }, headers: { 'idempotency-key': 'once' } }),
  'a DELETE with cascades': (root) => root.delete('/r/c.Person/1/'),
  'the undo of a PATCH': async (root) => {
    const { headers } = await root.patch('/r/c.Person/1/', { name: 'Ada L.', ...secrets });
    const rows = [{ model: 'c.Person', pk: 1, fields: ['name'] }];
    return root.post(`/changes/${headers.get('x-change-set')}/undo/`, { rows });
  },
  'the undo of a DELETE': async (root) => {
    const { body } = await root.post('/r/c.Person/', { id: 9, name: 'Di', ...secrets });
    const { headers } = await root.delete(`/r/c.Person/${body.id}/`);
    const undo = `/changes/${headers.get('x-change-set')}/undo/`;
    await root.post(undo, {});
    await root.post(undo, { dry_run: true });
    return root.post(undo, { only: 'untouched' });
  },
  'the dry run of a PATCH': (root) => root.patch('/r/c.Person/1/?dry_run=true', { name: 'Ada L.', ...secrets }),
  'the dry run of a bulk delete': (root) => root.post('/r/c.Person/bulk/', { action: 'delete', ids: [1, 2], dry_run: true }),
  'a bulk update': (root) => root.post('/r/c.Person/bulk/', { action: 'update', ids: [1, 2, 3], data: secrets }),
  'a bulk delete': (root) => root.post('/r/c.Person/bulk/', { action: 'delete', ids: [1, 2] }),
  operations: (root) =>
    root.post('/r/c.Person/bulk/', {
      operations: [
        { op: 'create', data: { id: 9, name: 'Di', ...secrets } },
        { op: 'update', pk: 1, data: secrets },
        { op: 'delete', pk: 2 },
        { op: 'create', model: 'c.Card', data: { id: 9, person: { $ref: 0 }, label: 'own' } },
        { op: 'delete', model: 'c.Card', pk: 1 },
      ],
    }),
  'an action that updates': (root) => root.post('/r/c.Person/action/setPin/', { ids: [1, 2] }),
  'an action that deletes': (root) => root.post('/r/c.Person/action/remove/', { ids: [1, 2] }),
  'an action row by row, of which one fails': (root) => root.post('/r/c.Person/action/each/', { ids: [1, 2, 3] }),
  'an action with queries': (root) => root.post('/r/c.Person/action/byKysely/', { ids: [3] }),
  'an action with SQL': (root) => root.post('/r/c.Person/action/byText/', { ids: [3] }),
  'a hook with queries': inHook(byKysely),
  'a hook with SQL': inHook(byText),
  'a move to the trash': (root) => root.delete('/r/c.Letter/1/'),
  'a restore': (root) => root.post('/r/c.Letter/bulk/', { action: 'restore', ids: [2] }),
  'a purge': (root) => root.post('/r/c.Letter/bulk/', { action: 'purge', ids: [2, 3] }),
  'a password of staff': (root) => root.post('/auth/password/', { old_password: 'correct horse', new_password: `${canary} of staff 1` }),
  'a new user': (root) => root.post('/r/auth.User/', { username: 'new', password: `${canary} of staff 2` }),
};

/** The text of everything in the service's own tables. */
async function ownText(database: TestDatabase): Promise<string> {
  const tables = await database.query(ownTables[database.dialect]);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.query(`SELECT * FROM ${String(name)}`);
      return JSON.stringify(
        rows.map((row) => Object.values(row).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value))),
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      );
    }),
  );
  return texts.join('\n');
}

const ownTables: Readonly<Record<Dialect, string>> = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'grimoire\\_%' ESCAPE '\\'",
  postgres: "SELECT 'grimoire.' || relname AS name FROM pg_class WHERE relnamespace = 'grimoire'::regnamespace AND relkind = 'r'",
};

/** A text in which a value stands: as it is, as hexadecimal digits, or as Base64 from each of three places. */
function traces(text: string): RegExp {
  const encodings = [0, 1, 2].map((from) =>
    Buffer.from('x'.repeat(from) + text)
      .toString('base64')
      .slice(from === 0 ? 0 : 4, -4),
  );
  return new RegExp([text, Buffer.from(text).toString('hex'), ...encodings].join('|'), 'i');
}

describe.each(dialects)('secret values on %s', (dialect) => {
  let service: TestService | undefined;
  afterEach(async () => {
    hookOf.run = undefined;
    await service?.close();
  });

  it.each(Object.entries(paths))('are not in own tables, logs and answers after %s', async (_, send) => {
    const log: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
    service = await startService({ dialect, setup, models, settings: { logger } });
    const root = await service.superuser();
    const answer = await send(root);
    expect(answer.status, answer.text).toBeLessThan(300);
    const set = answer.headers.get('x-change-set');
    const readings = set === null ? [] : ['', 'rows/'].map((part) => `/changes/${set}/${part}`);
    const pages = [
      ...readings,
      '/changes/',
      '/r/admin.AdminAuditLog/',
      '/r/c.Person/',
      '/r/c.Person/3/history/',
      '/r/c.Letter/',
      '/widgets/recent-audit/',
    ];
    const texts = [answer.text];
    for (const page of pages) texts.push((await root.get(page)).text);
    const entries = (await root.get('/r/admin.AdminAuditLog/')).body.results as { readonly id: number }[];
    for (const { id } of entries) texts.push((await root.get(`/r/admin.AdminAuditLog/${id}/`)).text);
    expect(await ownText(service.database)).not.toMatch(traces(canary));
    expect(log.join('\n')).not.toMatch(traces(canary));
    expect(texts.join('\n')).not.toMatch(traces(canary));
  });

  it('names what was changed and is not kept', async () => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const set = (await root.delete('/r/c.Person/1/')).headers.get('x-change-set');
    const { results } = (await root.get(`/changes/${set}/rows/`)).body as { readonly results: readonly Record<string, unknown>[] };
    expect(results.map(({ model: key }) => key)).toContain('c.Card');
    const [header] = [(await root.get(`/changes/${set}/`)).body];
    // The key of a session is a secret: its rows can not be named.
    expect(header).toMatchObject({ complete: false, gaps: ['login_session'] });
  });
});

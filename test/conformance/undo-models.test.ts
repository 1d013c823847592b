import { action, model } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { dump, type OracleTable } from '../support/journal-oracle.ts';
import { type Answer, type Client, type TestService, startService } from '../support/service.ts';

const setOf = (answer: Answer): number => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return Number(answer.headers.get('x-change-set'));
};
const undo = (client: Client, set: number, body: object = {}): Promise<Answer> => client.post(`/changes/${set}/undo/`, body);

/** Does a write, takes it back, does it again and takes it back: each time the tables are as they were. */
async function backAndForth(
  service: TestService,
  root: Client,
  tables: readonly OracleTable[],
  write: () => Promise<Answer>,
): Promise<void> {
  const start = await dump(service.database, tables);
  let set = setOf(await write());
  const after = await dump(service.database, tables);
  expect(after).not.toEqual(start);
  for (const state of [start, after, start]) {
    set = setOf(await undo(root, set));
    expect(await dump(service.database, tables)).toEqual(state);
  }
}

const moment = (dialect: Dialect): string => (dialect === 'postgres' ? 'timestamptz' : 'datetime');

describe.each(dialects)('an undo on %s', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());

  it('takes back what hooks wrote, with hooks that know of it', async () => {
    const seen: (number | null)[] = [];
    const log = model('log', 'a.Log', { readonly: true });
    const item = model('item', 'a.Item', {
      hooks: {
        beforeSave: ({ row, undoOf }) => {
          seen.push(undoOf);
          return { doubled: 2 * Number(row['price']) };
        },
        afterSave: async ({ row, transaction, undoOf }) => {
          if (undoOf === null) await transaction.insertInto('log').values({ item_id: row['id'], text: 'saved' }).execute();
        },
      },
      fields: { doubled: { readonly: true } },
    });
    service = await startService({
      dialect,
      setup: `CREATE TABLE item (id integer PRIMARY KEY, price integer NOT NULL, doubled integer);
        CREATE TABLE log (id integer PRIMARY KEY ${dialect === 'postgres' ? 'GENERATED ALWAYS AS IDENTITY' : ''}, item_id integer, text varchar(20));
        INSERT INTO item VALUES (1, 5, 10);`,
      models: [item, log],
    });
    const root = await service.superuser();
    const tables = [
      { name: 'item', key: ['id'], columns: ['id', 'price', 'doubled'] },
      { name: 'log', key: ['id'], columns: ['id', 'item_id', 'text'] },
    ];
    await backAndForth(service, root, tables, () => root.patch('/r/a.Item/1/', { price: 7 }));
    expect(seen[0]).toBeNull();
    expect(seen.slice(1).every((set) => typeof set === 'number')).toBe(true);
  });

  it('writes what a hook makes of the only value that it restores', async () => {
    const item = model('item', 'a.Item', { hooks: { beforeSave: ({ undoOf }) => (undoOf === null ? undefined : { price: 100 }) } });
    service = await startService({
      dialect,
      setup: 'CREATE TABLE item (id integer PRIMARY KEY, price integer); INSERT INTO item VALUES (1, 5);',
      models: [item],
    });
    const root = await service.superuser();
    const set = setOf(await root.patch('/r/a.Item/1/', { price: 7 }));
    expect((await undo(root, set)).body).toMatchObject({ restored: 1 });
    expect((await root.get('/r/a.Item/1/')).body.price).toBe(100);
  });

  it('is refused by what a rule of the config says, with its text', async () => {
    const item = model('item', 'a.Item', {
      validate: (row) => (Number(row['price']) < 6 ? { price: 'Too cheap today.' } : {}),
    });
    service = await startService({
      dialect,
      setup: 'CREATE TABLE item (id integer PRIMARY KEY, price integer); INSERT INTO item VALUES (1, 5);',
      models: [item],
    });
    const root = await service.superuser();
    const set = setOf(await root.patch('/r/a.Item/1/', { price: 7 }));
    expect((await undo(root, set)).body.rows).toEqual([
      { model: 'a.Item', pk: 1, fields: { price: { state: 'blocked', detail: 'Too cheap today.', by: null, at: null, change_set: null } } },
    ]);
  });

  it('exchanges unique values, and restores rows that reference each other', async () => {
    service = await startService({
      dialect,
      setup: `CREATE TABLE seat (id integer PRIMARY KEY, place integer UNIQUE, boss_id integer REFERENCES seat (id) ON DELETE CASCADE);
        CREATE TABLE team (id integer PRIMARY KEY, head_id integer, name varchar(20));
        CREATE TABLE member (id integer PRIMARY KEY, team_id integer NOT NULL REFERENCES team (id) ON DELETE CASCADE);
        ${dialect === 'postgres' ? 'ALTER TABLE team ADD FOREIGN KEY (head_id) REFERENCES member (id) ON DELETE CASCADE;' : ''}
        INSERT INTO seat VALUES (1, 1, NULL), (2, 2, 1), (3, 3, 2);
        INSERT INTO team VALUES (1, NULL, 'red'); INSERT INTO member VALUES (1, 1), (2, 1); UPDATE team SET head_id = 2;`,
      models: [
        model('seat', 'a.Seat', {
          actions: {
            rotate: action({
              run: async ({ transaction }) => {
                await transaction.updateTable('seat').set({ place: null }).where('id', '=', 1).execute();
                await transaction.updateTable('seat').set({ place: 1 }).where('id', '=', 2).execute();
                await transaction.updateTable('seat').set({ place: 2 }).where('id', '=', 1).execute();
              },
            }),
          },
        }),
        model('team', 'a.Team'),
        model('member', 'a.Member'),
      ],
    });
    const root = await service.superuser();
    const seats = [{ name: 'seat', key: ['id'], columns: ['id', 'place', 'boss_id'] }];
    await backAndForth(service, root, seats, () => root.post('/r/a.Seat/action/rotate/', { ids: [1] }));
    await backAndForth(service, root, seats, () => root.delete('/r/a.Seat/1/'));
    const teams = [
      { name: 'team', key: ['id'], columns: ['id', 'head_id', 'name'] },
      { name: 'member', key: ['id'], columns: ['id', 'team_id'] },
    ];
    await backAndForth(service, root, teams, () => root.delete('/r/a.Team/1/'));
  });

  it('takes rows out of the trash, and puts them back, with the hooks of that', async () => {
    const calls: string[] = [];
    const note = model('note', 'a.Note', {
      softDelete: 'deleted_at',
      hooks: { afterRestore: () => void calls.push('restored'), afterDelete: () => void calls.push('deleted') },
    });
    service = await startService({
      dialect,
      setup: `CREATE TABLE note (id integer PRIMARY KEY, title varchar(20), deleted_at ${moment(dialect)}); INSERT INTO note VALUES (1, 'a', NULL);`,
      models: [note],
    });
    const root = await service.superuser();
    const trashed = setOf(await root.delete('/r/a.Note/1/'));
    const restored = setOf(await undo(root, trashed));
    expect((await root.get('/r/a.Note/1/')).status).toBe(200);
    expect((await undo(root, restored)).status).toBe(200);
    expect((await root.get('/r/a.Note/1/')).status).toBe(404);
    expect(calls).toEqual(['deleted', 'restored', 'deleted']);
  });

  it('says which values are not kept, and brings the row back without them if that is asked for', async () => {
    service = await startService({
      dialect,
      setup: `CREATE TABLE member (id integer PRIMARY KEY, name varchar(20), pin varchar(20)); INSERT INTO member VALUES (1, 'Ann', '4711'), (2, 'Ben', NULL);`,
      models: [model('member', 'a.Member', { fields: { pin: { hidden: true } } })],
    });
    const root = await service.superuser();
    const empty = setOf(await root.delete('/r/a.Member/2/'));
    expect((await undo(root, empty)).status).toBe(200);
    const set = setOf(await root.delete('/r/a.Member/1/'));
    const refused = await undo(root, set);
    expect(refused.body.rows).toMatchObject([{ model: 'a.Member', pk: 1, fields: { non_field_errors: { state: 'not_kept' } } }]);
    expect(JSON.stringify(refused.body)).not.toMatch(/pin|4711/);
    expect((await undo(root, set, { rows: [{ model: 'a.Member', pk: 1, fields: ['id', 'name'] }] })).status).toBe(200);
    expect((await root.get('/r/a.Member/1/')).body.name).toBe('Ann');
  });

  it('runs the guards of users and groups', async () => {
    service = await startService({ dialect, setup: 'CREATE TABLE a (id integer PRIMARY KEY);', models: [model('a', 'a.A')] });
    const root = await service.superuser();
    await service.user({ username: 'ann', isStaff: true, permissions: ['a.a:view_a'] });
    const manager = await service.user({
      username: 'manager',
      isStaff: true,
      permissions: ['auth.user:view_user', 'auth.user:change_user', 'auth.user:add_user', 'auth.user:delete_user'],
    });
    const ann = (await root.get('/r/auth.User/?username=ann')).body.results[0];
    const demoted = setOf(await root.patch(`/r/auth.User/${ann.id}/`, { is_superuser: true }));
    const taken = setOf(await root.patch(`/r/auth.User/${ann.id}/`, { is_superuser: false }));
    // The opposite of what the superuser did would make somebody a superuser.
    const refused = await undo(manager, taken);
    expect([403, 409]).toContain(refused.status);
    expect((await root.get(`/r/auth.User/${ann.id}/`)).body.is_superuser).toBe(false);
    expect((await undo(root, taken)).status).toBe(200);
    expect((await undo(root, demoted)).status).toBe(200);
    const permissions = (await root.get(`/r/auth.User/${ann.id}/`)).body.user_permissions as number[];
    const stripped = setOf(await root.patch(`/r/auth.User/${ann.id}/`, { user_permissions: [] }));
    const given = await undo(manager, stripped);
    expect([403, 404, 409]).toContain(given.status);
    expect((await undo(root, stripped)).status).toBe(200);
    expect((await root.get(`/r/auth.User/${ann.id}/`)).body.user_permissions).toEqual(permissions);
  });

  it('restores every stored value exactly, in columns and tables of any name', async () => {
    const isPostgres = dialect === 'postgres';
    const exact = isPostgres
      ? `real_ double precision, big bigint, doc json, docs jsonb, span interval, data bytea, list integer[], code char(5), "order" numeric, total numeric GENERATED ALWAYS AS ("order" * 2) STORED`
      : `real_ REAL, big INTEGER, doc JSON, docs JSON, span TEXT, data BLOB, list TEXT, code TEXT, "order" NUMERIC, total NUMERIC GENERATED ALWAYS AS ("order" * 2) VIRTUAL`;
    const values = isPostgres
      ? `0.1::float8 + 0.2, 9223372036854775807, '{"a":  1, "a": 2}', '{"b": [1]}', '1 mon 2 days', '\\x00ff', '[0:1]={1,2}', 'ab', 1.500`
      : `0.1 + 0.2, 9223372036854775807, '{"a":  1, "a": 2}', '{"b": [1]}', 'P1M', x'00ff', '[1,2]', 'ab', 1.5`;
    const columns = ['id', 'real_', 'big', 'doc', 'docs', 'span', 'data', 'list', 'code', 'order', 'total', 'created'];
    service = await startService({
      dialect,
      setup: `CREATE TABLE "日本語" (id integer PRIMARY KEY, ${exact}, created ${moment(dialect)} DEFAULT CURRENT_TIMESTAMP);
        INSERT INTO "日本語" (id, real_, big, doc, docs, span, data, list, code, "order") VALUES (1, ${values}), (2, ${isPostgres ? "'NaN', 0, NULL, NULL, NULL, NULL, NULL, NULL, 'infinity'" : '9e999, 0, NULL, NULL, NULL, NULL, NULL, NULL, 3'}), (3, ${isPostgres ? "'-infinity', 0, NULL, NULL, NULL, NULL, NULL, NULL, 1" : "'text', 0, NULL, NULL, NULL, NULL, NULL, NULL, 'text'"});`,
      models: [
        model('日本語', 'a.Sheet', {
          actions: {
            clear: action({
              run: async ({ transaction }) => {
                const none = { real_: 1.5, big: 1, doc: null, docs: null, span: null, data: null, list: null, code: null, order: 2 };
                await transaction.updateTable('日本語').set(none).where('id', '<', 3).execute();
              },
            }),
          },
        }),
      ],
    });
    const root = await service.superuser();
    const tables = [{ name: '日本語', key: ['id'], columns }];
    await backAndForth(service, root, tables, () => root.post('/r/a.Sheet/action/clear/', { ids: [1] }));
    await backAndForth(service, root, tables, () => root.post('/r/a.Sheet/bulk/', { action: 'delete', ids: [1, 2, 3] }));
  });
});

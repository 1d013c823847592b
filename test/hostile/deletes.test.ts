import { all, model, where } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService, type TestService, type TestUser } from '../support/service.ts';

const everything = (name: string): string[] => ['view', 'add', 'change', 'delete'].map((right) => `t.${name}:${right}_${name}`);

/** A delete changes rows that point to what goes: what it changes is checked and logged as any other change. */
describe.each(dialects)('a delete that unlinks rows on %s', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());
  const setup = `CREATE TABLE region (id integer PRIMARY KEY, name varchar(20), code integer NOT NULL DEFAULT 0);
    CREATE TABLE shop (id integer PRIMARY KEY, name varchar(20), country varchar(2),
      region_id integer REFERENCES region (id) ON DELETE SET NULL,
      second_id integer DEFAULT 3 REFERENCES region (id) ON DELETE SET DEFAULT);
    INSERT INTO region VALUES (1, 'North', 1), (2, 'South', 2), (3, 'Nowhere', 3);
    INSERT INTO region VALUES (4, 'East', 4); INSERT INTO shop VALUES (9, 'Nine', 'DE', 4, NULL);
    INSERT INTO shop VALUES (1, 'One', 'DE', 1, 2), (2, 'Two', 'FR', 2, 1), (3, 'Three', 'DE', 1, 1), (4, 'Four', 'FR', NULL, NULL)`;
  const start = async (user: Omit<TestUser, 'username'>) => {
    service = await startService({
      dialect,
      setup,
      models: [
        model('region', 't.Region'),
        model('shop', 't.Shop', { rows: ({ actor }) => (actor.isSuperuser ? all : where('country', '=', 'DE')) }),
      ],
    });
    return service.user({ username: 'u', ...user });
  };
  const shops = () => service.database.query('SELECT id, region_id, second_id FROM shop ORDER BY id');

  it('is refused where it would change rows out of reach, and changes nothing', async () => {
    const client = await start({ permissions: [...everything('region'), ...everything('shop')] });
    const before = await shops();
    for (const send of [
      () => client.delete('/r/t.Region/2/'),
      () => client.post('/r/t.Region/bulk/', { action: 'delete', ids: [1, 2] }),
      () => client.post('/r/t.Region/bulk/', { operations: [{ op: 'delete', pk: 2 }] }),
    ]) {
      const answer = await send();
      expect([answer.status, answer.body.code]).toEqual([403, 'permission_denied']);
      expect(answer.text).not.toContain('Two');
    }
    expect(await shops()).toEqual(before);
    expect(await service.database.query('SELECT id FROM grimoire_audit_log')).toEqual([]);
  });

  it('is refused without the right to change what it would change', async () => {
    const client = await start({ permissions: [...everything('region'), 't.shop:view_shop', 't.shop:delete_shop'] });
    expect((await client.delete('/r/t.Region/1/')).status).toBe(403);
    expect((await client.delete('/r/t.Region/4/')).status).toBe(403);
    expect((await client.get('/r/t.Region/1/related/')).body.unlinked).toEqual([expect.objectContaining({ model: 't.Shop' })]);
  });

  it('has an entry for each row that it changes, with what it lost', async () => {
    const client = await start({ isSuperuser: true });
    expect((await client.delete('/r/t.Region/1/')).status).toBe(204);
    const rows = await service.database.query('SELECT action, model_label, object_pk, diff FROM grimoire_audit_log ORDER BY id');
    const entries = rows.map(({ diff, ...row }) => [...Object.values(row), typeof diff === 'string' ? JSON.parse(diff) : diff]);
    expect(entries).toEqual([
      ['update', 't.Shop', '1', { region: [1, null] }],
      ['update', 't.Shop', '2', { second: [1, 3] }],
      ['update', 't.Shop', '3', { region: [1, null], second: [1, 3] }],
      ['delete', 't.Region', '1', expect.anything()],
    ]);
    expect((await shops()).map((row) => Object.values(row))).toEqual([
      [1, null, 2],
      [2, 2, 3],
      [3, null, 3],
      [4, null, null],
      [9, 4, null],
    ]);
    expect((await client.get('/r/t.Shop/3/history/')).body.results[0].diff).toEqual({ region: [1, null], second: [1, 3] });
  });
});

/** What a database says of itself is text of somebody else's: none of it becomes SQL. */
describe('a SQLite file with hostile types and names', () => {
  it('is served, and what its types say is not run', async () => {
    const service = await startService({
      dialect: 'sqlite',
      setup: async (database) => {
        await database.execute(`CREATE TABLE secret_things (word text); INSERT INTO secret_things VALUES ('xyzzy');
          CREATE TABLE node (id integer PRIMARY KEY, kind "ENUM('a','b')", "na\\me'\\' || 'me" text,
            up "(SELECT word FROM secret_things)" REFERENCES leaf (id) ON DELETE CASCADE);
          CREATE TABLE leaf (id "ENUM('x','y')" PRIMARY KEY NOT NULL, node_id integer REFERENCES node (id) ON DELETE CASCADE,
            "back" text REFERENCES leaf (id) ON DELETE CASCADE);
          INSERT INTO node VALUES (1, 'a', 'plain', NULL); INSERT INTO leaf VALUES ('x', 1, NULL), ('y', NULL, 'x');
          UPDATE node SET up = 'x'`);
      },
    });
    const root = await service.superuser();
    for (const path of ['/r/main.Node/', '/r/main.Node/1/', '/r/main.Leaf/', '/schema/main.Node/', '/r/main.Node/autocomplete/?q=a']) {
      const answer = await root.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).not.toContain('xyzzy');
    }
    const related = await root.get('/r/main.Leaf/x/related/');
    expect([related.status, related.text.includes('xyzzy')]).toEqual([200, false]);
    expect((await root.delete('/r/main.Leaf/x/')).status).toBe(204);
    expect((await root.get('/r/main.Node/')).body.count).toBe(0);
    await service.close();
  });
});

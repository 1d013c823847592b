import { randomUUID } from 'node:crypto';
import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { serviceOver } from '../support/started-service.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

// Tables of TypeORM, Sequelize and Laravel, whose keys the application makes.
describe.each(dialects)('keys that the application makes, on %s', (dialect) => {
  const first = randomUUID();
  const setup = `
    CREATE TABLE account (id uuid PRIMARY KEY NOT NULL, name text NOT NULL);
    CREATE TABLE profile (account_id uuid PRIMARY KEY NOT NULL REFERENCES account, bio text);
    CREATE TABLE session_log (id varchar(26) PRIMARY KEY NOT NULL, name text);
    INSERT INTO session_log VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'one');
    CREATE TABLE short (id varchar(32) PRIMARY KEY NOT NULL, name text);
    INSERT INTO short VALUES ('${Array.from({ length: 5 }, () => randomUUID().replaceAll('-', '')).join("', 'x'), ('")}', 'x');
    CREATE TABLE country (id varchar(2) PRIMARY KEY NOT NULL, name text);
    INSERT INTO country VALUES ('de', 'Germany');`;
  const required = async (client: { get(path: string): Promise<{ body: any }> }, name: string): Promise<unknown> => {
    const { fields } = (await client.get(`/schema/m.${name}/`)).body;
    return fields.filter((field: any) => field.required).map((field: any) => field.name);
  };

  it('are made by the service in the form of those that are there', async () => {
    const { root: client } = await serviceOver(dialect, setup);
    const made = await client.post('/r/m.Account/', { name: 'Ann' });
    expect(made).toMatchObject({ status: 201, body: { id: expect.stringMatching(uuid), name: 'Ann' } });
    expect((await client.get(`/r/m.Account/${made.body.id}/`)).body.name).toBe('Ann');
    expect((await client.post('/r/m.SessionLog/', { name: 'two' })).body.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect((await client.post('/r/m.Short/', { id: null, name: 'two' })).body.id).toMatch(/^[0-9a-f]{12}4[0-9a-f]{19}$/);
    expect(await required(client, 'Account')).toEqual(['name']);
    expect(await required(client, 'Short')).toEqual([]);
    const [id] = (await client.get('/schema/m.Account/')).body.fields;
    expect(id).toMatchObject({ name: 'id', editable: true, has_default: true, made_key: true });
  });

  it('are kept where one is sent, and asked where no form is certain', async () => {
    const { root: client } = await serviceOver(dialect, setup);
    expect((await client.post('/r/m.Account/', { id: first, name: 'Bea' })).body.id).toBe(first);
    expect((await client.patch(`/r/m.Account/${first}/`, { id: randomUUID() })).status).toBe(400);
    expect(await required(client, 'Profile')).toEqual(['account']);
    expect(await required(client, 'Country')).toEqual(['id']);
    expect((await client.post('/r/m.Country/', { name: 'France' })).body).toHaveProperty('id');
  });

  it('are told of at the start', async () => {
    const { service } = await serviceOver(dialect, setup);
    const notes = await service.admin.operations.notes();
    expect(notes).toEqual(
      expect.arrayContaining([expect.stringContaining('no keys of m.Account, m.Short: the service gives new rows UUIDs')]),
    );
    expect(notes).toEqual(expect.arrayContaining([expect.stringContaining('New rows of m.Country need a key from who adds them')]));
  });

  it('are made for the lines of a new row in one call', async () => {
    const lines = `CREATE TABLE bill (id uuid PRIMARY KEY NOT NULL, name text);
      CREATE TABLE line (id uuid PRIMARY KEY NOT NULL, bill_id uuid NOT NULL REFERENCES bill);`;
    const { root: client } = await serviceOver(dialect, lines, [model('bill', 'm.Bill'), model('line', 'm.Line')]);
    const operations = [
      { op: 'create', data: { name: 'x' } },
      { op: 'create', model: 'm.Line', data: { bill: { $ref: 0 } } },
    ];
    const { body } = await client.post('/r/m.Bill/bulk/', { operations });
    expect((await client.get('/r/m.Line/')).body.results).toMatchObject([{ bill: body.results[0].pk }]);
  });
});

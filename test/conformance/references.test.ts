import { all, inline, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `
  CREATE TABLE person (id integer PRIMARY KEY, code varchar(10) UNIQUE, name varchar(50));
  CREATE TABLE letter (id integer PRIMARY KEY, sender integer REFERENCES person (id), receiver integer REFERENCES person (id), page integer REFERENCES person (id));
  CREATE TABLE badge (id integer PRIMARY KEY, owner varchar(10) REFERENCES person (code));
  CREATE TABLE secret (id integer PRIMARY KEY, person integer REFERENCES person (id));
  INSERT INTO person VALUES (1, 'a', 'Ada'), (2, 'b', 'Bob');
  INSERT INTO letter VALUES (1, 1, 2, 1), (2, 1, 2, 1), (3, 2, 1, 1);
  INSERT INTO badge VALUES (1, 'a'), (2, 'a');
  INSERT INTO secret VALUES (1, 1);`;

const models = [
  model('person', 't.Person', { label: 'name', inlines: [inline('badge', 'owner')] }),
  model('letter', 't.Letter', { rows: ({ actor }) => (actor.isSuperuser ? all : where('id', '=', 2)) }),
  model('badge', 't.Badge'),
  model('secret', 't.Secret'),
];

interface Reference {
  readonly model: string;
  readonly field: string;
  readonly count: number | null;
  readonly capped: boolean;
}

/** Asks again on a busy machine, until everything was counted in time. */
async function counts(client: Client, row: string): Promise<Record<string, number>> {
  return Object.fromEntries((await counted(client, row)).map(({ model: key, field, count }) => [`${key}.${field}`, count ?? -1]));
}

async function counted(client: Client, row: string): Promise<readonly Reference[]> {
  let references: readonly Reference[] = [];
  const ask = async (): Promise<readonly Reference[]> => (references = (await client.get(`/r/${row}/references/`)).body.references);
  await expect.poll(async () => (await ask()).some(({ count }) => count === null)).toBe(false);
  return references;
}

describe.each(dialects)('GET references of a row on %s', (dialect) => {
  it('counts the rows of each foreign key, also one to another unique column', async () => {
    const { root } = await serviceOfTest(startService({ dialect, setup, models }));
    expect(await counts(root, 't.Person/1')).toEqual({
      't.Letter.sender': 2,
      't.Letter.receiver': 1,
      't.Letter.page': 3,
      't.Badge.owner': 2,
      't.Secret.person': 1,
    });
    expect(await counts(root, 't.Person/2')).toMatchObject({ 't.Letter.sender': 1, 't.Letter.page': 0, 't.Badge.owner': 0 });
    expect(await counts(root, 't.Letter/1')).toEqual({});
  });

  it('tells nothing that the user may not view', async () => {
    const { service } = await serviceOfTest(startService({ dialect, setup, models }));
    const vera = await service.user({
      username: 'vera',
      permissions: ['t.person:view_person', 't.letter:view_letter', 't.secret:add_secret'],
    });
    expect(await counts(vera, 't.Person/1')).toEqual({ 't.Letter.sender': 1, 't.Letter.receiver': 0, 't.Letter.page': 1 });
    expect((await vera.get('/r/t.Person/9/references/')).status).toBe(404);
    expect((await vera.get('/r/t.Person/1/references/?page=1')).status).toBe(400);
    const other = await service.user({ username: 'other', permissions: ['t.letter:view_letter'] });
    expect((await other.get('/r/t.Person/1/references/')).status).toBe(404);
  });

  it('counts a thousand rows at most', async () => {
    const many =
      dialect === 'sqlite'
        ? 'INSERT INTO letter WITH RECURSIVE s(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM s WHERE i < 1500) SELECT i, 2, 1, NULL FROM s'
        : 'INSERT INTO letter SELECT i, 2, 1, NULL FROM generate_series(10, 1500) AS s(i)';
    const { root } = await serviceOfTest(startService({ dialect, setup: `${setup} ${many}`, models }));
    const references = await counted(root, 't.Person/2');
    expect(references.find(({ field }) => field === 'sender')).toMatchObject({ count: 1000, capped: true });
    expect(references.find(({ field }) => field === 'page')).toMatchObject({ count: 0, capped: false });
  });
});

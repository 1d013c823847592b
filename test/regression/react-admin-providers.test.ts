import { Client } from '@grimoire/client';
import { dataProvider, type GrimoireDataProvider, rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { type Listening, listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

function tables(dialect: Dialect): string {
  const serial = dialect === 'postgres' ? 'serial PRIMARY KEY' : 'INTEGER PRIMARY KEY AUTOINCREMENT';
  return `
    CREATE TABLE page (id ${serial}, name varchar(20));
    INSERT INTO page (name) VALUES ('one'), ('two');
    CREATE TABLE block (id ${serial}, page integer REFERENCES page (id), format varchar(10), note text);
    INSERT INTO block (page, format, note) VALUES (1, 'a', 'x'), (2, 'a', 'y'), (2, 'b', 'z');
    CREATE TABLE odd (code varchar(10) PRIMARY KEY, id integer, note text);
    INSERT INTO odd VALUES ('first', 2, NULL), ('2', 1, NULL);`;
}

const all = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };

describe.each(dialects)('the react-admin providers on %s', (dialect) => {
  const { service } = serviceForAll(() => startService({ dialect, setup: tables(dialect) }));
  let site: Listening;
  let data: GrimoireDataProvider;
  beforeAll(async () => {
    site = await listening(service.admin);
    const client = new Client({ baseUrl: site.baseUrl });
    await client.login({ username: 'root', password });
    data = dataProvider(client);
  });
  afterAll(async () => {
    await site.close();
  });

  it('filter by fields that are called as parameters are', async () => {
    const { data: blocks } = await data.getManyReference('main.Block', { ...all, target: 'page', id: 2 });
    expect(blocks.map(({ id }) => id)).toEqual([2, 3]);
    expect((await data.getList('main.Block', { ...all, filter: { page: 2, format: ['a'] } })).data.map(({ id }) => id)).toEqual([2]);
  });

  it('know a row by its key where a column is called id', async () => {
    const { data: rows } = await data.getList('main.Odd', all);
    expect(rows.map(({ id }) => id)).toEqual(['2', 'first']);
    const [row] = rows as ServedRecord[];
    expect(row && rowOf(row)).toMatchObject({ code: '2', id: 1 });
    const one = (await data.getOne('main.Odd', { id: 'first' })).data as ServedRecord;
    expect([one.id, rowOf(one)['id']]).toEqual(['first', 2]);
    await data.update('main.Odd', { id: one.id, data: { ...rowOf(one), note: 'mine' }, previousData: one });
    expect((await data.getOne('main.Odd', { id: 'first' })).data).toMatchObject({ code: 'first', note: 'mine' });
    expect((await data.getList('main.Odd', { ...all, sort: { field: '_id', order: 'DESC' } })).data.map(({ id }) => id)).toEqual([
      'first',
      '2',
    ]);
  });

  it('empty a field that held something', async () => {
    const before = (await data.getOne('main.Block', { id: 1 })).data as ServedRecord;
    await data.update('main.Block', { id: 1, data: { ...before, note: null, page: null }, previousData: before });
    expect((await data.getOne('main.Block', { id: 1 })).data).toMatchObject({ note: null, page: null });
  });
});

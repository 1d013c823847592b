import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { action, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { hasPostgres } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

/** Rows of the tables that inherit have the keys of rows of the tables that they inherit from. */
const setup = `
  CREATE TABLE city (id integer PRIMARY KEY, name text NOT NULL);
  CREATE TABLE capital (country text, PRIMARY KEY (id)) INHERITS (city);
  CREATE TABLE visit (id integer PRIMARY KEY, city_id integer NOT NULL REFERENCES city (id) ON DELETE CASCADE);
  CREATE TABLE old_visit (PRIMARY KEY (id)) INHERITS (visit);
  CREATE TABLE tag (id integer PRIMARY KEY, name text NOT NULL);
  CREATE TABLE city_tag (city_id integer REFERENCES city (id) ON DELETE CASCADE, tag_id integer REFERENCES tag (id), PRIMARY KEY (city_id, tag_id));
  CREATE TABLE old_city_tag () INHERITS (city_tag);
  CREATE TABLE measure (id integer, day date, value integer, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
  CREATE TABLE measure_2026 PARTITION OF measure FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE TABLE reading (id integer PRIMARY KEY, value integer);
  CREATE SCHEMA _timescaledb_internal;
  CREATE TABLE _timescaledb_internal.chunk (PRIMARY KEY (id)) INHERITS (reading);
  INSERT INTO _timescaledb_internal.chunk VALUES (7, 1);
  INSERT INTO city VALUES (1, 'Town'), (2, 'Village');
  INSERT INTO capital VALUES (1, 'Capital', 'X'), (2, 'Other', 'Y'), (3, 'Third', 'Z');
  INSERT INTO visit VALUES (1, 1);
  INSERT INTO old_visit VALUES (1, 1), (2, 3);
  INSERT INTO tag VALUES (1, 'old'), (2, 'new');
  INSERT INTO city_tag VALUES (1, 1);
  INSERT INTO old_city_tag VALUES (1, 1), (1, 2);
  INSERT INTO measure VALUES (1, '2026-05-05', 1);`;

const cities = pgTable('city', { id: integer('id').primaryKey(), name: text('name').notNull() });

const cityTags = pgTable('city_tag', {
  city: integer('city_id').references(() => cities.id),
  tag: integer('tag_id').references(() => tags.id),
});

const tags = pgTable('tag', { id: integer('id').primaryKey(), name: text('name').notNull() });

const actions = { rename: action({ label: 'Rename', run: async (_, rows) => void (await rows.update({ name: 'Renamed' })) }) };

describe.runIf(hasPostgres).each([
  ['the database', ['city', 'city_tag', 'tag']],
  ['Drizzle', [cities, cityTags, tags]],
])('a table of which others inherit, described by %s', (_, [city, through, tag]) => {
  const others = ['capital', 'visit', 'old_visit', 'measure', 'reading'].map((name) => model(name, `t.${name}`));
  const models = [
    model(city as string, 't.city', {
      searchFields: ['name'],
      label: 'name',
      actions,
      manyToMany: { tags: { through } },
    }),
    model(tag as string, 't.tag', {}),
    ...others,
  ];

  it('has its own rows, which alone are read and written', async () => {
    const { service, root, rows } = await serviceOfTest(startService({ dialect: 'postgres', setup, models }));
    const keys = async (path: string): Promise<unknown> => (await root.get(path)).body.results.map((row: { id: number }) => row.id);
    expect(await keys('/r/t.city/')).toEqual([2, 1]);
    expect(await keys('/r/t.city/?search=t')).toEqual([1]);
    expect((await root.get('/r/t.city/?name=Third')).body.count).toBe(0);
    expect((await root.get('/r/t.city/3/')).status).toBe(404);
    expect((await root.get('/r/t.city/1/')).body).toMatchObject({ name: 'Town', tags: [1] });
    expect(await keys('/r/t.capital/')).toEqual([3, 2, 1]);
    expect((await root.get('/r/t.visit/')).body.results).toMatchObject([{ id: 1, city_label: 'Town' }]);
    expect((await root.get('/r/t.city/1/related/')).body).toMatchObject({ related: [{ count: 1 }, { count: 1 }] });

    expect((await root.patch('/r/t.city/1/', { name: 'Changed', tags: [2] })).status).toBe(200);
    const bulk = async (ids: number[]): Promise<number> =>
      (await root.post('/r/t.city/bulk/', { action: 'update', ids, data: { name: 'Bulk' } })).status;
    expect([await bulk([2, 3]), await bulk([2])]).toEqual([400, 200]);
    expect((await root.post('/r/t.city/action/rename/', { ids: [2] })).status).toBe(200);
    expect((await root.delete('/r/t.city/1/')).status).toBe(204);
    expect((await root.patch('/r/t.capital/3/', { name: 'Own' })).status).toBe(200);

    expect(await service.database.query('SELECT id, name FROM ONLY city')).toEqual([{ id: 2, name: 'Renamed' }]);
    expect(await rows('capital')).toEqual([
      { id: 1, name: 'Capital', country: 'X' },
      { id: 2, name: 'Other', country: 'Y' },
      { id: 3, name: 'Own', country: 'Z' },
    ]);
    expect(await rows('old_visit')).toHaveLength(2);
    expect(await rows('old_city_tag')).toHaveLength(2);
  });

  it('differs from a table whose rows are in its partitions or chunks', async () => {
    const { root, rows } = await serviceOfTest(startService({ dialect: 'postgres', setup, models }));
    expect((await root.get('/r/t.measure/')).body.count).toBe(1);
    expect((await root.patch('/r/t.measure/1~2026-05-05/', { value: 2 })).status).toBe(200);
    expect(await rows('measure')).toMatchObject([{ value: 2 }]);
    expect((await root.delete('/r/t.measure/1~2026-05-05/')).status).toBe(204);
    expect(await rows('measure')).toEqual([]);
    // The chunks of a TimescaleDB hypertable are tables that inherit from it.
    expect((await root.get('/r/t.reading/7/')).body).toMatchObject({ value: 1 });
  });
});

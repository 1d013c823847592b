import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const [first, second, other, fresh] = [
  '0a1b2c3d-0000-4000-8000-00000000000a',
  'ffffffff-0000-4000-8000-00000000000b',
  'abcdef00-0000-4000-8000-00000000000c',
  'deadbeef-0000-4000-8000-00000000000d',
];
const digits = (id: string): string => id.replaceAll('-', '');

/** The literal of a UUID in each form in which applications store one, and how SQLite shows it in SQL. */
const forms: Readonly<Record<string, (id: string) => string>> = {
  '16 bytes': (id) => `x'${digits(id)}'`,
  '32 digits': (id) => `'${digits(id)}'`,
  '32 digits in upper case': (id) => `'${digits(id).toUpperCase()}'`,
  'text in upper case': (id) => `'${id.toUpperCase()}'`,
  'text in lower case': (id) => `'${id}'`,
};

const models = [
  model('parent', 'u.Parent', { manyToMany: { tags: { through: 'parent_tag' } } }),
  model('child', 'u.Child', { listFilter: ['parent', 'parent.trace'] }),
  model('tag', 'u.Tag'),
];

/** A parent with a child and a tag, all with keys in this form. */
function setupOf(form: (id: string) => string, type = 'UNIQUEIDENTIFIER'): string {
  return `CREATE TABLE parent (id ${type} PRIMARY KEY, name varchar(20) NOT NULL, trace ${type} UNIQUE);
    CREATE TABLE child (id ${type} PRIMARY KEY, parent_id ${type} REFERENCES parent (id) ON DELETE CASCADE, note varchar(20));
    CREATE TABLE tag (id ${type} PRIMARY KEY, name varchar(20) NOT NULL);
    CREATE TABLE parent_tag (parent_id ${type} NOT NULL REFERENCES parent (id), tag_id ${type} NOT NULL REFERENCES tag (id), PRIMARY KEY (parent_id, tag_id));
    CREATE TABLE pair (a ${type} NOT NULL, b integer NOT NULL, name varchar(20), PRIMARY KEY (a, b));
    INSERT INTO parent VALUES (${form(first)}, 'one', ${form(other)}), (${form(second)}, 'two', NULL);
    INSERT INTO child VALUES (${form(other)}, ${form(first)}, 'c');
    INSERT INTO tag VALUES (${form(first)}, 'red'), (${form(second)}, 'blue');
    INSERT INTO parent_tag VALUES (${form(first)}, ${form(first)});
    INSERT INTO pair VALUES (${form(first)}, 1, 'p');`;
}

describe.each(Object.entries(forms))('a SQLite column of UUIDs as %s', (_name, form) => {
  it('is read, filtered and written in that form', async () => {
    const { service, root } = await serviceOfTest(
      startService({ dialect: 'sqlite', setup: setupOf(form), models: [...models, model('pair', 'u.Pair')] }),
    );
    const { database } = service;
    const stored = async (query: string): Promise<unknown> => Object.values((await database.query(query))[0] ?? {})[0];
    const isStored = async (table: string, column: string, id: string): Promise<boolean> =>
      Number(await stored(`SELECT count(*) FROM ${table} WHERE ${column} = ${form(id)}`)) > 0;

    expect((await root.get('/r/u.Parent/?ordering=name')).body.results).toMatchObject([
      { id: first, name: 'one', trace: other },
      { id: second, name: 'two', trace: null },
    ]);
    expect((await root.get(`/r/u.Parent/${first}/`)).body).toMatchObject({ id: first, trace: other });
    expect((await root.get(`/r/u.Parent/${digits(first).toUpperCase()}/`)).body).toMatchObject({ id: first });
    for (const filter of [`id=${first}`, `id__in=${first},${fresh}`, `trace=${other}`, `trace__in=${other}`])
      expect((await root.get(`/r/u.Parent/?${filter}`)).body).toMatchObject({ count: 1, results: [{ id: first }] });
    for (const filter of [`parent=${first}`, `parent__trace=${other}`, `parent__in=${first},${second}`])
      expect((await root.get(`/r/u.Child/?${filter}`)).body).toMatchObject({ count: 1, results: [{ parent: first, parent_label: 'one' }] });
    expect((await root.get(`/r/u.Pair/${first}~1/`)).body).toMatchObject({ a: first, name: 'p' });
    expect((await root.patch(`/r/u.Pair/${first}~1/`, { name: 'q' })).status).toBe(200);

    expect((await root.patch(`/r/u.Parent/${first}/`, { name: 'changed', trace: fresh })).body).toMatchObject({ trace: fresh });
    expect(await isStored('parent', 'trace', fresh)).toBe(true);
    expect((await root.post('/r/u.Parent/', { id: fresh, name: 'new', trace: fresh })).status).toBe(400);
    expect((await root.post('/r/u.Parent/', { id: fresh, name: 'new', trace: second })).status).toBe(201);
    expect(await isStored('parent', 'id', fresh)).toBe(true);
    expect((await root.post('/r/u.Parent/', { id: fresh, name: 'again' })).status).toBe(400);
    expect((await root.post('/r/u.Child/', { id: fresh, parent: fresh, note: 'n' })).body).toMatchObject({
      parent: fresh,
      parent_label: 'new',
    });
    expect((await root.patch(`/r/u.Child/${other}/`, { parent: second })).body).toMatchObject({ parent: second });
    expect(await isStored('child', 'parent_id', second)).toBe(true);
    expect((await root.patch(`/r/u.Child/${other}/`, { parent: other })).status).toBe(400);

    expect((await root.get(`/r/u.Parent/${first}/`)).body).toMatchObject({ tags: [first] });
    expect((await root.patch(`/r/u.Parent/${first}/`, { tags: [second] })).body).toMatchObject({ tags: [second] });
    expect(await isStored('parent_tag', 'tag_id', second)).toBe(true);
    expect((await root.get(`/r/u.Parent/?tags=${second}`)).body).toMatchObject({ count: 1 });
    expect((await root.post('/r/u.Parent/bulk/', { action: 'update', ids: [first, fresh], data: { name: 'both' } })).body).toEqual({
      updated: 2,
    });

    const related = (await root.get(`/r/u.Parent/${fresh}/related/`)).body;
    expect(JSON.stringify(related)).toContain('u.Child');
    expect((await root.delete(`/r/u.Parent/${fresh}/`)).status).toBe(204);
    expect((await root.get(`/r/u.Child/${fresh}/`)).status).toBe(404);
    expect((await root.get(`/r/u.Parent/${fresh}/history/`)).status).toBeLessThan(500);
    expect((await root.post('/r/u.Child/bulk/', { action: 'delete', ids: [other] })).body).toMatchObject({ deleted: 1 });
  });
});

describe('UUIDs in SQLite', () => {
  it('are found in each form in one column', async () => {
    const rows = Object.values(forms).map((form, index) => `(${form(`0a1b2c3d-0000-4000-8000-00000000ab0${index}`)}, 'n${index}')`);
    const setup = `CREATE TABLE tag (id uuid PRIMARY KEY, name varchar(20) NOT NULL); INSERT INTO tag VALUES ${rows.join()};`;
    const { root } = await serviceOfTest(startService({ dialect: 'sqlite', setup, models: [model('tag', 'u.Tag')] }));
    const list = (await root.get('/r/u.Tag/?ordering=name')).body.results;
    expect(list).toHaveLength(rows.length);
    for (const [index, { id }] of list.entries()) {
      expect(id).toBe(`0a1b2c3d-0000-4000-8000-00000000ab0${index}`);
      expect((await root.patch(`/r/u.Tag/${id}/`, { name: 'm' })).body).toMatchObject({ id, name: 'm' });
    }
  });

  it('of bytes in a column of another type are those of a config', async () => {
    const config = { fields: { id: { type: 'UUIDField' as const } } };
    const setup = `CREATE TABLE tag (id BLOB PRIMARY KEY, name varchar(20) NOT NULL); INSERT INTO tag VALUES (${forms['16 bytes']?.(first)}, 'a');`;
    const { service, root } = await serviceOfTest(startService({ dialect: 'sqlite', setup, models: [model('tag', 'u.Tag', config)] }));
    expect((await root.get(`/r/u.Tag/${first}/`)).body).toMatchObject({ id: first });
    expect((await root.post('/r/u.Tag/', { id: fresh, name: 'b' })).body).toMatchObject({ id: fresh });
    expect(await service.database.query(`SELECT typeof(id) AS type FROM tag WHERE name = 'b'`)).toEqual([{ type: 'blob' }]);
  });
});

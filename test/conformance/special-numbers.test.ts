import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const floats = { sqlite: 'real', postgres: 'double precision' } as const;
const infinity = { sqlite: '9e999', postgres: "'Infinity'" } as const;

/** JSON has no infinities: what is written as JSON on its way must not make them null. */
describe.each(dialects)('infinite numbers on %s', (dialect) => {
  const [type, large] = [floats[dialect], infinity[dialect]];
  const small = dialect === 'sqlite' ? `-${large}` : "'-Infinity'";

  it('are stored as a hook gives them for each row of a bulk change', async () => {
    const setup = `CREATE TABLE thing (id integer PRIMARY KEY, name text, size ${type}); INSERT INTO thing VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 1)`;
    const sizes = [undefined, 'Infinity', '-Infinity', null];
    const things = model('thing', 't.Thing', { hooks: { beforeSave: ({ row }) => ({ size: sizes[Number(row['id'])] }) } });
    const { service, root, rows } = await serviceOfTest(startService({ dialect, setup, models: [things] }));
    expect((await root.post('/r/t.Thing/bulk/', { action: 'update', ids: [1, 2, 3], data: { name: 'x' } })).body).toEqual({ updated: 3 });
    expect((await rows('thing')).map(({ size }) => size)).toEqual([Infinity, -Infinity, null]);
    const log = await service.database.query("SELECT diff FROM grimoire_audit_log WHERE action = 'bulk_update' ORDER BY id");
    const logged = log.map(({ diff }) => (typeof diff === 'string' ? JSON.parse(diff) : diff).size[1]);
    expect(new Set(logged.map(String)).size).toBe(3);
  });

  it('are found in lists of values, and by lists of keys', async () => {
    const setup = `CREATE TABLE thing (id integer PRIMARY KEY, size ${type}); INSERT INTO thing VALUES (1, ${large}), (2, ${small}), (3, 1), (4, NULL);
      CREATE TABLE place (size ${type} PRIMARY KEY, note text); INSERT INTO place VALUES (${large}, 'a'), (${small}, 'b'), (1.5, 'c')`;
    const { root, rows } = await serviceOfTest(
      startService({ dialect, setup, models: [model('thing', 't.Thing'), model('place', 't.Place')] }),
    );
    const found = async (query: string) =>
      (await root.get(`/r/t.Thing/?ordering=id&${query}`)).body.results.map(({ id }: { id: number }) => id);
    expect(await found('size__in=Infinity,1')).toEqual([1, 3]);
    expect(await found('size__in=-Infinity,Infinity')).toEqual([1, 2]);
    const change = { action: 'update', ids: ['Infinity', '1.5'], data: { note: 'x' } };
    expect((await root.post('/r/t.Place/bulk/', change)).body).toEqual({ updated: 2 });
    const stored = (await rows('place')).map(({ size, note }) => [size, note]);
    expect(new Map(stored as [number, string][])).toEqual(
      new Map([
        [Infinity, 'x'],
        [-Infinity, 'b'],
        [1.5, 'x'],
      ]),
    );
  });
});

describe.each(dialects)('a JSON value on %s', (dialect) => {
  it('is changed to the text of its elements', async () => {
    const setup = `CREATE TABLE thing (id integer PRIMARY KEY, data ${dialect === 'sqlite' ? 'json' : 'jsonb'});
      INSERT INTO thing VALUES (1, '[1,2]'), (2, '["a"]')`;
    const { root } = await serviceOfTest(startService({ dialect, setup, models: [model('thing', 't.Thing')] }));
    expect((await root.patch('/r/t.Thing/1/', { data: '1,2' })).body.data).toBe('1,2');
    expect((await root.patch('/r/t.Thing/2/', { data: 'a' })).body.data).toBe('a');
  });
});

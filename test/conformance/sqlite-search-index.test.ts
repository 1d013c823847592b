import { defineAdmin, model, sqlite } from 'grimoire';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const words = [
  'Rotterdam',
  'ROTTERDAM',
  'Ärzte',
  'ärzte',
  'İstanbul',
  'istanbul',
  'Kelvin \u212aelvin',
  '100 % "sure"',
  'a_b\\c',
  'OR NOT',
  "o'clock",
  'Жук',
  'жук',
  '日本語の',
];

const models = [
  model('person', 't.Person', { searchFields: ['name', 'email'], autocompleteFields: ['name'] }),
  model('plain', 't.Plain', { searchFields: ['name', 'email'], autocompleteFields: ['name'] }),
];

describe.runIf(dialects.includes('sqlite'))('a search index on SQLite', () => {
  const start = async () => {
    const { service, root } = await serviceOfTest(
      startService({
        processes: true,
        dialect: 'sqlite',
        setup: `CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, email TEXT UNIQUE, age INTEGER);
          CREATE TABLE plain (id INTEGER PRIMARY KEY, name TEXT, email TEXT, age INTEGER)`,
        models,
      }),
    );
    for (let id = 1; id <= 300; id += 1) {
      const name = `${words[id % words.length]} ${id}`;
      await service.database.query('INSERT INTO person VALUES (?, ?, ?, ?)', [id, name, `${id}@example.com`, id % 90]);
    }
    await service.database.execute('INSERT INTO plain SELECT * FROM person');
    return { service, root };
  };
  const statements = async ({ service }: Awaited<ReturnType<typeof start>>): Promise<readonly string[]> => {
    const { unserved } = await service.admin.operations.diagnose(1);
    return unserved.find(({ model: key, kind }) => key === 't.Person' && kind === 'search')?.cure?.split('\n') ?? [];
  };
  const indexed = async () => {
    const started = await start();
    const made = await statements(started);
    for (const statement of made) await started.service.database.execute(statement);
    await started.service.admin.close();
    return { ...started, made };
  };
  const kept = async (client: Client, query: string) => {
    const { body } = await client.get(`/r/${query}`);
    const rows = body.results.map(({ name, email }: Record<string, unknown>) => [name, email]);
    return { count: body.count, rows };
  };
  const same = async (client: Client, query: string): Promise<number> => {
    const answer = await kept(client, `t.Person/?${query}`);
    expect([query, answer]).toEqual([query, await kept(client, `t.Plain/?${query}`)]);
    return answer.count;
  };

  it('serves the search, and is neither a model nor a table that is left out', async () => {
    const { service, root } = await indexed();
    const { uses, advice } = await service.admin.operations.diagnose(1);
    const search = uses.filter(({ kind }) => kind === 'search');
    expect(search.map(({ model: key, served }) => [key, served])).toEqual([
      ['t.Person', true],
      ['t.Plain', false],
    ]);
    expect(search[0]?.plan.join('\n')).toContain('person_search');
    expect(advice.filter(({ problem }) => problem.includes('search'))).toEqual([]);
    expect(await service.admin.operations.leftOut()).toEqual([]);
    expect(await same(root, 'search=rotterdam')).toBeGreaterThan(40);
    const rest = defineAdmin({
      database: sqlite(service.database.address.replace(/^sqlite:/, '')),
      settings: { logger: pino({ level: 'silent' }) },
    });
    expect((await rest.operations.registry()).models.map(({ name }) => name).filter((name) => /search/i.test(name))).toEqual([]);
    await rest.close();
  });

  it('answers as a search without one does, whatever is looked for', async () => {
    const { root } = await indexed();
    const unit = fc.constantFrom(
      ...Array.from('abrotkiıİKäÄÖßσςжЖ日本"\'*^():-%_\\ 01@.'),
      'AND',
      'NEAR(',
      'Rott',
      'ärz',
      'жук',
      '日本語',
      'elv',
      'stan',
    );
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 6 }), async (text) => {
        matched += await same(root, `search=${encodeURIComponent(text)}`);
        matched += await same(root, `name__contains=${encodeURIComponent(text)}&ordering=-email`);
      }),
      { numRuns: 150 },
    );
    expect(matched).toBeGreaterThan(100);
    for (const text of [...words, 'no such thing', '300', 'ice Rott']) await same(root, `search=${encodeURIComponent(text)}`);
  }, 120_000);

  it('follows writes of the service and of other programs', async () => {
    const { service, root } = await indexed();
    await root.post('/r/t.Person/', { name: 'Nebuchadnezzar', email: 'n@example.com' });
    expect(await kept(root, 't.Person/?search=buchad')).toMatchObject({ count: 1 });
    await root.patch('/r/t.Person/301/', { name: 'Hammurabi' });
    expect(await kept(root, 't.Person/?search=buchad')).toMatchObject({ count: 0 });
    await service.database.execute(`UPDATE person SET name = 'Gilgamesh' WHERE id = 301;
      UPDATE person SET _rowid_ = 9000 WHERE id = 301;
      INSERT OR REPLACE INTO person VALUES (7, 'Enkidu the wild', '8@example.com', 1)`);
    expect((await kept(root, 't.Person/?search=ilgam')).rows).toEqual([['Gilgamesh', 'n@example.com']]);
    expect((await kept(root, 't.Person/?search=nkid')).rows).toEqual([['Enkidu the wild', '8@example.com']]);
    expect(await kept(root, 't.Person/?search=hammurabi')).toMatchObject({ count: 0 });
    await root.delete('/r/t.Person/9000/');
    expect(await kept(root, 't.Person/?search=ilgam')).toMatchObject({ count: 0 });
    expect((await root.get('/r/t.Person/autocomplete/?q=nkid')).body.results).toHaveLength(1);
  });

  it('is written only by changes of its columns', async () => {
    const { service, root } = await indexed();
    const written = async () => (await service.database.query('SELECT count(*), sum(length(block)), max(id) FROM person_search_data'))[0];
    const before = await written();
    expect((await root.patch('/r/t.Person/1/', { age: 7 })).status).toBe(200);
    expect((await root.post('/r/t.Person/bulk/', { action: 'update', ids: [2, 3], data: { age: 8 } })).status).toBe(200);
    expect(await written()).toEqual(before);
    expect((await root.post('/r/t.Person/bulk/', { action: 'update', ids: [2, 3], data: { name: 'Nimrod' } })).status).toBe(200);
    expect(await written()).not.toEqual(before);
    expect((await kept(root, 't.Person/?search=imro')).count).toBe(2);
  });

  it('follows generated columns, and is not used if it does not', async () => {
    const { service, root } = await serviceOfTest(
      startService({
        processes: true,
        dialect: 'sqlite',
        setup: `CREATE TABLE place (id INTEGER PRIMARY KEY, town TEXT, shown TEXT GENERATED ALWAYS AS ('in ' || town) STORED);
          INSERT INTO place (town) VALUES ('Uruk'), ('Lagash')`,
        models: [model('place', 't.Place', { searchFields: ['shown'] })],
      }),
    );
    const isServed = async () => (await service.admin.operations.diagnose(1)).uses.find(({ kind }) => kind === 'search')?.served;
    const { unserved } = await service.admin.operations.diagnose(1);
    for (const statement of unserved.find(({ kind }) => kind === 'search')?.cure?.split('\n') ?? [])
      await service.database.execute(statement);
    await service.admin.close();
    expect(await isServed()).toBe(true);
    expect((await root.patch('/r/t.Place/1/', { town: 'Nippur' })).status).toBe(200);
    expect((await root.get('/r/t.Place/?search=ippu')).body.count).toBe(1);
    const [trigger] = await service.database.query("SELECT sql FROM sqlite_schema WHERE name = 'place_search_update'");
    await service.database.execute(`DROP TRIGGER place_search_update;
      ${String(trigger?.['sql']).replace('AFTER UPDATE', 'AFTER UPDATE OF "id", "shown", rowid, oid, _rowid_')}`);
    await service.admin.close();
    expect(await isServed()).toBe(false);
  });

  it('is used also if it follows all updates, as those that were made earlier do', async () => {
    const { service } = await indexed();
    const [trigger] = await service.database.query("SELECT sql FROM sqlite_schema WHERE name = 'person_search_update'");
    await service.database.execute(
      `DROP TRIGGER person_search_update; ${String(trigger?.['sql']).replace(/UPDATE OF .*? ON/, 'UPDATE ON')}`,
    );
    await service.admin.close();
    expect((await service.admin.operations.diagnose(1)).uses.find(({ kind }) => kind === 'search')?.served).toBe(true);
  });

  it('is not used while it lacks rows or a trigger, and the doctor says which rows it lacks', async () => {
    const started = await start();
    const { service, root } = started;
    const made = await statements(started);
    const restarted = async () => {
      await service.admin.close();
      return (await service.admin.operations.diagnose(1)).uses.find(({ kind }) => kind === 'search')?.served;
    };
    for (const statement of made.filter((text) => !text.includes("'rebuild'"))) await service.database.execute(statement);
    expect(await restarted()).toBe(false);
    expect(await service.admin.operations.notes()).toContainEqual(
      expect.stringMatching(/^The search index person_search is not used, because it lacks rows of person\. Run INSERT/),
    );
    expect(await statements(started)).toEqual([`INSERT INTO "person_search" ("person_search") VALUES ('rebuild');`]);
    expect(await same(root, 'search=rotterdam')).toBeGreaterThan(40);
    await service.database.execute("INSERT INTO person_search (person_search) VALUES ('rebuild')");
    // The models of the running service know of no index yet.
    const { unserved } = await service.admin.operations.diagnose(1);
    expect(unserved.find(({ model: key, kind }) => key === 't.Person' && kind === 'search')).toMatchObject({
      cure: null,
      notes: ['The search index person_search is there. Restart the service then: it looks for search indexes when it starts.'],
    });
    expect(await restarted()).toBe(true);
    // Rows in the middle that the index lost.
    await service.database.execute(
      "INSERT INTO person_search (person_search, rowid, name, email) SELECT 'delete', id, name, email FROM person WHERE id = 150",
    );
    const { advice } = await service.admin.operations.diagnose(1);
    expect(advice.map(({ problem }) => problem)).toContain(
      'The search index person_search has not the rows of person: searches do not find all.',
    );
    // Another trigger of the same name, which may miss changes.
    await service.database.execute(`DROP TRIGGER person_search_update;
      CREATE TRIGGER person_search_update AFTER UPDATE OF name ON person BEGIN SELECT 1; END`);
    expect(await restarted()).toBe(false);
    await service.database.execute('DROP TRIGGER person_search_update');
    expect(await restarted()).toBe(false);
  });
});

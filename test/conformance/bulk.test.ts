import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { serviceForEach } from '../support/started-service.ts';

/** CONTRACT §6. */
describe.each(dialects)('bulk on %s', (dialect) => {
  const { service, root } = serviceForEach(() => startLibrary({ dialect, books: makeBooks(12) }));

  const books = (body: unknown) => root.post('/r/lib.Book/bulk/', body);
  const entries = async (): Promise<any[]> => (await root.get('/r/admin.AdminAuditLog/?ordering=id&page_size=200')).body.results;
  const titles = async (): Promise<unknown[]> =>
    (await service.database.query('SELECT title FROM book ORDER BY id')).map((row) => row['title']);

  it('updates rows alike, once each, with an entry for each that changed', async () => {
    const answer = await books({ action: 'update', ids: [1, '2', 2, 3, '3'], data: { title: 'alike', tags: [1] } });
    expect([answer.status, answer.body]).toEqual([200, { updated: 3 }]);
    expect((await titles()).slice(0, 4)).toEqual(['alike', 'alike', 'alike', expect.not.stringContaining('alike')]);
    const log = await entries();
    expect(log.map((entry) => [entry.action, entry.object_pk])).toEqual([
      ['bulk_update', '1'],
      ['bulk_update', '2'],
      ['bulk_update', '3'],
    ]);
    expect(new Set(log.map((entry) => entry.request_id))).toEqual(new Set([answer.headers.get('x-request-id')]));
    expect((await books({ action: 'update', ids: [1, 4], data: { title: 'alike' } })).body).toEqual({ updated: 2 });
    expect(await entries()).toHaveLength(4);
  });

  it('deletes rows, with an entry for each', async () => {
    expect((await books({ action: 'delete', ids: [6, 7, '7'] })).body).toEqual({ deleted: 2 });
    expect((await entries()).map((entry) => [entry.action, entry.object_pk])).toEqual([
      ['bulk_delete', '6'],
      ['bulk_delete', '7'],
    ]);
  });

  it('is all or nothing', async () => {
    const before = await titles();
    // The second row has this e-mail address by the time that it is its turn.
    const twice = await root.post('/r/lib.Author/bulk/', { action: 'update', ids: [1, 2], data: { email: 'same@x.de' } });
    expect([twice.status, twice.body.email, twice.body.detail]).toEqual([400, [expect.any(String)], expect.stringContaining('Row 2')]);
    const bad = await books({ action: 'update', ids: [1, 2], data: { genre: 'manga' } });
    expect([bad.status, bad.body.genre, bad.body.detail]).toEqual([400, [expect.any(String)], expect.stringContaining('Row 1')]);
    const missing = await books({ action: 'delete', ids: [6, 999, 'x'] });
    expect([missing.status, missing.body.ids]).toEqual([400, [expect.stringContaining('x')]]);
    expect((await books({ action: 'delete', ids: [6, 999, 998] })).body.ids).toEqual([expect.stringMatching(/998.*|999.*/)]);
    // Chapters forbid the delete of the first five.
    expect((await books({ action: 'delete', ids: [6, 1] })).status).toBe(409);
    expect(await titles()).toEqual(before);
    expect(await entries()).toEqual([]);
  });

  it('refuses what it does not know, and what can not be changed', async () => {
    const cases: readonly (readonly [body: unknown, name: string])[] = [
      [{ action: 'update', ids: [], data: {} }, 'ids'],
      [{ action: 'delete', ids: [] }, 'ids'],
      [{ action: 'delete' }, 'ids'],
      [{ action: 'delete', ids: '1' }, 'ids'],
      [{ action: 'delete', ids: [{}] }, 'ids'],
      [{ action: 'delete', ids: [1], data: {} }, 'data'],
      [{ action: 'delete', ids: [1], dry_run: 'yes' }, 'dry_run'],
      [{ action: 'update', ids: [1] }, 'data'],
      [{ action: 'update', ids: [1], data: { id: 5 } }, 'id'],
      [{ action: 'update', ids: [1], data: { _label: 'x' } }, '_label'],
      [{ action: 'update', ids: [1], data: { author_fields: null } }, 'author_fields'],
      [{ action: 'update', ids: [1], data: { nope: 'x' } }, 'nope'],
      [{ action: 'update', ids: [1], data: { vault_code: 'x' } }, 'vault_code'],
      [{ action: 'explode', ids: [1] }, 'action'],
      [{ operations: [], action: 'delete' }, 'action'],
      [{ operations: {} }, 'operations'],
      [{ action: 'delete', ids: Array.from({ length: 10_001 }, (_, index) => index) }, 'ids'],
      [{ operations: Array.from({ length: 10_001 }, () => ({ op: 'delete', pk: 1 })) }, 'operations'],
    ];
    for (const [body, name] of cases) {
      const answer = await books(body);
      expect([JSON.stringify(body).slice(0, 80), answer.status, Object.keys(answer.body)]).toEqual([
        JSON.stringify(body).slice(0, 80),
        400,
        expect.arrayContaining(['detail', name]),
      ]);
    }
    expect(await entries()).toEqual([]);
  });

  it('saves a parent and its children in one call', async () => {
    const answer = await root.post('/r/lib.Author/bulk/', {
      operations: [
        { op: 'create', data: { name: 'Parent', country: 'SE' } },
        { op: 'create', model: 'lib.Book', data: { title: 'Child', added: '2026-01-01', author: { $ref: 0 }, tags: [1] } },
        { op: 'create', model: 'lib.Chapter', data: { book: { $ref: 1 }, number: 1, heading: 'One' } },
        { op: 'update', pk: { $ref: 0 }, data: { country: 'NO' } },
        { op: 'update', model: 'lib.Book', pk: '6', data: { title: 'moved', author: { $ref: 0 } } },
        { op: 'delete', model: 'lib.Book', pk: 7 },
      ],
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        results: [
          { op: 'create', pk: 4 },
          { op: 'create', pk: 13 },
          { op: 'create', pk: '13~1' },
          { op: 'update', pk: 4 },
          { op: 'update', pk: 6 },
          { op: 'delete', pk: 7 },
        ],
      },
    ]);
    expect((await root.get('/r/lib.Author/4/')).body).toMatchObject({ name: 'Parent', country: 'NO' });
    expect((await root.get('/r/lib.Book/?author=4')).body.count).toBe(2);
    expect(await entries()).toHaveLength(6);
  });

  it('names every operation that is wrong, and does none', async () => {
    const answer = await root.post('/r/lib.Author/bulk/', {
      operations: [
        { op: 'create', data: { name: 'Fine' } },
        { op: 'create', data: {} },
        { op: 'create', model: 'lib.Book', data: { title: 'x', added: '2026-01-01', author: { $ref: 1 } } },
        { op: 'create', model: 'lib.Book', data: { title: 'x', author: { $ref: 0 }, pages: 'a' } },
        { op: 'delete', model: 'lib.Book', pk: 999 },
        { op: 'update', pk: 'x', data: {} },
        { op: 'update', pk: 1, data: { id: 9, ids: 9 } },
        { op: 'update', pk: { $ref: 70 }, data: {} },
        { op: 'create', model: 'lib.Nothing', data: {} },
        { op: 'update', data: {} },
      ],
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      operations: {
        1: { name: ['This field is required.'] },
        3: { added: ['This field is required.'], pages: ['A valid integer is required.'] },
        4: { pk: ['There is no row "999".'] },
        5: { pk: ['There is no row "x".'] },
        6: { ids: ['Unknown field.'] },
        7: { pk: ['There is no earlier operation 70.'] },
        8: { model: ['There is no model "lib.Nothing".'] },
        9: { pk: ['This field is required.'] },
      },
      detail: 'Operation 1: name: This field is required.',
    });
    expect((await root.get('/r/lib.Author/')).body.count).toBe(3);
    const malformed = await root.post('/r/lib.Author/bulk/', {
      operations: [
        { op: 'create', data: {} },
        { op: 'paint', colour: 'red' },
      ],
    });
    expect([malformed.status, malformed.body.operations]).toEqual([400, { 1: { op: [expect.any(String)], colour: ['Unknown key.'] } }]);
    expect((await root.post('/r/lib.Author/bulk/', { operations: [] })).body).toEqual({ results: [] });
    expect(await entries()).toEqual([]);
  });

  it('names the operation that only the database refuses', async () => {
    await service.database.execute('CREATE UNIQUE INDEX author_country ON author (country) WHERE country IS NOT NULL');
    const answer = await root.post('/r/lib.Author/bulk/', {
      operations: [
        { op: 'create', data: { name: 'A', country: 'SE' } },
        { op: 'create', data: { name: 'B', country: 'SE' } },
      ],
    });
    expect([answer.status, answer.body.operations]).toEqual([400, { 1: { country: ['This value is taken already.'] } }]);
    expect((await root.get('/r/lib.Author/')).body.count).toBe(3);
  });

  it('holds each operation against its own ETag', async () => {
    const tag = (await root.get('/r/lib.Book/6/')).headers.get('etag');
    const operation = (title: string) => ({
      operations: [
        { op: 'update', pk: 7, data: { title } },
        { op: 'update', pk: 6, if_match: tag, data: { title } },
      ],
    });
    expect((await books(operation('one'))).status).toBe(200);
    const late = await books(operation('two'));
    expect([late.status, late.body]).toMatchObject([
      412,
      { code: 'conflict', detail: expect.stringContaining('Operation 1'), current: { id: 6, title: 'one' } },
    ]);
    expect((await root.get('/r/lib.Book/7/')).body.title).toBe('one');
  });

  it('takes 10,000 rows at once', async () => {
    const insert = Array.from({ length: 10_000 }, (_, index) => `(${100 + index}, 'row', '2026-01-01 00:00:00')`);
    await service.database.execute(`INSERT INTO book (id, title, added) VALUES ${insert.join(',')}`);
    const ids = Array.from({ length: 10_000 }, (_, index) => 100 + index);
    expect((await books({ action: 'update', ids, data: { pages: 7 } })).body).toEqual({ updated: 10_000 });
    expect((await books({ action: 'delete', ids })).body).toEqual({ deleted: 10_000 });
    expect((await root.get('/r/lib.Book/')).body.count).toBe(12);
    expect((await root.get('/r/admin.AdminAuditLog/?page_size=1')).body.count).toBe(20_000);
  }, 60_000);
});

import { action, file, inline, model } from 'grimoire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Answer, type Client, startService, type TestService } from '../support/service.ts';

const rows = `
  INSERT INTO orders VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'c', '2026-01-01 00:00:00');
  INSERT INTO line VALUES (1, 1, 'x'), (2, 1, 'y');
  INSERT INTO note VALUES (1, 1, 'n');`;
const setup = `
  CREATE TABLE orders (id integer PRIMARY KEY, name varchar(20) NOT NULL, deleted_at timestamp);
  CREATE TABLE line (id integer PRIMARY KEY, order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE, text varchar(20));
  CREATE TABLE note (id integer PRIMARY KEY, line_id integer REFERENCES line (id) ON DELETE SET NULL, reason varchar(20));`;

const hooked: string[] = [];
const missing = { detail: 'reason: Give a reason.', reason: ['Give a reason.'] };

/** CONTRACT §21: why something was changed. */
describe.each(dialects)('the reason of a write on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  beforeAll(async () => {
    service = await startService({
      dialect,
      setup,
      models: [
        model('orders', 'm.Order', {
          softDelete: 'deleted_at',
          reasonRequired: ['create', 'update', 'delete', 'restore', 'purge'],
          inlines: [inline('line', 'order')],
          hooks: { beforeSave: () => void hooked.push('save'), beforeDelete: () => void hooked.push('delete') },
          actions: {
            asked: action({ reason: true, run: async (_context, chosen) => void (await chosen.update({ name: 'asked' })) }),
            free: action({ run: async (_context, chosen) => void (await chosen.update({ name: 'free' })) }),
            report: action({ reason: true, returns: 'file', run: () => file({ name: 'a.txt', type: 'text/plain', body: 'a' }) }),
          },
        }),
        model('line', 'm.Line', { reasonRequired: ['update', 'delete'] }),
        model('note', 'm.Note', { reasonRequired: ['update'] }),
      ],
    });
    root = await service.superuser();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await service.database.execute(`DELETE FROM note; DELETE FROM line; DELETE FROM orders; ${rows}`);
    hooked.length = 0;
  });

  const bulk = (body: object) => (why: object) => root.post('/r/m.Order/bulk/', { ...body, ...why });
  const query = (why: { readonly reason?: string }): string =>
    why.reason === undefined ? '' : `?reason=${encodeURIComponent(why.reason)}`;
  type Why = { readonly reason?: string };
  const writes: readonly [string, (why: Why) => Promise<Answer>][] = [
    ['a POST', (why) => root.post(`/r/m.Order/${query(why)}`, { id: 9, name: 'new' })],
    ['a PATCH', (why) => root.patch(`/r/m.Order/1/${query(why)}`, { name: 'z' })],
    ['a DELETE', (why) => root.delete(`/r/m.Order/1/${query(why)}`)],
    ['a restore', (why) => root.post(`/r/m.Order/3/restore/${query(why)}`, undefined)],
    ['a purge', (why) => root.post(`/r/m.Order/3/purge/${query(why)}`, undefined)],
    ['a bulk update', bulk({ action: 'update', ids: [1, 2], data: { name: 'z' } })],
    ['a bulk delete', bulk({ action: 'delete', ids: [1] })],
    ['a bulk restore', bulk({ action: 'restore', ids: [3] })],
    ['a bulk purge', bulk({ action: 'purge', ids: [3] })],
    ['an operation', bulk({ operations: [{ op: 'update', pk: 1, data: { name: 'z' } }] })],
    [
      'an operation on an inline',
      (why) => root.post('/r/m.Note/bulk/', { operations: [{ op: 'update', model: 'm.Line', pk: 1, data: { text: 'z' } }], ...why }),
    ],
    ['a delete by which a row loses a reference', (why) => root.delete(`/r/m.Line/1/${query(why)}`)],
    ['an action', (why) => root.post('/r/m.Order/action/asked/', { ids: [1], ...why })],
    ['an action that answers with a file', (why) => root.post('/r/m.Order/action/report/', { ids: [1], ...why })],
  ];

  it.each(writes)('is demanded by %s, and kept', async (_, write) => {
    const sets = (await root.get('/changes/')).body.count;
    for (const why of [{}, { reason: ' ' }]) {
      const refused = await write(why);
      expect([refused.status, refused.body]).toEqual([400, missing]);
    }
    expect(hooked).toEqual([]);
    expect((await root.get('/changes/')).body.count).toBe(sets);
    const answer = await write({ reason: 'Ann asked.' });
    expect(answer.status, answer.text).toBeLessThan(300);
    const entries = (await root.get('/r/admin.AdminAuditLog/?page_size=1')).body.results;
    expect(entries[0].reason).toBe('Ann asked.');
    const set = answer.headers.get('x-change-set');
    if (set !== null) expect((await root.get(`/changes/${set}/`)).body.reason).toBe('Ann asked.');
  });

  it('is told by the schema, and asked by no other write', async () => {
    const schema = (await root.get('/schema/m.Order/')).body;
    expect(schema.reason_required).toEqual(['create', 'update', 'delete', 'restore', 'purge']);
    expect(schema.actions.map(({ key, reason }: { key: string; reason?: true }) => [key, reason])).toEqual([
      ['asked', true],
      ['free', undefined],
      ['report', true],
    ]);
    expect((await root.post('/r/m.Line/', { id: 5, order: 1, text: 'q' })).status).toBe(201);
    expect((await root.post('/r/m.Order/action/free/', { ids: [1] })).status).toBe(200);
    expect((await root.post('/r/m.Note/', { id: 5, line: 2, reason: 'a field of that name' })).status).toBe(201);
  });

  it('is demanded by the undo of what needs one', async () => {
    const patched = await root.patch('/r/m.Order/1/?reason=first', { name: 'z' });
    const path = `/changes/${patched.headers.get('x-change-set') ?? ''}/undo/`;
    const refused = await root.post(path, {});
    expect([refused.status, refused.body]).toEqual([400, missing]);
    expect((await root.get('/r/m.Order/1/')).body.name).toBe('z');
    expect((await root.post(path, { reason: 'It was wrong.' })).status).toBe(200);
    expect((await root.get('/r/m.Order/1/')).body.name).toBe('a');
  });
});

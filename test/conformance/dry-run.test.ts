import type { Preview } from '@grimoire/protocol';
import { model } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';
import { countsOf, models, ofBody, ofRow, outside, setup } from '../support/tried-shop.ts';
import { wholeDump } from '../support/whole-dump.ts';

afterEach(() => void (outside.length = 0));

const customer = '/r/shop.Customer';
const create = ofRow('POST', '/r/shop.Order/', { id: 9, customer: 3, total: '1.10' });
const remove = ofRow('DELETE', `${customer}/1/`);
const order = ofRow('PATCH', '/r/shop.Order/1/', { note: 'late' });
const rename = ofBody(`${customer}/action/rename/`, { ids: [1, 3] });
const updateMany = ofBody('/r/shop.Order/bulk/', { action: 'update', ids: [1, 2], data: { note: 'all' } });

/** Each kind of write, and the counts of its dry run. */
const writes: readonly [name: string, run: typeof remove, counts: Readonly<Record<string, readonly number[]>>][] = [
  ['POST', create, { 'shop.Order': [1, 0, 0] }],
  ['PATCH', order, { 'shop.Order': [0, 1, 0] }],
  ['DELETE', remove, { 'shop.Customer': [0, 1, 1], 'shop.Order': [0, 0, 2], 'shop.Line': [0, 0, 3] }],
  ['a DELETE into the trash', ofRow('DELETE', '/r/shop.Note/1/'), { 'shop.Note': [0, 1, 0] }],
  ['restore', ofRow('POST', '/r/shop.Note/3/restore/', {}), { 'shop.Note': [0, 1, 0] }],
  ['purge', ofRow('POST', '/r/shop.Note/3/purge/', {}), { 'shop.Note': [0, 0, 1] }],
  ['a bulk update', updateMany, { 'shop.Order': [0, 2, 0] }],
  [
    'a bulk delete',
    ofBody(`${customer}/bulk/`, { action: 'delete', ids: [2, 3] }),
    { 'shop.Customer': [0, 0, 2], 'shop.Order': [0, 0, 1] },
  ],
  [
    'operations with new rows that refer to each other',
    ofBody(`${customer}/bulk/`, {
      operations: [
        { op: 'create', model: 'shop.Note', data: { id: 9, text: 'n' } },
        { op: 'create', model: 'shop.Order', data: { id: 20, customer: 3 } },
        { op: 'create', model: 'shop.Line', data: { order: { $ref: 1 }, number: 1, quantity: 3 } },
        { op: 'update', pk: 3, data: { name: 'Cyd' } },
      ],
    }),
    { 'shop.Customer': [0, 1, 0], 'shop.Order': [1, 0, 0], 'shop.Line': [1, 0, 0], 'shop.Note': [1, 0, 0] },
  ],
  ['an action that updates', rename, { 'shop.Customer': [0, 2, 0] }],
  ['an action that deletes', ofBody(`${customer}/action/remove/`, { ids: [3] }), { 'shop.Customer': [0, 0, 1] }],
  ['an action whose handler is not safe', ofBody(`${customer}/action/mail/`, { ids: [1, 2] }), { 'shop.Customer': [0, 2, 0] }],
  [
    'an action on filtered rows',
    ofBody(`${customer}/action/rename/`, { all_filtered: true, params: { region: 'DE' } }),
    { 'shop.Customer': [0, 2, 0] },
  ],
];

const ownPreview = ['grimoire_preview', 'grimoire.preview'];

describe.each(dialects)('a dry run on %s', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());
  const open = async (): Promise<Client> => {
    service = await startService({ dialect, setup, models });
    return service.superuser();
  };

  it.each(writes)('says what %s would do, and does nothing', async (_, run, counts) => {
    const root = await open();
    const before = await wholeDump(service.database, ownPreview);
    const dry = await run(root, { dry_run: true });
    expect([dry.status, dry.headers.get('x-change-set')], dry.text).toEqual([200, null]);
    expect(countsOf(dry.body as Preview)).toEqual(counts);
    expect(await wholeDump(service.database, ownPreview)).toEqual(before);
    expect(outside).toEqual([]);
    const real = await run(root, { if_preview: (dry.body as Preview).preview, reason: 'as shown' });
    expect(real.status, real.text).toBeLessThan(300);
    expect(await wholeDump(service.database, ownPreview)).not.toEqual(before);
    const set = await root.get(`/changes/${real.headers.get('x-change-set')}/`);
    expect(set.body).toMatchObject({ reason: 'as shown' });
  });

  it('answers with a sample of the rows, and a token for ten minutes', async () => {
    const root = await open();
    const { body } = await remove(root, { dry_run: true });
    expect(body).toMatchObject({ dry_run: true, not_run: [], preview: expect.stringMatching(/^[\w-]{22}$/) });
    expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 600_000)).toBeLessThan(60_000);
    const rows = (body as Preview).sample.map(({ model: key, pk, label, op }) => `${op} ${key} ${pk} ${label}`);
    expect(rows.toSorted()).toEqual([
      'delete shop.Customer 1 Ada',
      'delete shop.Line 1~1 1',
      'delete shop.Line 1~2 2',
      'delete shop.Line 2~1 1',
      'delete shop.Order 1 order 1',
      'delete shop.Order 2 order 2',
      'update shop.Customer 2 Ben',
    ]);
    expect(body.sample.find(({ pk }: { pk: string }) => pk === '2').diff).toEqual({ sponsor: [1, null] });
  });

  it('has ten rows at most in its sample', async () => {
    const root = await open();
    for (let id = 10; id < 30; id++) await service.database.execute(`INSERT INTO note (id, text) VALUES (${id}, 'n')`);
    const ids = Array.from({ length: 20 }, (_, index) => index + 10);
    const { body } = await ofBody('/r/shop.Note/bulk/', { action: 'update', ids, data: { text: 'm' } })(root, { dry_run: true });
    expect([countsOf(body), body.sample.length]).toEqual([{ 'shop.Note': [0, 20, 0] }, 10]);
  });

  it('names no key of a row that would be made by the database', async () => {
    service = await startService({
      dialect,
      setup: `CREATE TABLE made (id ${dialect === 'sqlite' ? 'integer PRIMARY KEY AUTOINCREMENT' : 'serial PRIMARY KEY'}, name varchar(10), parent_id integer REFERENCES made (id))`,
      models: [model('made', 'shop.Made')],
    });
    const root = await service.superuser();
    const run = ofBody('/r/shop.Made/bulk/', {
      operations: [
        { op: 'create', data: { name: 'a' } },
        { op: 'create', data: { name: 'b', parent: { $ref: 0 } } },
      ],
    });
    const dry = await run(root, { dry_run: true });
    expect(dry.body.sample.map(({ pk, diff }: { pk: unknown; diff: object }) => [pk, Object.keys(diff)])).toEqual([
      [null, ['name', 'parent']],
      [null, ['name', 'parent']],
    ]);
    // Another row takes the key that the dry run has had.
    await root.post('/r/shop.Made/', { name: 'other' });
    expect((await run(root, { if_preview: dry.body.preview })).status).toBe(200);
  });

  it('answers errors as the request does', async () => {
    const root = await open();
    const bad = await ofRow('PATCH', `${customer}/1/`, { name: null })(root, { dry_run: true });
    expect([bad.status, Object.keys(bad.body)]).toEqual([400, expect.arrayContaining(['name'])]);
    expect((await ofRow('DELETE', `${customer}/99/`)(root, { dry_run: true })).status).toBe(404);
    const viewer = await service.user({ username: 'viewer', permissions: ['shop.customer:view_customer'] });
    expect((await remove(viewer, { dry_run: true })).status).toBe(403);
    const file = await ofBody(`${customer}/action/list/`, { ids: [1] })(root, { dry_run: true });
    expect([file.status, Object.keys(file.body)]).toEqual([400, expect.arrayContaining(['dry_run'])]);
  });

  it('calls hooks and handlers only if they are declared safe, and names the others', async () => {
    const root = await open();
    const saved = await ofRow('PATCH', '/r/shop.Sent/1/', { text: 'x' })(root, { dry_run: true });
    expect([saved.status, saved.body.not_run]).toEqual([200, ['shop.Sent.afterSave', 'shop.Sent.beforeSave']]);
    const deleted = await ofBody('/r/shop.Sent/bulk/', { action: 'delete', ids: [1] })(root, { dry_run: true });
    expect(deleted.body.not_run).toEqual(['shop.Sent.afterDelete', 'shop.Sent.beforeDelete']);
    const mailed = await ofBody(`${customer}/action/mail/`, { ids: [1] })(root, { dry_run: true });
    expect(mailed.body).toMatchObject({ not_run: ['shop.Customer.mail'], sample: [{ pk: '1', label: 'Ada', op: 'update', diff: {} }] });
    expect(outside).toEqual([]);
    const told = await ofBody(`${customer}/action/tell/`, { ids: [1] })(root, { dry_run: true });
    expect([told.body.not_run, told.body.counts]).toEqual([[], []]);
    await ofBody(`${customer}/action/tell/`, { ids: [1] })(root);
    expect(outside).toEqual(['preview true', 'preview false']);
  });

  it('shows what the user may view, and counts the rest without a name', async () => {
    await open();
    const user = await service.user({
      username: 'some',
      permissions: [
        'shop.customer:view_customer',
        'shop.customer:change_customer',
        'shop.customer:delete_customer',
        'shop.order:delete_order',
        'shop.line:delete_line',
      ],
    });
    const { body } = await remove(user, { dry_run: true });
    expect(countsOf(body)).toEqual({ 'shop.Customer': [0, 1, 1], null: [0, 0, 6] });
    expect(body.sample.map(({ model: key }: { model: string }) => key)).toEqual(['shop.Customer', 'shop.Customer']);
  });

  it('ends after five seconds, and leaves no lock', async () => {
    const root = await open();
    const late = await ofBody(`${customer}/action/wait/`, { ids: [1] })(root, { dry_run: true });
    expect([late.status, late.body.code, late.body.detail]).toEqual([503, 'timeout', expect.stringContaining('5 s')]);
    expect((await root.patch(`${customer}/1/`, { name: 'free' })).status).toBe(200);
  });

  it('shows an undo, which its token then binds', async () => {
    const root = await open();
    const done = await remove(root);
    const undo = ofBody(`/changes/${done.headers.get('x-change-set')}/undo/`, {});
    const dry = await undo(root, { dry_run: true });
    expect(countsOf(dry.body)).toEqual({ 'shop.Customer': [1, 1, 0], 'shop.Order': [2, 0, 0], 'shop.Line': [3, 0, 0] });
    expect((await root.get(`${customer}/1/`)).status).toBe(404);
    expect((await undo(root, { if_preview: dry.body.preview })).body).toMatchObject({ restored: 8 });
    expect((await root.get(`${customer}/1/`)).status).toBe(200);
  });

  it('shows changed links with their row', async () => {
    const root = await open();
    const link = ofRow('PATCH', '/r/shop.Order/1/', { tags: [2] });
    const dry = await link(root, { dry_run: true });
    expect([countsOf(dry.body), dry.body.sample]).toEqual([
      { 'shop.Order': [0, 1, 0] },
      [{ model: 'shop.Order', pk: '1', label: 'order 1', op: 'update', diff: expect.objectContaining({ tags: [[1], [2]] }) }],
    ]);
    expect((await link(root, { if_preview: dry.body.preview })).status).toBe(200);
  });

  it('keeps no answer for its Idempotency-Key', async () => {
    const root = await open();
    const headers = { 'idempotency-key': 'once' };
    const body = { id: 9, customer: 3 };
    const dry = await root.request('POST', '/r/shop.Order/?dry_run=true', { body, headers });
    expect(dry.status).toBe(200);
    const path = `/r/shop.Order/?if_preview=${dry.body.preview}`;
    expect((await root.request('POST', path, { body, headers })).status).toBe(201);
    // The first answer is given again: the token is not used a second time.
    expect((await root.request('POST', path, { body, headers })).status).toBe(201);
  });
});

describe.each(dialects)('a request with a token on %s', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());
  const open = async (): Promise<Client> => {
    service = await startService({ dialect, setup, models });
    return service.superuser();
  };

  it.each([
    [
      'a row that goes along has another value',
      remove,
      'UPDATE line SET quantity = 6 WHERE order_id = 1 AND number = 2',
      [{ model: 'shop.Line', pk: '1~2', state: 'changed' }],
    ],
    ['another row goes along', remove, 'INSERT INTO line VALUES (2, 2, 1)', [{ model: 'shop.Line', pk: '2~2', state: 'added' }]],
    [
      'a row does not go along any more',
      remove,
      'DELETE FROM line WHERE order_id = 2',
      [{ model: 'shop.Line', pk: '2~1', state: 'removed' }],
    ],
    [
      'a row has lost its reference',
      remove,
      'UPDATE customer SET sponsor_id = NULL',
      [{ model: 'shop.Customer', pk: '2', state: 'removed' }],
    ],
    [
      'a row has another value',
      rename,
      "UPDATE customer SET name = 'Cyn' WHERE id = 3",
      [{ model: 'shop.Customer', pk: '3', state: 'changed' }],
    ],
    [
      'a handler would get another row',
      ofBody(`${customer}/action/mail/`, { all_filtered: true, params: { region: 'DE' } }),
      "UPDATE customer SET region = 'DE' WHERE id = 2",
      [{ model: 'shop.Customer', pk: '2', state: 'added' }],
    ],
  ] as const)('is refused if %s', async (_, run, meanwhile, rows) => {
    const root = await open();
    const dry = await run(root, { dry_run: true });
    await service.database.execute(meanwhile);
    const before = await wholeDump(service.database);
    const real = await run(root, { if_preview: dry.body.preview });
    expect([real.status, real.body], real.text).toEqual([
      409,
      { detail: expect.any(String), code: 'preview_changed', rows, other_records: 0 },
    ]);
    expect(await wholeDump(service.database)).toEqual(before);
    expect(outside).toEqual([]);
  });

  it('is carried out if only a time has changed', async () => {
    const root = await open();
    const dry = await order(root, { dry_run: true });
    const deleted = await remove(root, { dry_run: true });
    await service.database.execute("UPDATE orders SET updated_at = '2026-02-02 10:00:00'");
    expect((await order(root, { if_preview: dry.body.preview })).status).toBe(200);
    await root.patch('/r/shop.Order/1/', { note: null });
    expect((await remove(root, { if_preview: deleted.body.preview })).status).toBe(204);
  });

  it('is carried out if a trigger writes the time', async () => {
    const stamp =
      dialect === 'sqlite'
        ? `CREATE TRIGGER stamp AFTER UPDATE OF name ON stamped BEGIN UPDATE stamped SET at = datetime('now') WHERE id = NEW.id; END`
        : `CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.at = now(); RETURN NEW; END $$;
           CREATE TRIGGER stamp BEFORE UPDATE ON stamped FOR EACH ROW EXECUTE FUNCTION stamp()`;
    service = await startService({
      dialect,
      setup: `CREATE TABLE stamped (id integer PRIMARY KEY, name varchar(10), at timestamp); INSERT INTO stamped VALUES (1, 'a', '2026-01-01 10:00:00'); ${stamp}`,
      models: [model('stamped', 'shop.Stamped', { fields: { at: { readonly: true } } })],
    });
    const root = await service.superuser();
    const save = ofRow('PATCH', '/r/shop.Stamped/1/', { name: 'b' });
    const dry = await save(root, { dry_run: true });
    await service.database.execute("UPDATE stamped SET at = '2026-01-02 10:00:00'");
    expect((await save(root, { if_preview: dry.body.preview })).status).toBe(200);
  });

  it('is carried out once, also if it is sent twice at the same time', async () => {
    const root = await open();
    const { preview } = (await updateMany(root, { dry_run: true })).body as Preview;
    const twins = await Promise.all([updateMany(root, { if_preview: preview }), updateMany(root, { if_preview: preview })]);
    expect(twins.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted()).toEqual(['200 ', '409 preview_spent']);
    expect((await root.get('/changes/')).body.count).toBe(1);
  });

  it('is compared without the hooks that were not called, and then calls them', async () => {
    const root = await open();
    const save = ofRow('PATCH', '/r/shop.Sent/1/', { text: 'x' });
    const shown = await save(root, { dry_run: true });
    const real = await save(root, { if_preview: shown.body.preview });
    expect([real.status, real.body.text], real.text).toEqual([200, 'X by a hook']);
    expect(outside).toEqual(['beforeSave', 'afterSave']);
    const set = await root.get(`/changes/${real.headers.get('x-change-set')}/rows/`);
    expect(set.body.results).toMatchObject([{ model: 'shop.Sent', pk: '1', diff: { text: ['first', 'X by a hook'] } }]);
    expect((await root.get(`/changes/${real.headers.get('x-change-set')}/`)).body).toMatchObject({ rows: 1, complete: true });
    outside.length = 0;
    const removeSent = ofBody('/r/shop.Sent/bulk/', { action: 'delete', ids: [1] });
    const deleted = await removeSent(root, { dry_run: true });
    await service.database.execute('INSERT INTO part VALUES (2, 1)');
    expect((await removeSent(root, { if_preview: deleted.body.preview })).body).toMatchObject({
      code: 'preview_changed',
      rows: [{ model: 'shop.Part', pk: '2', state: 'added' }],
    });
    expect(outside).toEqual([]);
  });

  it('can be sent again after it has failed', async () => {
    const root = await open();
    const { preview } = (await rename(root, { dry_run: true })).body as Preview;
    await service.database.execute("UPDATE customer SET name = 'Cyn' WHERE id = 3");
    expect((await rename(root, { if_preview: preview })).body.code).toBe('preview_changed');
    await service.database.execute("UPDATE customer SET name = 'Cy' WHERE id = 3");
    expect((await rename(root, { if_preview: preview })).status).toBe(200);
  });
});

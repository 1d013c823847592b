import { describe, expect, it } from 'vitest';
import { Client } from './client.ts';
import { settled } from './errors.ts';

interface Sent {
  readonly call: string;
  readonly body: unknown;
}

/** A client whose service answers each request alike. */
function clientOf(answer: unknown, { status = 200, changeSet }: { readonly status?: number; readonly changeSet?: string } = {}) {
  const sent: Sent[] = [];
  const client = new Client({
    baseUrl: 'http://x/api/',
    csrfToken: () => null,
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input));
      sent.push({
        call: `${init?.method} ${pathname}${search}`,
        body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
      });
      return Response.json(answer, { status, headers: changeSet === undefined ? {} : { 'X-Change-Set': changeSet } });
    },
  });
  return { client, orders: client.model('shop.Order'), sent };
}

const preview = { dry_run: true, counts: [], sample: [], not_run: [], preview: 'p1', expires_at: '2026-11-30T00:00:00Z' };

describe('a dry run', () => {
  it('of a row says so in the address, because a row may have a field of that name', async () => {
    const { orders, sent } = clientOf(preview);
    expect(await orders.preview.update(1, { reason: 'mine' }, { reason: 'Asked for' })).toEqual(preview);
    await orders.preview.create({ number: 'O1' });
    await orders.preview.delete('a/b');
    expect(sent).toEqual([
      { call: 'PATCH /api/r/shop.Order/1/?dry_run=true&reason=Asked+for', body: { reason: 'mine' } },
      { call: 'POST /api/r/shop.Order/?dry_run=true', body: { number: 'O1' } },
      { call: 'DELETE /api/r/shop.Order/a%2Fb/?dry_run=true', body: undefined },
    ]);
  });

  it('of several rows and of an action says so in the body', async () => {
    const { orders, sent } = clientOf(preview);
    await orders.preview.updateMany([1, 2], { note: 'x' });
    await orders.preview.deleteMany([1]);
    await orders.preview.operations([{ op: 'delete', pk: 1 }]);
    await orders.preview.action('refund', { ids: [1], input: { reason: 'its own' } }, { reason: 'Broken' });
    expect(sent.map(({ body }) => body)).toEqual([
      { action: 'update', ids: [1, 2], data: { note: 'x' }, dry_run: true },
      { action: 'delete', ids: [1], dry_run: true },
      { operations: [{ op: 'delete', pk: 1 }], dry_run: true },
      { ids: [1], input: { reason: 'its own' }, dry_run: true, reason: 'Broken' },
    ]);
  });
});

describe('a write', () => {
  it('is bound to a dry run, and has a reason', async () => {
    const { orders, sent } = clientOf({ deleted: 1, updated: 1 });
    const options = { ifPreview: 'p1', reason: 'Asked for' };
    await orders.deleteMany([1], options);
    await orders.delete(1, options);
    expect(sent).toEqual([
      { call: 'POST /api/r/shop.Order/bulk/', body: { action: 'delete', ids: [1], if_preview: 'p1', reason: 'Asked for' } },
      { call: 'DELETE /api/r/shop.Order/1/?if_preview=p1&reason=Asked+for', body: undefined },
    ]);
  });

  it('tells its change set, if it has one', async () => {
    const sets: number[] = [];
    const options = { onChangeSet: (id: number): void => void sets.push(id) };
    await clientOf({ updated: 1 }, { changeSet: '41' }).orders.updateMany([1], {}, options);
    await clientOf({ updated: 0 }).orders.updateMany([1], {}, options);
    await settled(clientOf({ detail: 'No.' }, { status: 400, changeSet: '42' }).orders.updateMany([1], {}, options));
    expect(sets).toEqual([41]);
  });
});

describe('a change set', () => {
  it('is listed, read and taken back', async () => {
    const { client, sent } = clientOf({});
    await client.changes.list({ model: 'shop.Order', page: 2 });
    await client.changes.get(41);
    await client.changes.rows(41, { page: 3 });
    await client.changes.previewUndo(41, { only: 'untouched' }, { reason: 'Wrong' });
    await client.changes.undo(41, { rows: [{ model: 'shop.Order', pk: 1, fields: ['note'] }] }, { ifPreview: 'p1' });
    expect(sent).toEqual([
      { call: 'GET /api/changes/?model=shop.Order&page=2', body: undefined },
      { call: 'GET /api/changes/41/', body: undefined },
      { call: 'GET /api/changes/41/rows/?page=3', body: undefined },
      { call: 'POST /api/changes/41/undo/', body: { only: 'untouched', dry_run: true, reason: 'Wrong' } },
      { call: 'POST /api/changes/41/undo/', body: { rows: [{ model: 'shop.Order', pk: 1, fields: ['note'] }], if_preview: 'p1' } },
    ]);
  });

  it('that was changed since says by whom', async () => {
    const rows = [
      { model: 'shop.Order', pk: 1, fields: { status: { state: 'changed', by: 'Ann', at: '2026-11-30T00:00:00Z', change_set: 42 } } },
    ];
    const { client } = clientOf({ detail: 'Changed since.', code: 'undo_conflict', rows }, { status: 409 });
    const outcome = await settled(client.changes.undo(41));
    expect(outcome).toEqual({ ok: false, problem: { kind: 'undo conflict', detail: 'Changed since.', rows, count: 1 } });
  });
});

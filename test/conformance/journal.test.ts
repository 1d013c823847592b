import type { ChangedRows, ChangeSets } from '@grimoire/protocol';
import { model, where } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { changesBetween, dump, recordedChanges } from '../support/journal-oracle.ts';
import { models, setup, tables, writes } from '../support/journal-shop.ts';
import { type TestService, startService } from '../support/service.ts';

describe.each(dialects)('the journal on %s', (dialect) => {
  let service: TestService | undefined;
  afterEach(() => service?.close());

  it.each(writes)('has every row of %s', async (_, run) => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const before = await dump(service.database, tables);
    const answer = await run(root);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const expected = changesBetween(before, await dump(service.database, tables), tables);
    expect(expected).not.toEqual([]);
    expect(await recordedChanges(service.database, answer.headers.get('x-change-set') ?? '')).toEqual(expected);
  });

  it('answers what a delete has changed, with what the database did because of it', async () => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const id = Number((await root.delete('/r/shop.Customer/1/')).headers.get('x-change-set'));
    const set = (await root.get(`/changes/${id}/`)).body;
    expect(set).toMatchObject({
      id,
      action: 'delete',
      model: 'shop.Customer',
      rows: 8,
      complete: true,
      gaps: [],
      undo_of: null,
      undone_by: null,
    });
    const { count, results, other_records: others } = (await root.get(`/changes/${id}/rows/?page_size=100`)).body as ChangedRows;
    // The link of the order stands in its difference.
    expect([count, others]).toEqual([7, 0]);
    const short = results.map(({ model: key, pk, op, cause, label }) => `${op} ${key} ${pk} ${cause} ${label}`);
    expect(short.toSorted()).toEqual([
      'delete shop.Customer 1 request Ada',
      'delete shop.Line 1~1 database 1',
      'delete shop.Line 1~2 database 2',
      'delete shop.Line 2~1 database 1',
      'delete shop.Order 1 database order 1',
      'delete shop.Order 2 database order 2',
      'update shop.Customer 2 database Ben',
    ]);
    expect(results.find(({ op }) => op === 'update')?.diff).toEqual({ sponsor: [1, null] });
    expect(results.find(({ model: key, pk }) => key === 'shop.Order' && String(pk) === '1')?.diff).toEqual({
      id: [1, null],
      customer: [1, null],
      total: ['10.50', null],
      note: [null, null],
      tags: [[1], []],
    });
    const list = (await root.get('/changes/')).body as ChangeSets;
    expect(list.results.map((one) => one.id)).toEqual([id]);
    expect((await root.get('/changes/999999/')).status).toBe(404);
  });

  it('is shown to those who may see a row of it now, and counts the others', async () => {
    const scoped = model('customer', 'shop.Customer', { rows: () => where('name', '=', 'Ada') });
    service = await startService({ dialect, setup, models: [scoped, ...models.slice(1)] });
    const root = await service.superuser();
    const reader = await service.user({ username: 'reader', isStaff: true, permissions: ['shop.customer:view_customer'] });
    const stranger = await service.user({ username: 'stranger', isStaff: true, permissions: ['shop.tag:view_tag'] });
    // A row rule is also that of superusers.
    const both = await root.post('/r/shop.Customer/bulk/', { action: 'update', ids: [1], data: { sponsor: 1 } });
    const id = both.headers.get('x-change-set') ?? '';
    expect((await reader.get(`/changes/${id}/rows/`)).body).toMatchObject({ count: 1, other_records: 0 });
    expect((await stranger.get(`/changes/${id}/`)).status).toBe(404);
    expect((await stranger.get(`/changes/${id}/rows/`)).status).toBe(404);
    expect((await reader.get('/changes/')).body.count).toBe(1);
    expect((await stranger.get('/changes/')).body.count).toBe(0);
    await service.database.execute("UPDATE customer SET name = 'Eve' WHERE id = 1");
    expect((await reader.get(`/changes/${id}/`)).status).toBe(404);
  });
});

import { randomBytes } from 'node:crypto';
import type { Preview } from '@grimoire/protocol';
import { model } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';
import { wholeDump } from '../support/whole-dump.ts';

const setup = `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(100) NOT NULL);
  INSERT INTO customer VALUES (1, 'Ada'), (2, 'Ben');`;
const models = [model('customer', 'shop.Customer')];
const permissions = ['shop.customer:view_customer', 'shop.customer:change_customer', 'shop.customer:delete_customer'];

const bulk = (client: Client, body: object = {}) =>
  client.post('/r/shop.Customer/bulk/', { action: 'update', ids: [1, 2], data: { name: 'x' }, ...body });
const patch = (client: Client, query: string, name = 'x') => client.patch(`/r/shop.Customer/1/?${query}`, { name });

describe.each(dialects)('tokens of dry runs on %s', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());
  const open = async (): Promise<readonly [Client, Client]> => {
    service = await startService({ dialect, setup, models });
    return [await service.user({ username: 'ada', permissions }), await service.user({ username: 'eve', permissions })];
  };
  const tokenOf = ({ body }: { body: Preview }): string => body.preview;

  it('are refused, and never ignored, if they are none', async () => {
    const [ada] = await open();
    const before = await wholeDump(service.database);
    for (const token of [
      null,
      '',
      ' ',
      0,
      true,
      [],
      {},
      'x',
      randomBytes(16).toString('base64url'),
      'a'.repeat(10_000),
      "' OR 1=1 --           ",
    ]) {
      const { status, body } = await bulk(ada, { if_preview: token });
      expect([status, body.code], JSON.stringify(token)).toEqual([400, 'preview_unknown']);
    }
    for (const query of ['if_preview', 'if_preview=', 'if_preview=%00', `if_preview=${randomBytes(16).toString('base64url')}`]) {
      const { status, body } = await patch(ada, query);
      expect([status, body.code], query).toEqual([400, 'preview_unknown']);
    }
    expect(await wholeDump(service.database)).toEqual(before);
  });

  it('are refused if they are of another user or of another request', async () => {
    const [ada, eve] = await open();
    const token = tokenOf(await bulk(ada, { dry_run: true }));
    const ofRow = tokenOf(await patch(ada, 'dry_run=true'));
    const before = await wholeDump(service.database);
    const wrong = [
      await bulk(eve, { if_preview: token }),
      await bulk(ada, { if_preview: token, data: { name: 'y' } }),
      await bulk(ada, { if_preview: token, ids: [1] }),
      await bulk(ada, { if_preview: token, ids: [2, 1] }),
      await bulk(ada, { if_preview: ofRow }),
      await bulk(ada, { if_preview: token.slice(1) + token.slice(0, 1) }),
      await patch(ada, `if_preview=${token}`),
      await patch(ada, `if_preview=${ofRow}`, 'y'),
      await ada.patch(`/r/shop.Customer/2/?if_preview=${ofRow}`, { name: 'x' }),
      await ada.delete(`/r/shop.Customer/1/?if_preview=${ofRow}`),
      await patch(eve, `if_preview=${ofRow}`),
    ];
    expect(wrong.map(({ status, body }) => `${status} ${body.code}`)).toEqual(wrong.map(() => '400 preview_unknown'));
    expect(await wholeDump(service.database)).toEqual(before);
    // They still hold for their own requests, whatever the order of the members and whatever the reason.
    expect(
      (await ada.post('/r/shop.Customer/bulk/', { if_preview: token, data: { name: 'x' }, ids: [1, 2], action: 'update', reason: 'r' }))
        .status,
    ).toBe(200);
  });

  it('are refused after ten minutes', async () => {
    const [ada] = await open();
    const token = tokenOf(await bulk(ada, { dry_run: true }));
    await service.database.query('UPDATE grimoire_preview SET expires_at = ?', [Date.now() - 1]);
    expect((await bulk(ada, { if_preview: token })).body.code).toBe('preview_expired');
    await service.database.query('UPDATE grimoire_preview SET expires_at = ?', [Date.now() + 600_000]);
    expect((await bulk(ada, { if_preview: token })).status).toBe(200);
    expect((await bulk(ada, { if_preview: token })).body.code).toBe('preview_spent');
  });

  it('are of no use to a user who has lost the right', async () => {
    const [ada] = await open();
    const token = tokenOf(await bulk(ada, { dry_run: true }));
    await service.database.execute('DELETE FROM grimoire_user_user_permissions');
    expect((await bulk(ada, { if_preview: token })).status).toBe(404);
  });

  it('hold no password', async () => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const secret = 'a secret that is long enough';
    const dry = await root.post('/r/auth.User/?dry_run=true', { username: 'new', password: secret });
    expect(dry.status, dry.text).toBe(200);
    const kept = JSON.stringify(await service.database.query('SELECT * FROM grimoire_preview'), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(kept).not.toContain(secret);
    expect(dry.text).not.toContain(secret);
    expect((await root.post(`/r/auth.User/?if_preview=${tokenOf(dry)}`, { username: 'new', password: secret })).status).toBe(201);
  });

  it('are deleted when they have expired long ago', async () => {
    const [ada] = await open();
    await bulk(ada, { dry_run: true });
    await service.database.query('UPDATE grimoire_preview SET expires_at = ?', [Date.now() - 2 * 3_600_000]);
    await patch(ada, 'dry_run=true');
    expect(await service.database.query('SELECT id FROM grimoire_preview')).toHaveLength(1);
    await service.database.query('UPDATE grimoire_preview SET expires_at = ?', [Date.now() - 2 * 3_600_000]);
    expect((await service.admin.operations.prune()).previews).toBe(1);
  });
});

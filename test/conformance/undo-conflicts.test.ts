import type { UndoConflictRow } from '@grimoire/protocol';
import { action, model, where } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { dump } from '../support/journal-oracle.ts';
import { models, setup, tables } from '../support/journal-shop.ts';
import { type Answer, type Client, type TestService, startService } from '../support/service.ts';

const setOf = (answer: Answer): number => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return Number(answer.headers.get('x-change-set'));
};
const undo = (client: Client, set: number, body: object = {}): Promise<Answer> => client.post(`/changes/${set}/undo/`, body);
const states = (answer: Answer): string[] => {
  if (answer.status !== 409) throw new Error(JSON.stringify([answer.status, answer.body]));
  return (answer.body.rows as UndoConflictRow[]).map(
    ({ model: key, pk, fields }) =>
      `${key} ${pk} ${Object.entries(fields)
        .map(([name, { state, by }]) => `${name}:${state}${by === null ? '' : ` by ${by}`}`)
        .join()}`,
  );
};

describe.each(dialects)('an undo on %s, of rows that were changed since', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());
  const start = async (more: Partial<Parameters<typeof startService>[0]> = {}): Promise<Client> => {
    service = await startService({ dialect, setup, models, ...more });
    return service.superuser();
  };

  it('leaves other columns alone, and never loses the newer of two edits', async () => {
    const root = await start();
    const ann = await service.user({ username: 'ann', isSuperuser: true });
    const first = setOf(await root.patch('/r/shop.Order/1/', { note: 'one', total: '1.00' }));
    const second = setOf(await ann.patch('/r/shop.Order/1/', { note: 'two' }));
    const refused = await undo(root, first);
    expect([refused.status, refused.body.code]).toEqual([409, 'undo_conflict']);
    expect(states(refused)).toEqual(['shop.Order 1 note:changed by ann']);
    expect(refused.body.rows[0].fields.note.change_set).toBe(second);
    expect((await root.get('/r/shop.Order/1/')).body).toMatchObject({ note: 'two', total: '1.00' });
    const fields = ['total'];
    const part = await undo(root, first, {
      rows: [
        { model: 'shop.Order', pk: 1, fields },
        { model: 'shop.Order', pk: 1, fields },
      ],
    });
    expect(part.body).toMatchObject({ restored: 1, unchanged: 0, skipped: 0 });
    expect((await root.get('/r/shop.Order/1/')).body).toMatchObject({ note: 'two', total: '10.50' });
    // What was taken back in part can be taken back in whole, once nothing is against it.
    expect((await undo(ann, second)).status).toBe(200);
    expect((await undo(root, first)).body).toMatchObject({ restored: 1 });
    expect((await root.get('/r/shop.Order/1/')).body).toMatchObject({ note: null, total: '10.50' });
  });

  it('takes back the untouched rows alone, if that is asked for', async () => {
    const root = await start();
    const set = setOf(await root.post('/r/shop.Order/bulk/', { action: 'update', ids: [1, 2, 3], data: { note: 'all' } }));
    await root.patch('/r/shop.Order/2/', { note: 'mine' });
    expect(states(await undo(root, set))).toEqual(['shop.Order 2 note:changed by root']);
    expect((await undo(root, set, { only: 'untouched' })).body).toMatchObject({ restored: 2, unchanged: 0, skipped: 1 });
    const notes = (await root.get('/r/shop.Order/?ordering=id')).body.results.map(({ note }: { note: string | null }) => note);
    expect(notes).toEqual([null, 'mine', '']);
  });

  it('names keys that are taken, parents that are missing, and rows that others build on', async () => {
    const root = await start();
    const removed = setOf(await root.delete('/r/shop.Order/1/'));
    await service.database.execute('INSERT INTO orders VALUES (1, 3, 5, NULL)');
    const lines = ['shop.Line 1~1 order:parent_missing', 'shop.Line 1~2 order:parent_missing', 'shop.Order 1 tags:parent_missing'];
    // Nothing of the old order is given to the new one.
    expect(states(await undo(root, removed)).toSorted()).toEqual([
      ...lines.slice(0, 2),
      'shop.Order 1 non_field_errors:exists',
      ...lines.slice(2),
    ]);
    expect((await undo(root, removed, { only: 'untouched' })).body).toMatchObject({ restored: 0, skipped: 4 });
    await root.delete('/r/shop.Order/1/');
    const customer = setOf(await root.delete('/r/shop.Customer/1/'));
    expect(states(await undo(root, removed)).toSorted()).toEqual([
      ...lines.slice(0, 2),
      'shop.Order 1 customer:parent_missing',
      ...lines.slice(2),
    ]);
    expect((await undo(root, customer)).status).toBe(200);
    expect((await undo(root, removed)).status).toBe(200);
    const created = await root.post('/r/shop.Customer/', { id: 7, name: 'Dee' });
    const made = setOf(created);
    const order = setOf(await root.post('/r/shop.Order/', { id: 8, customer: created.body.id }));
    const before = await dump(service.database, tables);
    expect(states(await undo(root, made))).toEqual([`shop.Customer ${created.body.id} non_field_errors:blocked`]);
    expect(await dump(service.database, tables)).toEqual(before);
    expect((await undo(root, order)).status).toBe(200);
    expect((await undo(root, made)).status).toBe(200);
  });

  it('leaves a reference that was replaced meanwhile as it is', async () => {
    const root = await start();
    const set = setOf(await root.delete('/r/shop.Customer/1/'));
    await root.patch('/r/shop.Customer/2/', { sponsor: 3 });
    expect((await undo(root, set)).body).toMatchObject({ unchanged: 1, skipped: 0 });
    expect((await root.get('/r/shop.Customer/2/')).body.sponsor).toBe(3);
  });

  it('brings back a row alone, with what has no model and belongs to it', async () => {
    const root = await start();
    const set = setOf(await root.delete('/r/shop.Customer/1/'));
    expect(states(await undo(root, set, { rows: [{ model: 'shop.Order', pk: 1 }] }))).toEqual([
      'shop.Order 1 customer:parent_missing',
      'shop.Order 1 tags:parent_missing',
    ]);
    const rows = [
      { model: 'shop.Customer', pk: 1 },
      { model: 'shop.Order', pk: 1 },
    ];
    expect((await undo(root, set, { rows })).status).toBe(200);
    expect((await root.get('/r/shop.Order/1/')).body).toMatchObject({ customer: 1, tags: [1] });
    expect((await root.get('/r/shop.Order/2/')).status).toBe(404);
    expect((await root.get('/r/shop.Line/')).body.count).toBe(0);
  });

  it('refuses rows that are not of the set, as those that nobody may see', async () => {
    const root = await start();
    const set = setOf(await root.patch('/r/shop.Customer/1/', { name: 'Eve' }));
    const none = await undo(root, set, { rows: [{ model: 'shop.Customer', pk: 2 }] });
    expect([none.status, none.body]).toEqual([403, (await undo(root, set, { rows: [{ model: 'no.Model', pk: 2 }] })).body]);
    expect((await undo(root, set, { rows: [{ model: 'shop.Customer', pk: 1, fields: ['nope'] }] })).status).toBe(400);
    expect((await undo(root, set, { nope: true })).status).toBe(400);
  });

  it('needs every right of now, and tells nothing of what is missing', async () => {
    const scoped = model('customer', 'shop.Customer', {
      rows: ({ actor }) => (actor.username === 'scoped' ? where('id', '=', 2) : where('id', '>', 0)),
      fields: { sponsor: { view: 'shop.view_sponsor' } },
    });
    const root = await start({ models: [scoped, ...models.slice(1)] });
    const set = setOf(await root.post('/r/shop.Customer/bulk/', { action: 'update', ids: [1, 2], data: { name: 'x' } }));
    const ofField = setOf(await root.patch('/r/shop.Customer/2/', { sponsor: 3 }));
    const all = ['view', 'add', 'change', 'delete'].map((right) => `shop.customer:${right}_customer`);
    const user = (username: string, permissions: string[]): Promise<Client> => service.user({ username, isStaff: true, permissions });
    const reader = await user('reader', ['shop.customer:view_customer']);
    const inScope = await user('scoped', all);
    const other = await user('other', ['shop.tag:view_tag', 'shop.tag:change_tag']);
    const noRight = await undo(reader, set);
    expect([noRight.status, noRight.body]).toEqual([403, { detail: 'You may not take this change back.', code: 'permission_denied' }]);
    const noRow = await undo(inScope, set);
    expect([noRow.status, noRow.body]).toEqual([403, noRight.body]);
    await service.database.execute(
      'DELETE FROM line; DELETE FROM order_tags; DELETE FROM orders; UPDATE customer SET sponsor_id = NULL; DELETE FROM customer WHERE id = 1',
    );
    const gone = await undo(inScope, set);
    expect([gone.status, gone.body]).toEqual([403, noRight.body]);
    const noField = await undo(inScope, ofField);
    expect([noField.status, noField.body]).toEqual([403, noRight.body]);
    expect((await undo(other, set)).status).toBe(404);
    expect((await undo(service.anonymous, set)).status).toBe(401);
  });

  it('says no to what an action declares, to gaps, and once it is done', async () => {
    const sends = model('customer', 'shop.Customer', {
      actions: {
        mail: action({ irreversible: 'The mail is sent.', run: async (_context, rows) => void (await rows.update({ name: 'told' })) }),
      },
    });
    const root = await start({ models: [sends, ...models.slice(1)] });
    const schema = (await root.get('/schema/shop.Customer/')).body;
    expect(schema.actions.find(({ key }: { key: string }) => key === 'mail').irreversible).toBe('The mail is sent.');
    const set = setOf(await root.post('/r/shop.Customer/action/mail/', { ids: [1] }));
    expect((await root.get(`/changes/${set}/`)).body).toMatchObject({ reversible: 'no', why: 'The mail is sent.' });
    const refused = await undo(root, set);
    expect([refused.status, refused.body]).toEqual([409, { detail: 'The mail is sent.', code: 'irreversible' }]);
  });

  it('lets one of two at once win', async () => {
    const root = await start();
    for (const write of [() => root.patch('/r/shop.Customer/1/', { name: 'Eve' }), () => root.delete('/r/shop.Order/3/')]) {
      const set = setOf(await write());
      const answers = await Promise.all([undo(root, set), undo(root, set), undo(root, set)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(['already_undone', 'already_undone']);
    }
  });
});

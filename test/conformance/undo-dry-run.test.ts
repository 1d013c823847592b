import { model } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { dump } from '../support/journal-oracle.ts';
import { models, setup, tables } from '../support/journal-shop.ts';
import { type Answer, type Client, type TestService, startService } from '../support/service.ts';

const undo = (client: Client, set: number, body: object): Promise<Answer> => client.post(`/changes/${set}/undo/`, body);
const setOf = (answer: Answer): number => Number(answer.headers.get('x-change-set'));

describe.each(dialects)('the dry run of an undo on %s', (dialect) => {
  let service: TestService | undefined;
  afterEach(() => service?.close());

  it('says what would come back, and binds the undo to it', async () => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const start = await dump(service.database, tables);
    const set = setOf(await root.delete('/r/shop.Customer/1/'));
    const after = await dump(service.database, tables);
    const tried = await undo(root, set, { dry_run: true });
    expect(tried.status, JSON.stringify(tried.body)).toBe(200);
    expect(tried.headers.get('x-change-set')).toBeNull();
    expect(tried.body.counts).toEqual(
      expect.arrayContaining([
        { model: 'shop.Customer', create: 1, update: 1, delete: 0 },
        { model: 'shop.Order', create: 2, update: 0, delete: 0 },
        { model: 'shop.Line', create: 3, update: 0, delete: 0 },
      ]),
    );
    expect(await dump(service.database, tables)).toEqual(after);
    expect((await root.get(`/changes/${set}/`)).body.undone_by).toBeNull();
    // Of another selection.
    expect((await undo(root, set, { if_preview: tried.body.preview, only: 'untouched' })).body.code).toBe('preview_unknown');
    const done = await undo(root, set, { if_preview: tried.body.preview, reason: 'by mistake' });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await dump(service.database, tables)).toEqual(start);
    expect((await root.get(`/changes/${setOf(done)}/`)).body).toMatchObject({ action: 'undo', undo_of: set, reason: 'by mistake' });
  });

  it('refuses the undo once it would do something else, and names conflicts as the undo does', async () => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const set = setOf(await root.post('/r/shop.Order/bulk/', { action: 'update', ids: [1, 2], data: { note: 'x' } }));
    const tried = await undo(root, set, { dry_run: true, only: 'untouched' });
    await root.patch('/r/shop.Order/2/', { note: 'y' });
    expect((await undo(root, set, { if_preview: tried.body.preview, only: 'untouched' })).body.code).toBe('preview_changed');
    expect((await undo(root, set, { dry_run: true })).body.code).toBe('undo_conflict');
    expect((await root.get('/r/shop.Order/1/')).body.note).toBe('x');
  });

  it('calls no hook that does not declare it, also of the trash', async () => {
    const calls: string[] = [];
    const note = model('note', 'a.Note', {
      softDelete: 'deleted_at',
      hooks: { afterRestore: () => void calls.push('restored'), beforeSave: () => void calls.push('saved') },
    });
    const moment = dialect === 'postgres' ? 'timestamptz' : 'datetime';
    service = await startService({
      dialect,
      setup: `CREATE TABLE note (id integer PRIMARY KEY, title varchar(20), deleted_at ${moment}); INSERT INTO note VALUES (1, 'a', NULL);`,
      models: [note],
    });
    const root = await service.superuser();
    const saved = setOf(await root.patch('/r/a.Note/1/', { title: 'b' }));
    const tried = await undo(root, saved, { dry_run: true });
    expect(tried.body.not_run).toEqual(['a.Note.beforeSave']);
    const trashed = setOf(await root.delete('/r/a.Note/1/'));
    const restored = await undo(root, trashed, { dry_run: true });
    expect([restored.status, restored.body.not_run]).toEqual([200, ['a.Note.afterRestore']]);
    expect(calls).toEqual(['saved']);
  });
});

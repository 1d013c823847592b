import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { groupOf, leaveGroups, names, note, save, seesNotes, setup, shares, vault, views } from '../support/saved-views.ts';
import { type Client, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

describe.each(dialects)('shared views on %s', (dialect) => {
  const start = () => serviceOfTest(startService({ dialect, setup, models: [note, vault] }));

  it('are shared by holders of share_view alone, who need not know of users', async () => {
    const { service } = await start();
    const ann = await service.user({ username: 'ann', permissions: seesNotes, groups: ['Support'] });
    const eve = await service.user({ username: 'eve', permissions: shares, groups: ['Support'] });
    const group = await groupOf(service, 'Support');
    for (const sharing of [{ kind: 'all' }, { kind: 'group', group }])
      expect((await ann.post(views, { model: 't.Note', name: 'x', sharing })).status).toBe(403);
    const { id } = await save(ann, 'x');
    expect((await ann.patch(`${views}${id}/`, { sharing: { kind: 'all' } })).status).toBe(403);
    expect((await eve.get(views)).body.may_share).toEqual({ all: true, groups: [{ value: group, label: 'Support' }] });
    expect((await save(eve, 'for all', { sharing: { kind: 'all' } })).sharing).toEqual({ kind: 'all' });
    const label = { value: group, label: 'Support' };
    expect((await save(eve, 'for us', { sharing: { kind: 'group', group } })).sharing).toEqual({ kind: 'group', group: label });
    expect(await names(ann)).toEqual(['x', 'for all', 'for us']);
    // The right says nothing of users.
    expect((await eve.get('/r/auth.User/')).status).toBe(404);
    expect((await eve.get('/schema/')).body.models.map(({ model: key }: { model: string }) => key)).toEqual(['t.Note']);
  });

  it('are shared with own groups; by superusers with any', async () => {
    const { service, root } = await start();
    await service.user({ username: 'bob', groups: ['Sales'] });
    const eve = await service.user({ username: 'eve', permissions: shares, groups: ['Support'] });
    const sales = await groupOf(service, 'Sales');
    for (const group of [sales, 9999]) {
      const { status, body } = await eve.post(views, { model: 't.Note', name: 'x', sharing: { kind: 'group', group } });
      expect([status, body]).toEqual([400, { detail: expect.any(String), 'sharing.group': ['You are in no such group.'] }]);
    }
    expect((await save(root, 'from above', { sharing: { kind: 'group', group: sales } })).is_own).toBe(true);
    expect((await root.get(views)).body.may_share.groups.map(({ label }: { label: string }) => label)).toEqual(['Sales', 'Support']);
    expect(await names(eve)).toEqual([]);
  });

  it('of a group follow who is in it, at the next request', async () => {
    const { service, root } = await start();
    const ann = await service.user({ username: 'ann', permissions: seesNotes, groups: ['Support'] });
    const sharing = { kind: 'group', group: await groupOf(service, 'Support') };
    const { id } = await save(root, 'of support', { sharing, is_default: true });
    expect((await ann.get(views)).body).toMatchObject({ views: [{ id, may_change: false, is_own: false }], defaults: { 't.Note': id } });
    for (const answer of [await ann.patch(`${views}${id}/`, { name: 'x' }), await ann.delete(`${views}${id}/`)])
      expect(answer.status).toBe(403);
    // It opens for the members alone, not for a superuser who may change it.
    expect((await root.get(views)).body.defaults).toEqual({});
    await leaveGroups(service, 'ann');
    expect((await ann.get(views)).body).toEqual({ views: [], defaults: {}, may_share: null });
    expect((await ann.patch(`${views}${id}/`, { name: 'x' })).status).toBe(404);
  });

  it('are shown to users who may view the model today, and are ordinary lists for them', async () => {
    const { service, root } = await start();
    const ann = await service.user({ username: 'ann', permissions: seesNotes });
    const eve = await service.user({ username: 'eve', permissions: ['t.vault:view_vault'] });
    const { id } = await save(root, 'hidden field', {
      sharing: { kind: 'all' },
      query: 'secret__contains=x&ordering=secret&title=a',
      is_default: true,
    });
    await root.post(views, { model: 't.Vault', name: 'vaults', sharing: { kind: 'all' } });
    const { body } = await ann.get(views);
    const list = await ann.get('/r/t.Note/?secret__contains=x&ordering=secret&title=a');
    expect(list.status).toBe(400);
    // Neither the names of the fields nor the values that are looked for.
    const problems = { query: [expect.stringContaining('may not see')] };
    expect(body.views).toEqual([expect.objectContaining({ id, query: '', display: {}, problems })]);
    expect(JSON.stringify(body)).not.toContain('secret');
    // A list does not open with a view that it would be refused for.
    expect([body.defaults, (await root.get(views)).body.defaults]).toEqual([{}, { 't.Note': id }]);
    expect((await root.get(views)).body.views[0].problems).toEqual({});
    expect(await names(eve)).toEqual(['vaults']);
    expect((await eve.delete(`${views}${id}/`)).status).toBe(404);
  });

  it('have one default for each group and for all; that of a group comes first', async () => {
    const { service, root } = await start();
    const ann = await service.user({ username: 'ann', permissions: seesNotes, groups: ['Support'] });
    const group = { kind: 'group', group: await groupOf(service, 'Support') };
    const all = await save(root, 'all', { sharing: { kind: 'all' }, is_default: true });
    expect((await ann.get(views)).body.defaults).toEqual({ 't.Note': all.id });
    const ours = await save(root, 'ours', { sharing: group, is_default: true });
    expect((await ann.get(views)).body.defaults).toEqual({ 't.Note': ours.id });
    const next = await save(root, 'next', { sharing: group, is_default: true });
    expect((await ann.get(views)).body).toMatchObject({
      defaults: { 't.Note': next.id },
      views: [
        { id: all.id, is_default: true },
        { id: ours.id, is_default: false },
        { id: next.id, is_default: true },
      ],
    });
    // Shared with others, a view is no default unless the request says so.
    expect((await root.patch(`${views}${next.id}/`, { sharing: { kind: 'all' } })).body).toMatchObject({ is_default: false });
    expect((await root.patch(`${views}${next.id}/`, { is_default: true })).body).toMatchObject({ is_default: true });
    expect((await ann.get(views)).body.defaults).toEqual({ 't.Note': next.id });
  });

  it('keep one default of several that are set at once', async () => {
    const { root } = await start();
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        root.post(views, { model: 't.Note', name: `v${index}`, sharing: { kind: 'all' }, is_default: true }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const turns = await Promise.all(made.map(({ body }) => root.patch(`${views}${body.id}/`, { is_default: true })));
    expect(turns.map(({ status }) => status)).toEqual(made.map(() => 200));
    const { body } = await root.get(views);
    const defaults = body.views.filter(({ is_default }: { is_default: boolean }) => is_default);
    expect(defaults).toHaveLength(1);
    expect(body.defaults).toEqual({ 't.Note': defaults[0].id });
  });

  it('are changed by their owner while they may share, and by superusers', async () => {
    const { service, root } = await start();
    const eve = await service.user({ username: 'eve', permissions: shares });
    const { id } = await save(eve, 'hers', { sharing: { kind: 'all' } });
    expect((await eve.patch(`${views}${id}/`, { name: 'still hers' })).status).toBe(200);
    expect((await root.patch(`${views}${id}/`, { query: 'title=a' })).body).toMatchObject({ is_own: false, may_change: true });
    expect((await root.patch(`${views}${id}/`, { sharing: { kind: 'own' } })).body).toMatchObject({ sharing: [expect.any(String)] });
    await service.database.execute(`DELETE FROM grimoire_user_user_permissions WHERE permission_id IN
      (SELECT id FROM grimoire_permission WHERE codename = 'share_view')`);
    // Without the right, its owner may only end that it is shared.
    expect((await eve.get(views)).body).toMatchObject({ views: [{ id, is_own: true, may_change: true }], may_share: null });
    for (const change of [{ name: 'x' }, { query: '' }, { is_default: true }, { sharing: { kind: 'all' }, name: 'x' }])
      expect((await eve.patch(`${views}${id}/`, change)).status).toBe(403);
    expect((await eve.patch(`${views}${id}/`, { sharing: { kind: 'own' }, name: 'mine' })).body).toMatchObject({ name: 'mine' });
    expect((await root.delete(`${views}${id}/`)).status).toBe(404);
    expect((await eve.delete(`${views}${id}/`)).status).toBe(204);
  });

  it('of a group are withdrawn, and not changed, by an owner who has left it', async () => {
    const { service, root } = await start();
    const eve = await service.user({ username: 'eve', permissions: shares, groups: ['Support'] });
    const sharing = { kind: 'group', group: await groupOf(service, 'Support') };
    const { id } = await save(eve, 'hers', { sharing });
    const standing = await save(root, 'the default', { sharing, is_default: true });
    await leaveGroups(service, 'eve');
    for (const change of [{ name: 'x' }, { query: 'title=a' }, { is_default: true }, { sharing, is_default: true }]) {
      const { status, body } = await eve.patch(`${views}${id}/`, change);
      expect([status, body['sharing.group']]).toEqual([400, ['You are in no such group.']]);
    }
    expect((await root.get(views)).body.views).toMatchObject([{ name: 'hers' }, { id: standing.id, is_default: true }]);
    expect((await eve.patch(`${views}${id}/`, { sharing: { kind: 'own' } })).status).toBe(200);
  });

  it('are recorded while they are shared, for superusers', async () => {
    const { service, root } = await start();
    const eve = await service.user({ username: 'eve', permissions: [...shares, 'admin.adminauditlog:view_adminauditlog'] });
    const { id } = await save(eve, 'hers', { query: 'title=a', display: { dense: true } });
    const own = await save(eve, 'own');
    await eve.delete(`${views}${own.id}/`);
    const entries = async (client: Client) => {
      const { body } = await client.get('/r/admin.AdminAuditLog/?ordering=id');
      const all = body.results.map((entry: { id: number }) => client.get(`/r/admin.AdminAuditLog/${entry.id}/`));
      return (await Promise.all(all)).map((one) => one.body);
    };
    expect(await entries(root)).toEqual([]);
    await eve.patch(`${views}${id}/`, { sharing: { kind: 'all' } });
    await root.patch(`${views}${id}/`, { is_default: true });
    await save(root, 'other', { sharing: { kind: 'all' }, is_default: true });
    await eve.patch(`${views}${id}/`, { sharing: { kind: 'own' }, name: 'a private name' });
    const content = { model: 't.Note', name: 'hers', query: 'title=a', display: { dense: true }, is_default: false };
    const shown = Object.fromEntries(Object.entries(content).map(([name, value]) => [name, [null, value]]));
    const gone = Object.fromEntries(Object.entries(content).map(([name, value]) => [name, [value, null]]));
    expect(await entries(root)).toMatchObject([
      {
        actor_repr: 'eve',
        action: 'update',
        model_label: 'saved view',
        object_pk: String(id),
        object_repr: 'hers',
        diff: { ...shown, sharing: [{ kind: 'own' }, { kind: 'all' }] },
      },
      { actor_repr: 'root', action: 'update', object_pk: String(id), diff: { is_default: [false, true] } },
      { actor_repr: 'root', action: 'update', object_pk: String(id), diff: { is_default: [true, false] } },
      { actor_repr: 'root', action: 'create', object_repr: 'other', diff: { name: [null, 'other'] } },
      {
        actor_repr: 'eve',
        action: 'update',
        object_pk: String(id),
        object_repr: 'hers',
        diff: { ...gone, sharing: [{ kind: 'all' }, { kind: 'own' }] },
      },
    ]);
    expect(await entries(eve)).toEqual([]);
  });

  it('go with their group; those of a deleted user go too, except what others use', async () => {
    const { service, root } = await start();
    const eve = await service.user({ username: 'eve', permissions: shares, groups: ['Support'] });
    const group = await groupOf(service, 'Support');
    const related = () => root.get(`/r/auth.Group/${group}/related/`);
    const before = await related();
    await save(eve, 'own');
    const { id } = await save(eve, 'for all', { sharing: { kind: 'all' } });
    await save(eve, 'of support', { sharing: { kind: 'group', group } });
    const [user] = await service.database.query(`SELECT id FROM grimoire_user WHERE username = 'eve'`);
    expect((await related()).body).toEqual(before.body);
    expect((await root.delete(`/r/auth.Group/${group}/`)).status).toBe(204);
    expect(await names(eve)).toEqual(['own', 'for all']);
    expect((await root.delete(`/r/auth.User/${String(user?.['id'])}/`)).status).toBe(204);
    expect(await service.database.query('SELECT id, owner FROM grimoire_saved_view')).toEqual([{ id, owner: null }]);
    expect((await root.get(views)).body.views).toMatchObject([{ id, is_own: false, may_change: true }]);
    expect((await root.delete(`${views}${id}/`)).status).toBe(204);
  });
});

describe.each(dialects)('many shared views on %s', (dialect) => {
  const start = () => serviceOfTest(startService({ dialect, setup, models: [note, vault] }));

  it('name no field that is hidden from their user, in whatever form', async () => {
    const { service, root } = await start();
    const ann = await service.user({ username: 'ann', permissions: seesNotes });
    const display = {
      columns: { order: ['title', 'secret'], shown: ['secret', 'title'] },
      look: { pinned: ['secret'], widths: { secret: 80, title: 100 } },
      filter: { secret__contains: 'x', title: 'a', _filter: '{"or":[{"title":1},{"not":{"secret__in":[1]}}]}' },
      sort: { field: 'title,-secret', order: 'ASC' },
      notes: ['secretary', 'a secret', { deep: [['secret', 12345678901234567890n.toString()]] }],
    };
    const { id, ...saved } = await save(root, 'look', { sharing: { kind: 'all' }, query: 'title=a', display });
    expect(saved.display).toEqual(display);
    const [seen] = (await ann.get(views)).body.views;
    expect(seen).toMatchObject({ id, query: 'title=a', problems: {} });
    expect(seen.display).toEqual({
      columns: { order: ['title'], shown: ['title'] },
      look: { pinned: [], widths: { title: 100 } },
      filter: { title: 'a' },
      sort: { order: 'ASC' },
      notes: ['secretary', { deep: [['12345678901234567890']] }],
    });
    expect((await root.get(views)).body.views[0].display).toEqual(display);
    const reader = await service.user({ username: 'reader', permissions: [...seesNotes, 't.note:view_secret'] });
    expect((await reader.get(views)).body.views[0].display).toEqual(display);
  });

  it('are at most a hundred of one user, and a thousand of an answer, with the own ones and the defaults', async () => {
    const { service, root } = await start();
    const eve = await service.user({ username: 'eve', permissions: [...shares, 't.vault:view_vault'] });
    const id = String((await eve.get('/auth/me/')).body.id);
    const column = 'owner, model, name, query, display, sharing, group_id, default_for, version, created_at, changed_at';
    const insert = (owner: string, count: number, key: string): Promise<void> => {
      const now = dialect === 'sqlite' ? '0' : 'now()';
      const row = (index: number): string => `('${owner}', '${key}', 'view ${index}', '', '{}', 'all', NULL, NULL, 1, ${now}, ${now})`;
      return service.database.execute(
        `INSERT INTO grimoire_saved_view (${column}) VALUES ${Array.from({ length: count }, (_, index) => row(index)).join()}`,
      );
    };
    await insert(id, 60, 't.Vault');
    await insert(id, 40, 't.Note');
    const own = await save(eve, 'own');
    const most = { detail: expect.any(String), sharing: ['You share 100 views, which is the most. Stop sharing one that nobody uses.'] };
    for (const answer of [
      await eve.post(views, { model: 't.Note', name: 'x', sharing: { kind: 'all' } }),
      await eve.patch(`${views}${own.id}/`, { sharing: { kind: 'all' } }),
    ])
      expect([answer.status, answer.body]).toEqual([400, most]);
    // One that is shared may be changed, and another take its place.
    const [first] = (await eve.get(views)).body.views;
    expect((await eve.patch(`${views}${first.id}/`, { name: 'other', sharing: { kind: 'all' } })).status).toBe(200);
    expect((await eve.patch(`${views}${first.id}/`, { sharing: { kind: 'own' } })).status).toBe(200);
    await insert('nobody', 1200, 't.Note');
    const opening = await save(root, 'the default', { sharing: { kind: 'all' }, is_default: true });
    const last = await save(eve, 'last');
    const { body } = await eve.get(views);
    expect([body.views.length, body.defaults]).toEqual([1000, { 't.Note': opening.id }]);
    const ids = body.views.map((view: { id: number }) => view.id);
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => one - other));
    expect(ids).toEqual(expect.arrayContaining([own.id, opening.id, last.id]));
  });
});

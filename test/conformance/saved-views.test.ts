import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { names, note, save, seesNotes, setup, vault, views } from '../support/saved-views.ts';
import { startService } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

describe.each(dialects)('saved views on %s', (dialect) => {
  const start = () => serviceOfTest(startService({ dialect, setup, models: [note, vault] }));

  it('are kept for their owner, as they were saved', async () => {
    const { service } = await start();
    const [ann, bob] = [
      await service.user({ username: 'ann', permissions: seesNotes }),
      await service.user({ username: 'bob', permissions: seesNotes }),
    ];
    const display = { columns: [{ name: 'title', width: 120 }], exact: 1 };
    const query = 'title__contains=a&search=b&ordering=-title&page_size=20';
    const { status, body, headers } = await ann.post(views, { model: 't.Note', name: ' Mine ', query: `?${query}`, display });
    const mine = {
      id: body.id,
      model: 't.Note',
      name: 'Mine',
      query,
      display,
      sharing: { kind: 'own' },
      is_default: false,
      is_own: true,
      may_change: true,
      problems: {},
      etag: headers.get('etag'),
    };
    expect([status, body]).toEqual([201, mine]);
    expect((await ann.get(views)).body).toEqual({ views: [mine], defaults: {}, may_share: null });
    expect(await names(bob)).toEqual([]);
    for (const answer of [await bob.patch(`${views}${body.id}/`, { name: 'x' }), await bob.delete(`${views}${body.id}/`)])
      expect(answer.status).toBe(404);
    expect((await ann.patch(`${views}${body.id}/`, { name: 'Renamed' })).body).toMatchObject({ ...mine, name: 'Renamed', etag: '"2"' });
    expect((await ann.delete(`${views}${body.id}/`)).status).toBe(204);
    expect(await names(ann)).toEqual([]);
    expect((await ann.delete(`${views}${body.id}/`)).status).toBe(404);
  });

  it('keep the numbers and keys of what they look like exactly', async () => {
    const { root } = await serviceOfTest(startService({ dialect, setup, models: [note] }));
    const body = '{"model":"t.Note","name":"exact","display":{"__proto__":{"a":12345678901234567890},"\\u0000":"\\ud800"}}';
    expect((await root.request('POST', views, { body })).status).toBe(201);
    expect((await root.get(views)).text).toContain('"display":{"__proto__":{"a":12345678901234567890},"\\u0000":"\\ud800"}');
  });

  it('are listed of one model, if that is asked for', async () => {
    const { root } = await start();
    await save(root, 'of notes');
    await root.post(views, { model: 't.Vault', name: 'of vaults' });
    expect(await names(root, '?model=t.Vault')).toEqual(['of vaults']);
    expect(await names(root, '?model=t.None')).toEqual([]);
    expect(await names(root)).toEqual(['of notes', 'of vaults']);
    expect((await root.get(`${views}?nothing=1`)).body).toMatchObject({ nothing: ['Unknown parameter.'] });
  });

  it('are checked when they are saved, as the list would be', async () => {
    const { service, root } = await start();
    const ann = await service.user({ username: 'ann', permissions: seesNotes });
    const refused = async (query: string) => {
      const { status, body } = await ann.post(views, { model: 't.Note', name: 'x', query });
      const { detail: _, ...problems } = body;
      return [status, problems];
    };
    expect(await refused('nothing=1&secret=x')).toEqual([
      400,
      { 'query.nothing': ['Unknown parameter.'], 'query.secret': ['Unknown parameter.'] },
    ]);
    expect(await refused('ordering=nope')).toEqual([400, { 'query.ordering': ['Unknown sort field "nope".'] }]);
    expect(await refused('page=2&after=x')).toEqual([
      400,
      { 'query.page': ['A view has no page.'], 'query.after': ['A view has no page.'] },
    ]);
    expect(await refused('_trash=only')).toEqual([400, { 'query._trash': ['Unknown parameter.'] }]);
    expect(await refused('__proto__=1')).toEqual([400, { 'query.__proto__': ['Unknown parameter.'] }]);
    const { id } = await save(ann, 'x');
    expect((await ann.patch(`${views}${id}/`, { query: 'secret=x' })).body).toMatchObject({ 'query.secret': ['Unknown parameter.'] });
    // As the list of such a model answers.
    expect((await ann.post(views, { model: 't.Vault', name: 'x' })).status).toBe(404);
    expect((await root.post(views, { model: 't.None', name: 'x' })).status).toBe(404);
    const adder = await service.user({ username: 'add', permissions: ['t.note:add_note'] });
    expect((await adder.post(views, { model: 't.Note', name: 'x' })).status).toBe(403);
  });

  it('refuse what is malformed, and take every name', async () => {
    const { root } = await start();
    const wrong: [object, string][] = [
      [{ extra: 1 }, 'extra'],
      [{ name: '' }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(151) }, 'name'],
      [{ name: 'a\u0000b' }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: 'a\u202Eb' }, 'name'],
      [{ name: '\u200B\u00AD' }, 'name'],
      [{ name: '\ud800' }, 'name'],
      [{ query: 'title=\u0000' }, 'query'],
      [{ query: 'title=\ud800' }, 'query'],
      [{ query: `title=${'x'.repeat(4000)}` }, 'query'],
      [{ display: [] }, 'display'],
      [{ display: { a: 'x'.repeat(8192) } }, 'display'],
      [{ sharing: 'all' }, 'sharing'],
      [{ sharing: { kind: 'none' } }, 'sharing.kind'],
      [{ sharing: { kind: 'group' } }, 'sharing.group'],
      [{ sharing: { kind: 'group', group: 2 ** 40 } }, 'sharing.group'],
      [{ is_default: true }, 'is_default'],
      [{ is_default: 1 }, 'is_default'],
    ];
    for (const [more, member] of wrong) {
      const { status, body } = await root.post(views, { model: 't.Note', name: 'x', ...more });
      expect([more, status, Object.keys(body)]).toEqual([more, 400, ['detail', member]]);
    }
    const { id } = await save(root, 'x');
    expect((await root.patch(`${views}${id}/`, { model: 't.Vault' })).body).toMatchObject({ model: ['Unknown key.'] });
    for (const path of ['0', 'x', '1e1', '99999999999', '-1', '%00']) expect((await root.delete(`${views}${path}/`)).status).toBe(404);
    const hostile = [`'; DROP TABLE note; --`, '<script>alert(1)</script>', '__proto__', '%s %% \\', '🧙‍♀️ مرحبا', 'x'.repeat(150)];
    for (const name of hostile) expect((await save(root, name)).name).toBe(name);
    expect(await names(root)).toEqual(['x', ...hostile]);
  });

  it('are not changed under an ETag that they no longer have', async () => {
    const { root } = await start();
    const { id, etag } = await save(root, 'x');
    const changed = await root.patch(`${views}${id}/`, { name: 'y' }, { 'if-match': etag });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, changed.body.etag]);
    const stale = await root.patch(`${views}${id}/`, { name: 'z' }, { 'if-match': etag });
    expect([stale.status, stale.body]).toMatchObject([412, { code: 'conflict', current: { name: 'y', etag: changed.body.etag } }]);
    expect((await root.delete(`${views}${id}/`, { 'if-match': etag })).status).toBe(412);
    expect((await root.delete(`${views}${id}/`, { 'if-match': `W/${changed.body.etag}` })).status).toBe(204);
  });

  it('are saved once under an Idempotency-Key', async () => {
    const { root } = await start();
    const send = (name: string) => root.request('POST', views, { body: { model: 't.Note', name }, headers: { 'idempotency-key': 'k1' } });
    const [first, again] = await Promise.all([send('x'), send('x')]);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(await names(root)).toEqual(['x']);
    expect((await send('y')).status).toBe(422);
  });

  it('are at most 100 of a model', async () => {
    const { service, root } = await start();
    const insert = `INSERT INTO grimoire_saved_view (owner, model, name, query, display, sharing, version, created_at, changed_at)
      SELECT ?, ?, 'x', '', '{}', 'own', 1, '2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00' FROM note`;
    const [user] = await service.database.query(`SELECT id FROM grimoire_user WHERE username = 'root'`);
    for (let count = 0; count < 99; count += 1) await service.database.query(`${insert} LIMIT 1`, [String(user?.['id']), 't.Note']);
    const both = await Promise.all([0, 1].map(() => root.post(views, { model: 't.Note', name: 'last' })));
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(both.find(({ status }) => status === 400)?.body.non_field_errors).toEqual([expect.stringContaining('100 views of a model')]);
    expect((await root.post(views, { model: 't.Vault', name: 'another model' })).status).toBe(201);
    for (let count = 0; count < 399; count += 1) await service.database.query(`${insert} LIMIT 1`, [String(user?.['id']), 't.Gone']);
    const { body } = await root.post(views, { model: 't.Vault', name: 'one too many' });
    expect(body.non_field_errors).toEqual([expect.stringContaining('500 views')]);
  });

  it('of a model that the config no longer has are not listed', async () => {
    const { service, root } = await start();
    const { id } = await save(root, 'x');
    await service.database.query('UPDATE grimoire_saved_view SET model = ?', ['t.Gone']);
    expect(await names(root)).toEqual([]);
    expect((await root.patch(`${views}${id}/`, { name: 'y' })).status).toBe(404);
    await service.database.query('UPDATE grimoire_saved_view SET model = ?, query = ?', ['t.Note', 'gone=1&title=a']);
    expect((await root.get(views)).body.views).toMatchObject([{ problems: { gone: ['Unknown parameter.'] } }]);
    expect((await root.patch(`${views}${id}/`, { name: 'y' })).body).toMatchObject({
      name: 'y',
      problems: { gone: ['Unknown parameter.'] },
    });
  });

  it('are not changed while the service is read-only', async () => {
    const settings = { readOnly: false };
    const { root } = await serviceOfTest(startService({ dialect, setup, models: [note], settings: { readOnly: () => settings.readOnly } }));
    const { id } = await save(root, 'x');
    settings.readOnly = true;
    const answers = [
      await root.post(views, { model: 't.Note', name: 'y' }),
      await root.patch(`${views}${id}/`, { name: 'y' }),
      await root.delete(`${views}${id}/`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [503, 'maintenance']));
    expect(await names(root)).toEqual(['x']);
  });
});

describe.each(dialects)('saved views of the staff of a host on %s', (dialect) => {
  const users: Record<string, { id: string; permissions: string[] }> = {
    ann: { id: 'u-1', permissions: ['t.view_note'] },
    eve: { id: 'u-2', permissions: ['t.view_note', 'auth.share_view'] },
  };
  const { service } = serviceForAll(() =>
    startService({
      dialect,
      setup,
      models: [note],
      settings: {
        staffDirectory: {
          authenticate: (request) => {
            const username = request.header('x-user') ?? '';
            const user = users[username];
            return user ? { ...user, username, groups: ['Support'] } : null;
          },
        },
      },
    }),
  );
  const send = async (username: string, method: string, path: string, body?: unknown) => {
    const me = await service.anonymous.request('GET', '/auth/me/', { headers: { 'x-user': username } });
    const [cookie = ''] = me.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const headers = { 'x-user': username, cookie, 'x-csrftoken': cookie.slice(cookie.indexOf('=') + 1) };
    return service.anonymous.request(method, path, { body, headers });
  };

  it('are their own, or shared with all by who may; there are no groups', async () => {
    const base = { model: 't.Note', name: 'x' };
    const own = await send('ann', 'POST', views, base);
    expect(own.status).toBe(201);
    expect((await send('ann', 'POST', views, { ...base, sharing: { kind: 'all' } })).status).toBe(403);
    const shared = await send('eve', 'POST', views, { ...base, name: 'shared', sharing: { kind: 'all' }, is_default: true });
    expect(shared.status).toBe(201);
    const group = await send('eve', 'POST', views, { ...base, sharing: { kind: 'group', group: 1 } });
    expect([group.status, Object.keys(group.body)]).toEqual([400, ['detail', 'sharing']]);
    const { body } = await send('ann', 'GET', views);
    expect(body).toMatchObject({
      views: [own.body, { ...shared.body, is_own: false, may_change: false }],
      defaults: { 't.Note': shared.body.id },
      may_share: null,
    });
    expect((await send('eve', 'GET', views)).body.may_share).toEqual({ all: true, groups: [] });
  });
});

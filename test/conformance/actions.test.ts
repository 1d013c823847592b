import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { postActions, postModels, postRows, postTables, seen } from '../support/post-office.ts';
import { type Client, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

describe.each(dialects)('actions on %s', (dialect) => {
  const { service, root } = serviceForAll(() =>
    startService({ dialect, setup: postTables, models: postModels, adminActions: postActions }),
  );
  const reset = async (): Promise<void> => {
    for (const statement of postRows().split(';')) if (statement.trim() !== '') await service.database.execute(statement);
    await service.database.execute('DELETE FROM grimoire_audit_log');
    seen.length = 0;
  };
  const run = (name: string, body: unknown, client: Client = root): ReturnType<Client['post']> =>
    client.post(`/r/post.Parcel/action/${name}/`, body);
  const states = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries((await service.database.query('SELECT id, state FROM parcel ORDER BY id')).map((row) => [row['id'], row['state']]));
  const log = async (): Promise<any[]> => {
    const { results } = (await root.get('/r/admin.AdminAuditLog/?ordering=id')).body;
    return Promise.all(results.map(async ({ id }: { id: number }) => (await root.get(`/r/admin.AdminAuditLog/${id}/`)).body));
  };

  it('lists both forms in the schema, merged, each with what this user may', async () => {
    const { actions, allowed_actions: allowed } = (await root.get('/schema/post.Parcel/')).body;
    const entry = (key: string): unknown => actions.find((candidate: { key: string }) => candidate.key === key);
    expect(entry('sendAll')).toEqual({
      name: 'sendAll',
      key: 'sendAll',
      label: 'Send all',
      destructive: false,
      scope: 'toolbar',
      kind: 'server',
      allowed: true,
    });
    expect(entry('labelled')).toMatchObject({ label: 'Labelled', destructive: true, scope: 'bulk', kind: 'server' });
    expect(entry('eachOdd')).toMatchObject({ label: 'Each odd' });
    expect(entry('ring_the_bell')).toMatchObject({ label: 'Ring the Bell', name: 'ring_the_bell', scope: 'toolbar' });
    expect(entry('track')).toMatchObject({ kind: 'client', scope: 'toolbar' });
    expect(entry('send')).toMatchObject({
      params: [
        {
          name: 'carrier',
          type: 'CharField',
          required: true,
          choices: [
            ['ape', 'ape'],
            ['bee', 'bee'],
          ],
        },
        { name: 'weight', type: 'PositiveIntegerField', required: false, default: 3 },
        { name: 'at', type: 'DateField', required: false, null: true },
      ],
    });
    expect(allowed).toEqual(actions.map(({ key }: { key: string }) => key));
  });

  it('runs on selected rows, with input that is checked, and says how many', async () => {
    await reset();
    expect((await run('sendAll', { ids: [1, '2', 2] })).body).toEqual({ message: '2 rows processed.' });
    expect((await run('labelled', { ids: [1] })).body).toEqual({ message: 'Done so.', more: [1] });
    const bad = await run('send', { ids: [1], params: { carrier: 'cat', weight: -1, extra: 1, at: 'soon' } });
    expect([bad.status, Object.keys(bad.body).sort()]).toEqual([400, ['at', 'carrier', 'detail', 'extra', 'weight']]);
    expect((await run('send', { ids: [1] })).body).toMatchObject({ carrier: ['This field is required.'] });
    expect((await run('send', { ids: [3], input: { carrier: 'bee' } })).status).toBe(200);
    expect((await run('send', { ids: [4], params: { carrier: 'ape', weight: '7', at: '2026-01-02' } })).status).toBe(200);
    expect(seen.slice(1)).toEqual([
      { carrier: 'bee', weight: 3, at: null },
      { carrier: 'ape', weight: 7, at: '2026-01-02' },
    ]);
    expect(await service.database.query('SELECT weight FROM parcel WHERE id IN (3, 4) ORDER BY id')).toEqual([
      { weight: 3 },
      { weight: 7 },
    ]);
    expect((await run('sendAll', { ids: [1] })).body).toEqual({ message: '1 row processed.' });
  });

  it('refuses what it does not understand, and does nothing then', async () => {
    await reset();
    const cases: [unknown, string][] = [
      [{}, 'ids'],
      [{ ids: [] }, 'ids'],
      [{ ids: 'all' }, 'ids'],
      [{ ids: [1, 99, 'x', null] }, 'ids'],
      [{ ids: [1, 99] }, 'ids'],
      [{ ids: [1], all_filtered: true }, 'ids'],
      [{ ids: [], all_filtered: true }, 'ids'],
      [{ ids: [1], all_filtered: 'yes' }, 'all_filtered'],
      [{ ids: [1], filters: {} }, 'filters'],
      [{ ids: [1], params: { carrier: 'ape' }, input: {} }, 'input'],
      [{ ids: [1], params: [] }, 'params'],
      [{ ids: Array.from({ length: 10_001 }, (_, index) => index) }, 'ids'],
      [{ all_filtered: true, params: { stat: 'open' } }, 'stat'],
      [{ all_filtered: true, params: { secret: 'x1' } }, 'secret'],
      [{ all_filtered: true, params: { state: null } }, 'state'],
      [{ all_filtered: true, params: { state: [] } }, 'state'],
      [{ all_filtered: true, params: { state: { not: 'open' } } }, 'state'],
      [{ all_filtered: true, params: { state: 'closed' } }, 'state'],
      [{ all_filtered: true, params: { search: ['P1', 'P2'] } }, 'search'],
      [{ all_filtered: true, params: { id__near: 1 } }, 'id__near'],
    ];
    for (const [body, name] of cases) {
      const answer = await run('sweep', body);
      expect([body, answer.status, answer.body[name]?.length > 0, typeof answer.body.detail]).toEqual([body, 400, true, 'string']);
    }
    expect((await run('sweep?a=1', { ids: [1] })).status).toBe(400);
    expect((await root.request('POST', '/r/post.Parcel/action/sweep/', { body: '{' })).body.code).toBe('parse_error');
    expect(
      (await root.request('POST', '/r/post.Parcel/action/sweep/', { body: 'x', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415);
    expect(new Set(Object.values(await states()))).toEqual(new Set(['open']));
    expect(await log()).toEqual([]);
  });

  it('runs on all that a list has, whose filters it applies itself', async () => {
    await reset();
    const ids = async (params: unknown): Promise<unknown> => (await run('query', { all_filtered: true, params })).body.ids;
    expect(await ids({ region: 'north', id__lte: 6, page: 'x', page_size: 1, ordering: 'nonsense', after: 'a', before: 'b' })).toEqual([
      2, 4, 6,
    ]);
    expect(await ids({ id: [1, '3'], state: ['open', 'lost'] })).toEqual([1, 3]);
    expect(await ids({ search: 'p12' })).toEqual([12]);
    expect(await ids({ weight__isnull: true })).toEqual([]);
    expect(await ids({ region: '' })).toHaveLength(12);
    expect((await run('query', { all_filtered: true })).body.counts).toEqual([12, 8, 4]);
  });

  it('hands over rows that are counted, narrowed, streamed and shown as asked', async () => {
    await reset();
    const { body } = await run('query', { ids: [5, 4, 6] });
    expect(body).toMatchObject({
      counts: [3, 2, 1],
      ids: [4, 5, 6],
      all: [
        [5, 'x5'],
        [6, 'x6'],
      ],
      streamed: [4, 5, 6],
      context: ['root', 'query', true, false, null, 'string'],
    });
    expect(body.shown[0]).toEqual({ id: 4, code: 'P4', state: 'open', _label: 'P4', state_display: 'open' });
    expect((await run('sweep', { all_filtered: true, params: { region: 'north' } })).body).toEqual({
      changed: 6,
      still: 6,
      open: 0,
      gone: 6,
    });
    expect(Object.keys(await states())).toEqual(['1', '3', '5', '7', '9', '11']);
  });

  it('reports what failed row by row, and lets the rest stand', async () => {
    await reset();
    await service.database.execute(`UPDATE parcel SET state = 'sent' WHERE id = 2`);
    const { status, body } = await run('send', { ids: [1, 2, 3], params: { carrier: 'ape' } });
    expect([status, body]).toEqual([
      200,
      { message: '2 of 3 done, 1 failed.', total: 3, succeeded: 2, failed: [{ pk: 2, detail: 'Sent already.' }] },
    ]);
    expect(await states()).toMatchObject({ 1: 'sent', 3: 'sent', 4: 'open' });
    const odd = (await run('eachOdd', { ids: [1, 2, 3, 4, 5, 6, 7] })).body;
    expect(odd).toMatchObject({ total: 6, succeeded: 3 });
    expect(odd.failed.map(({ pk }: { pk: number }) => pk)).toEqual([2, 3, 4]);
    expect(odd.failed[0].detail).toContain('already');
    expect(odd.failed[1].detail).toBe('Internal error.');
    expect(odd.failed[2].detail).toContain('weight');
    // What a failed row did beside itself is undone with it; one that another row's work took away is none.
    expect((await service.database.query('SELECT id FROM ledger ORDER BY id')).map((row) => row['id'])).toEqual([1, 5, 7]);
  });

  it('undoes all of a run that throws, and keeps the attempt in the log', async () => {
    await reset();
    const failed = await run('fail', { ids: [1, 2] });
    expect([failed.status, failed.body]).toEqual([400, { detail: 'The carrier is on strike.', code: 'action_failed' }]);
    const crashed = await run('crash', { ids: [3] });
    expect([crashed.status, crashed.body.detail, crashed.text.includes('secret')]).toEqual([500, 'Internal error.', false]);
    expect((await run('teapot', { ids: [1] })).body).toEqual({ detail: 'Not now.', code: 'conflict' });
    expect((await run('misnamed', { ids: [1] })).status).toBe(500);
    expect(new Set(Object.values(await states()))).toEqual(new Set(['open']));
    expect(await service.database.query('SELECT * FROM ledger')).toEqual([]);
    const entries = await log();
    expect(entries.map((entry) => [entry.action, entry.status, entry.targets, entry.targets_count, entry.object_pk])).toEqual([
      ['action:fail', 'failed', ['1', '2'], 2, null],
      ['action:crash', 'failed', ['3'], 1, '3'],
      ['action:teapot', 'failed', ['1'], 1, '1'],
      ['action:misnamed', 'failed', ['1'], 1, '1'],
    ]);
  });

  it('ends a run whose time is over, undone', async () => {
    await reset();
    const answer = await run('slow', { ids: [1] });
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'timeout', '5']);
    expect((await states())[1]).toBe('open');
    expect((await log()).map((entry) => [entry.action, entry.status])).toEqual([['action:slow', 'failed']]);
  });

  it('writes one entry for a run, with its targets; that of one row is in its history', async () => {
    await reset();
    await run('sendAll', { ids: [2, 1] });
    await run('labelled', { ids: [7] });
    await run('ring_the_bell', {});
    const [many, one, none] = await log();
    expect(many).toMatchObject({
      actor_repr: 'root',
      action: 'action:sendAll',
      action_display: 'Send all',
      model_label: 'post.Parcel',
      object_pk: null,
      object_repr: '2 parcels',
      targets: ['1', '2'],
      targets_count: 2,
      status: 'ok',
      diff: {},
    });
    expect(one).toMatchObject({ action: 'action:labelled', action_display: 'Labelled', object_pk: '7', object_repr: 'P7', targets: ['7'] });
    expect(none).toMatchObject({ action: 'action:ring_the_bell', targets: [], targets_count: 0, object_repr: '0 parcels' });
    expect((await root.get('/r/post.Parcel/7/history/')).body.results).toMatchObject([{ action: 'action:labelled' }]);
    expect((await root.get('/r/admin.AdminAuditLog/?action=action:labelled')).body.count).toBe(1);
    expect((await root.get('/widgets/recent-audit/')).body.rows[1]).toMatchObject({
      action: 'action:labelled',
      action_display: 'Labelled',
    });
  });

  it('asks for each action’s own permission, in the schema as in the run', async () => {
    await reset();
    const name = (text: string): string => `${text}-${dialect}`;
    const changer = await service.user({
      username: name('changer'),
      permissions: ['post.parcel:change_parcel', 'post.parcel:view_parcel'],
    });
    const sender = await service.user({ username: name('sender'), permissions: ['post.parcel:sendAll'] });
    const nobody = await service.user({ username: name('nobody') });
    const allowed = async (client: Client): Promise<unknown> => (await client.get('/schema/post.Parcel/')).body.allowed_actions;
    expect(await allowed(sender)).toEqual(['sendAll', 'ring_the_bell']);
    expect(await allowed(nobody)).toEqual(['ring_the_bell']);
    expect(await allowed(changer)).not.toContain('sendAll');
    expect(await allowed(changer)).toContain('labelled');
    const status = async (client: Client, key: string, body: unknown = { ids: [1] }): Promise<number> =>
      (await run(key, body, client)).status;
    expect([await status(sender, 'sendAll'), await status(changer, 'sendAll'), await status(nobody, 'sendAll')]).toEqual([200, 403, 403]);
    expect([await status(sender, 'labelled'), await status(changer, 'labelled'), await status(nobody, 'labelled')]).toEqual([
      403, 200, 403,
    ]);
    expect([await status(nobody, 'ring_the_bell'), await status(nobody, 'ring_the_bell', {})]).toEqual([200, 200]);
    expect([
      await status(root, 'nothing'),
      await status(nobody, 'nothing'),
      await status(root, 'track'),
      await status(nobody, 'track'),
    ]).toEqual([404, 404, 405, 405]);
    // To choose rows by what they are is to see them.
    expect(await status(sender, 'sendAll', { all_filtered: true, params: {} })).toBe(403);
    expect(await status(changer, 'labelled', { all_filtered: true, params: {} })).toBe(200);
    expect((await run('sweep', { all_filtered: true, params: { weight: 1 } }, changer)).body).toMatchObject({
      weight: ['Unknown parameter.'],
    });
    // The model is there for whoever may run something of it, and nothing else of it is.
    expect((await nobody.get('/schema/')).body.models).toMatchObject([{ model: 'post.Parcel', permissions: { view: false } }]);
    expect((await nobody.get('/schema/post.Parcel/')).body).toMatchObject({ fields: [], list_display: [] });
    expect((await nobody.get('/r/post.Parcel/')).status).toBe(403);
    expect((await nobody.post('/r/post.Heavy/action/track/', { ids: [6] })).status).toBe(404);
    expect((await run('sendAll', '{', nobody)).status).toBe(403);
  });

  it('tells one codename on two models apart, and runs actions of what is read-only and of views', async () => {
    await reset();
    const tracker = await service.user({ username: `tracker-${dialect}`, permissions: ['post.heavy:track'] });
    expect((await tracker.post('/r/post.Heavy/action/track/', { ids: [6, 7] })).body).toEqual({ message: '2 rows processed.' });
    expect((await tracker.get('/schema/post.Parcel/')).body.allowed_actions).toEqual(['ring_the_bell']);
    const clerk = await service.user({ username: `clerk-${dialect}`, permissions: ['post.heavy:change_heavy', 'post.heavy:view_heavy'] });
    expect((await clerk.get('/schema/post.Heavy/')).body).toMatchObject({ is_readonly: true, permissions: { change: false } });
    expect((await clerk.post('/r/post.Heavy/action/tell/', { all_filtered: true, params: { id__gte: 10 } })).body.ids).toEqual([
      10, 11, 12,
    ]);
    expect((await clerk.post('/r/post.Heavy/action/tell/', { ids: [1] })).status).toBe(400);
  });

  it('keeps to the row scope of whoever runs it', async () => {
    await reset();
    const north = await service.user({
      username: `north-${dialect}`,
      groups: ['north'],
      permissions: ['post.parcel:change_parcel', 'post.parcel:view_parcel'],
    });
    const missing = await run('query', { ids: [1, 2] }, north);
    expect([missing.status, missing.body.ids[0]]).toEqual([400, 'There is no row with these ids: 1.']);
    expect((await run('query', { all_filtered: true, params: { id__lte: 4 } }, north)).body.ids).toEqual([2, 4]);
    expect((await run('sweep', { all_filtered: true }, north)).body).toMatchObject({ changed: 6 });
    expect(Object.keys(await states())).toEqual(['1', '3', '5', '7', '9', '11']);
  });

  it('knows rows by composite keys', async () => {
    await reset();
    const { body } = await root.post('/r/post.Stop/action/count/', { ids: ['1~1', '1~2', '2~1'] });
    expect(body).toEqual({ ids: ['1~1', '1~2', '2~1'], changed: 2 });
    expect((await root.post('/r/post.Stop/action/count/', { all_filtered: true, params: { number: 2 } })).body.ids).toEqual(['1~2']);
    expect((await root.post('/r/post.Stop/action/count/', { ids: ['9~9'] })).status).toBe(400);
  });

  it('does a repeated request once, with an Idempotency-Key', async () => {
    await reset();
    const once = (key: string, body: unknown): ReturnType<Client['request']> =>
      root.request('POST', '/r/post.Parcel/action/send/', { body, headers: { 'idempotency-key': `${key}-${dialect}` } });
    const body = { ids: [1, 2], params: { carrier: 'ape' } };
    const first = await once('a', body);
    expect((await once('a', body)).body).toEqual(first.body);
    expect(first.body.succeeded).toBe(2);
    expect((await once('a', { ids: [1], params: { carrier: 'ape' } })).status).toBe(422);
    expect((await once('b', body)).body.succeeded).toBe(0);
    const twins = await Promise.all([once('c', { ...body, ids: [5] }), once('c', { ...body, ids: [5] })]);
    expect(twins.map((answer) => answer.body.succeeded)).toEqual([1, 1]);
    expect((await log()).length).toBe(3);
  });

  it('works on any number of rows as on one set', async () => {
    await reset();
    const count = 25_000;
    const numbers =
      dialect === 'postgres'
        ? `SELECT n FROM generate_series(1001, ${1000 + count}) AS n`
        : `WITH RECURSIVE s(n) AS (SELECT 1001 UNION ALL SELECT n + 1 FROM s WHERE n < ${1000 + count}) SELECT n FROM s`;
    await service.database.execute(`INSERT INTO parcel SELECT n, 'P' || n, 'east', 'open', n, NULL, 'x' FROM (${numbers}) AS t`);
    const { body } = await run('query', { all_filtered: true, params: { region: 'east' } });
    expect([body.counts, body.ids.length, body.streamed.length, new Set(body.streamed).size]).toEqual([
      [count, count, 0],
      count,
      count,
      count,
    ]);
    expect(body.streamed[17]).toBe(1018);
    const many = await run('send', { all_filtered: true, params: { region: 'east' }, input: { carrier: 'ape' } });
    expect([many.status, many.body.detail]).toEqual([400, 'These are more than 10000 rows, too many to be done one by one.']);
    expect((await run('sweep', { all_filtered: true, params: { region: 'east' } })).body).toEqual({
      changed: count,
      still: count,
      open: 0,
      gone: count,
    });
    expect(Object.keys(await states())).toHaveLength(12);
    const entry = (await log()).at(-1);
    expect([entry.targets_count, entry.targets.length, entry.targets[999]]).toEqual([count, 1000, '2000']);
    // Nothing of the run is left behind on its connection.
    expect((await run('sweep', { all_filtered: true, params: { region: 'north' } })).body.changed).toBe(6);
  });

  it('lets two runs at once do a row once', async () => {
    await reset();
    const answers = await Promise.all(Array.from({ length: 6 }, () => run('send', { ids: [1, 2, 3], params: { carrier: 'ape' } })));
    expect(answers.map((answer) => answer.body.succeeded).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 3]);
  });
});

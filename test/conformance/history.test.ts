import { action, AdminError, all, file, inline, model, where } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

const holdOn = action({ run: () => {} });
/** Fails on the rows whose keys it is given. */
const failOn = action({
  params: { keys: { type: 'JSONField' } },
  run: ({ input }, rows) =>
    rows.each(({ id }) => {
      if ((input['keys'] as unknown[]).includes(id)) throw new AdminError('action_failed', { detail: 'Not this one.' });
    }),
});
/** Reads its rows, and writes nothing. */
const asText = action({
  returns: 'file',
  run: async (_context, rows) => file({ name: 'rows.txt', type: 'text/plain', body: JSON.stringify(await rows.all()) }),
});
const rightsOf = (...names: string[]): string[] => names.map((name) => `m.${name}:view_${name}`);

/** CONTRACT §5 and §8: what the history of a row tells of actions on many rows, and of the rows of its inlines. */
describe.each(dialects)('the history of a row on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  const historyOf = async (client: Client, path: string): Promise<unknown[][]> => {
    const answer = await client.get(`/r/${path}/history/`);
    expect(answer.status).toBe(200);
    return answer.body.results.map((entry: any) => [entry.action, entry.model_label, entry.object_pk ?? entry.targets]);
  };
  beforeAll(async () => {
    service = await startService({
      dialect,
      setup: `
        CREATE TABLE invoice (id integer PRIMARY KEY, number varchar(20) NOT NULL);
        CREATE TABLE line (invoice_id integer NOT NULL REFERENCES invoice (id), place integer NOT NULL, text varchar(50), PRIMARY KEY (invoice_id, place));
        CREATE TABLE remark (id integer PRIMARY KEY, "it's" integer REFERENCES invoice (id), text varchar(50), team varchar(10));
        INSERT INTO invoice VALUES (1, 'I-1'), (2, 'I-2'), (11, 'I-11'), (12, 'I-12'), (21, 'I-21'), (22, 'I-22'), (23, 'I-23');
        INSERT INTO line VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c'), (11, 1, 'd');
        INSERT INTO remark VALUES (1, 1, 'x', 'red'), (2, 2, 'y', 'blue');`,
      models: [
        model('invoice', 'm.Invoice', {
          inlines: [inline('line', 'invoice'), inline('remark', "it's")],
          actions: { holdOn, failOn, asText },
        }),
        model('line', 'm.Line', { fields: { text: { view: 'm.view_text' } } }),
        model('remark', 'm.Remark', {
          actions: { holdOn, asText },
          rows: ({ actor }) => (actor.username.startsWith('red') ? where('team', '=', 'red') : all),
        }),
      ],
    });
    root = await service.superuser();
  });
  afterAll(() => service.close());

  it('has the run of an action on many rows at each of them, and at no other', async () => {
    await root.post('/r/m.Invoice/action/holdOn/', { ids: [1, 11] });
    await root.post('/r/m.Invoice/action/holdOn/', { ids: [2] });
    const run = ['action:holdOn', 'm.Invoice', ['1', '11']];
    expect(await historyOf(root, 'm.Invoice/1')).toEqual([run]);
    expect(await historyOf(root, 'm.Invoice/11')).toEqual([run]);
    expect(await historyOf(root, 'm.Invoice/2')).toEqual([['action:holdOn', 'm.Invoice', '2']]);
    expect(await historyOf(root, 'm.Invoice/12')).toEqual([]);
    // The same keys of another model.
    await root.post('/r/m.Remark/action/holdOn/', { ids: [1, 2] });
    expect(await historyOf(root, 'm.Invoice/1')).toEqual([run]);
    expect(await historyOf(root, 'm.Remark/2')).toEqual([['action:holdOn', 'm.Remark', ['1', '2']]]);
  });

  it('has no run that only read rows, which the log has', async () => {
    const log = async (): Promise<unknown[]> => {
      const { results } = (await root.get('/r/admin.AdminAuditLog/?page_size=6&ordering=-id')).body;
      return results.map((entry: any) => [entry.action, entry.model_label, entry.object_pk]);
    };
    const before = await Promise.all(['m.Invoice/2', 'm.Invoice/11'].map((path) => historyOf(root, path)));
    for (const name of ['asText', 'export_csv'])
      for (const [key, ids] of [
        ['m.Invoice', [2]],
        ['m.Invoice', [2, 11]],
        ['m.Remark', [2]],
      ] as const) {
        const run = await root.post(`/r/${key}/action/${name}/`, { ids });
        expect([key, name, run.status]).toEqual([key, name, 200]);
      }
    expect(await Promise.all(['m.Invoice/2', 'm.Invoice/11'].map((path) => historyOf(root, path)))).toEqual(before);
    const runsOf = (name: string): unknown[] => [
      [name, 'm.Remark', '2'],
      [name, 'm.Invoice', null],
      [name, 'm.Invoice', '2'],
    ];
    await expect.poll(log).toEqual([...runsOf('action:export_csv'), ...runsOf('action:asText')]);
  });

  it('says at each row whether the run of an action failed on it', async () => {
    const run = async (ids: number[], keys: number[]): Promise<any> => {
      const body = { ids, params: { keys } };
      expect((await root.post('/r/m.Invoice/action/failOn/', body)).status).toBe(200);
      const { id } = (await root.get('/r/admin.AdminAuditLog/?page_size=1&ordering=-id')).body.results[0];
      const { status, targets, failed_targets: failed } = (await root.get(`/r/admin.AdminAuditLog/${id}/`)).body;
      return { status, targets, failed };
    };
    const atRow = async (key: number): Promise<unknown> => {
      const { results } = (await root.get(`/r/m.Invoice/${key}/history/?page_size=1`)).body;
      return [results[0].action, results[0].status, results[0].failed];
    };
    expect(await run([21, 22, 23], [23, 21])).toEqual({ status: 'ok', targets: ['21', '22', '23'], failed: ['21', '23'] });
    expect([await atRow(21), await atRow(22), await atRow(23)]).toEqual([
      ['action:failOn', 'ok', true],
      ['action:failOn', 'ok', false],
      ['action:failOn', 'ok', true],
    ]);
    expect(await run([21, 22], [21, 22])).toEqual({ status: 'failed', targets: ['21', '22'], failed: ['21', '22'] });
    expect([await atRow(21), await atRow(22)]).toEqual([
      ['action:failOn', 'failed', true],
      ['action:failOn', 'failed', true],
    ]);
    expect(await run([23], [])).toEqual({ status: 'ok', targets: ['23'], failed: [] });
    expect(await atRow(23)).toEqual(['action:failOn', 'ok', false]);
    expect(await run([23], [23])).toEqual({ status: 'failed', targets: ['23'], failed: ['23'] });
    expect(await atRow(23)).toEqual(['action:failOn', 'failed', true]);
  });

  it('has what became of the rows of its inlines: of those that are there, that are gone, and that went elsewhere', async () => {
    const before = (await historyOf(root, 'm.Invoice/1')).length;
    const made = await root.post('/r/m.Invoice/bulk/', {
      operations: [
        { op: 'update', model: 'm.Line', pk: '1~1', data: { text: 'changed' } },
        { op: 'delete', model: 'm.Line', pk: '1~2' },
        { op: 'update', model: 'm.Remark', pk: 1, data: { text: 'changed' } },
        { op: 'create', model: 'm.Line', data: { invoice: 1, place: 3, text: 'new' } },
      ],
    });
    expect(made.status).toBe(200);
    await root.patch('/r/m.Remark/1/', { "it's": 12 });
    const history = (await historyOf(root, 'm.Invoice/1')).slice(0, -before);
    expect(history).toEqual([
      ['update', 'm.Remark', '1'],
      ['create', 'm.Line', '1~3'],
      ['delete', 'm.Line', '1~2'],
      ['update', 'm.Line', '1~1'],
    ]);
    expect(await historyOf(root, 'm.Invoice/12')).toEqual([
      ['update', 'm.Remark', '1'],
      ['update', 'm.Remark', '1'],
    ]);
    // Invoice 11 begins as invoice 1 does.
    expect((await historyOf(root, 'm.Invoice/11')).every(([kind]) => kind === 'action:holdOn')).toBe(true);
    const first = (await root.get('/r/m.Invoice/1/history/?page_size=2')).body;
    expect([first.count, (await root.get(first.next)).body.results.length]).toEqual([5, 2]);
  });

  it('has of that what its reader may see', async () => {
    const bare = await service.user({ username: 'bare', permissions: rightsOf('invoice') });
    expect((await historyOf(bare, 'm.Invoice/1')).map(([, key]) => key)).toEqual(['m.Invoice']);
    const reader = await service.user({ username: 'reader', permissions: rightsOf('invoice', 'line') });
    const { results } = (await reader.get('/r/m.Invoice/1/history/')).body;
    expect(results.map((entry: any) => [entry.model_label, entry.object_pk])).toEqual([
      ['m.Line', '1~3'],
      ['m.Line', '1~2'],
      ['m.Line', '1~1'],
      ['m.Invoice', null],
    ]);
    // A field of its own permission.
    expect(results.some((entry: any) => 'text' in entry.diff)).toBe(false);
    const red = await service.user({ username: 'red', permissions: [...rightsOf('invoice', 'remark'), 'm.remark:change_remark'] });
    await root.patch('/r/m.Remark/2/', { text: 'out of reach' });
    expect((await historyOf(red, 'm.Invoice/2')).filter(([, key]) => key === 'm.Remark')).toEqual([]);
    expect((await historyOf(root, 'm.Invoice/2')).filter(([, key]) => key === 'm.Remark')).toEqual([['update', 'm.Remark', '2']]);
  });

  it('has nothing of an inline whose foreign key its reader may not see', async () => {
    const other = await startService({
      dialect,
      setup: `CREATE TABLE box (id integer PRIMARY KEY, name varchar(20)); INSERT INTO box VALUES (1, 'a');
        CREATE TABLE thing (id integer PRIMARY KEY, box_id integer REFERENCES box (id), name varchar(20)); INSERT INTO thing VALUES (1, 1, 'a');`,
      models: [
        model('box', 'm.Box', { inlines: [inline('thing', 'box')] }),
        model('thing', 'm.Thing', { fields: { box: { view: 'm.view_place' } } }),
      ],
    });
    try {
      const admin = await other.superuser();
      await admin.patch('/r/m.Thing/1/', { name: 'b' });
      await admin.patch('/r/m.Thing/1/', { box: null });
      const reader = await other.user({ username: 'reader', permissions: rightsOf('box', 'thing') });
      expect(await historyOf(reader, 'm.Box/1')).toEqual([]);
      expect(await historyOf(admin, 'm.Box/1')).toEqual([['update', 'm.Thing', '1']]);
    } finally {
      await other.close();
    }
  });
});

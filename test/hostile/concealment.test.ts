import { all, ConfigurationError, defineAdmin, model, not, type RowRule, where } from 'grimoire';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService, type TestService, type TestServiceOptions } from '../support/service.ts';

const setup = `CREATE TABLE tag (id integer PRIMARY KEY, name varchar(20), team varchar(20));
  CREATE TABLE note (id integer PRIMARY KEY, title varchar(50), team varchar(20), salary integer, code varchar(20), UNIQUE (team, code));
  CREATE TABLE note_tag (note_id integer REFERENCES note (id), tag_id integer REFERENCES tag (id), PRIMARY KEY (note_id, tag_id));
  INSERT INTO tag VALUES (1, 'mine', 'a'), (2, 'theirs', 'b'), (3, 'also mine', 'a'), (4, 'also theirs', 'b');
  INSERT INTO note VALUES (1, 'one', 'a', 100, 'x'), (2, 'two', 'b', 200, 'y'), (3, 'three', 'a', 300, NULL);
  INSERT INTO note_tag VALUES (1, 1), (1, 2), (2, 2), (3, 4)`;
const ofTeam = ({ actor }: { readonly actor: { readonly isSuperuser: boolean } }): RowRule =>
  actor.isSuperuser ? all : where('team', '=', 'a');
const manyToMany = { tags: { through: 'note_tag' } };
const rights = (name: string, ...kinds: string[]): string[] => kinds.map((kind) => `t.${name}:${kind}_${name}`);

/** What a user may not see is not to be had by another way. */
describe.each(dialects)('what is out of sight on %s', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());
  const start = async (models: TestServiceOptions['models'], more: Partial<TestServiceOptions> = {}): Promise<void> => {
    service = await startService({ dialect, setup, ...(models ? { models } : {}), ...more });
  };
  const writer = (): Promise<Client> =>
    service.user({ username: 'u', permissions: [...rights('note', 'view', 'add', 'change', 'delete'), ...rights('tag', 'view')] });

  describe('of a many-to-many field', () => {
    const models = [
      model('tag', 't.Tag', { rows: ofTeam }),
      model('note', 't.Note', { manyToMany, listDisplay: ['id', 'tags'], listFilter: ['tags'] }),
    ];
    const links = async (): Promise<unknown> =>
      (await service.database.query('SELECT note_id, tag_id FROM note_tag ORDER BY note_id, tag_id')).map((row) => Object.values(row));
    const before = [
      [1, 1],
      [1, 2],
      [2, 2],
      [3, 4],
    ];

    it('is no key of a row, list, filter or sort', async () => {
      await start(models);
      const client = await writer();
      const root = await service.superuser();
      expect((await client.get('/r/t.Note/1/')).body.tags).toEqual([1]);
      expect((await client.get('/r/t.Note/?ordering=id')).body.results.map((row: any) => row.tags)).toEqual([[1], [], []]);
      const found = async (who: Client, query: string): Promise<unknown> =>
        (await who.get(`/r/t.Note/?${query}&ordering=id`)).body.results.map((row: any) => row.id);
      for (const query of ['tags=2', 'tags__in=2,4', 'tags=4']) expect([query, await found(client, query)]).toEqual([query, []]);
      expect(await found(client, 'tags__isnull=true')).toEqual([2, 3]);
      expect(await found(client, 'tags__isnull=false')).toEqual([1]);
      expect((await client.get('/r/t.Note/?ordering=tags,id')).body.results.map((row: any) => row.id)).toEqual([2, 3, 1]);
      expect(await found(root, 'tags=2')).toEqual([1, 2]);
      await root.post('/r/t.Note/', { id: 4, title: 'four', tags: [1] });
      const query = '/r/t.Note/?tags__isnull=false&page_size=1';
      expect([(await root.get(query)).body.count, (await client.get(query)).body.count]).toEqual([4, 2]);
      expect((await root.get('/r/t.Note/1/')).body.tags).toEqual([1, 2]);
    });

    it('stays as it is, whatever is sent', async () => {
      await start(models);
      const client = await writer();
      for (const id of [1, 2, 3]) {
        const { body: row } = await client.get(`/r/t.Note/${id}/`);
        expect((await client.patch(`/r/t.Note/${id}/`, row)).status).toBe(200);
      }
      expect((await client.patch('/r/t.Note/1/', { tags: '1' })).body.tags).toEqual([1]);
      expect(await links()).toEqual(before);
      expect(await service.database.query('SELECT id FROM grimoire_audit_log')).toEqual([]);
      expect((await client.patch('/r/t.Note/1/', { tags: [3] })).body.tags).toEqual([3]);
      expect((await client.post('/r/t.Note/bulk/', { action: 'update', ids: [1, 2, 3], data: { tags: [] } })).body).toEqual({ updated: 3 });
      expect(await links()).toEqual(before.slice(1));
      const changed = await client.patch('/r/t.Note/2/', { tags: [1, 3] });
      expect([changed.body.tags, await links()]).toEqual([
        [1, 3],
        [
          [1, 2],
          [2, 1],
          [2, 2],
          [2, 3],
          [3, 4],
        ],
      ]);
    });

    it('is not told by an error', async () => {
      await start(models);
      const client = await writer();
      const linked = await client.patch('/r/t.Note/2/', { tags: [2] });
      const free = await client.patch('/r/t.Note/2/', { tags: [4] });
      const missing = await client.patch('/r/t.Note/2/', { tags: [99] });
      expect([linked.status, free.status, missing.status]).toEqual([400, 400, 400]);
      for (const { body } of [linked, free])
        expect(
          JSON.stringify(body)
            .replaceAll(/"(2|4)\\?"/g, '"99\\"')
            .replaceAll(/\\"\d\\"/g, '\\"99\\"'),
        ).toBe(JSON.stringify(missing.body));
      expect((await client.patch('/r/t.Note/2/', { tags: [1, 2] })).text).toBe((await client.patch('/r/t.Note/2/', { tags: [1, 4] })).text);
    });

    it('is not in the history', async () => {
      await start(models);
      const client = await writer();
      const root = await service.superuser();
      await root.patch('/r/t.Note/1/', { tags: [2, 4], title: 'new' });
      expect((await root.get('/r/t.Note/1/history/')).body.results[0].diff).toHaveProperty('tags');
      expect((await client.get('/r/t.Note/1/history/')).body.results[0].diff).toEqual({ title: ['one', 'new'] });
    });
  });

  it('is a many-to-many field that is hidden, read-only or of its own permission', async () => {
    const fields = { tags: { view: 't.view_tags' } };
    await start([
      model('tag', 't.Tag'),
      model('note', 't.Hidden', { manyToMany, fields: { tags: { hidden: true } } }),
      model('note', 't.Fixed', { manyToMany, readonlyFields: ['tags'] }),
      model('note', 't.Fixed2', { manyToMany, fields: { tags: { readonly: true, helpText: 'By others.', label: 'labels' } } }),
      model('note', 't.Note', { manyToMany, fields, listDisplay: ['id', 'tags'] }),
    ]);
    const root = await service.superuser();
    const client = await writer();
    for (const [who, key] of [
      [root, 't.Hidden'],
      [client, 't.Note'],
    ] as const) {
      expect((await who.get(`/r/${key}/1/`)).body).not.toHaveProperty('tags');
      expect((await who.get(`/r/${key}/`)).text).not.toContain('tags');
      expect(JSON.stringify((await who.get(`/schema/${key}/`)).body)).not.toContain('"tags"');
      for (const query of ['tags=1', 'tags__isnull=true', 'ordering=tags'])
        expect([query, (await who.get(`/r/${key}/?${query}`)).status]).toEqual([query, 400]);
      expect((await who.patch(`/r/${key}/1/`, { tags: [] })).status).toBe(400);
    }
    for (const key of ['t.Fixed', 't.Fixed2']) {
      expect((await root.patch(`/r/${key}/1/`, { tags: [] })).body.tags).toEqual([1, 2]);
      expect((await root.post(`/r/${key}/bulk/`, { action: 'update', ids: [1], data: { tags: [] } })).status).toBe(400);
      const { body: schema } = await root.get(`/schema/${key}/`);
      expect(schema.fields.find((field: any) => field.name === 'tags').editable).toBe(false);
      expect(schema.readonly_fields).toEqual(['tags']);
    }
    expect((await root.get('/r/t.Note/1/')).body.tags).toEqual([1, 2]);
  });

  it('is named in a config, or the service does not start', async () => {
    await start([model('note', 't.Note')]);
    const config = { manyToMany, readonlyFields: ['titel'], fields: { tags: { choices: ['a'], hidden: true }, tag: { hidden: true } } };
    const admin = defineAdmin({
      database: service.database.source(),
      models: [model('tag', 't.Tag'), model('note', 't.Note', config)],
      settings: { logger: pino({ level: 'silent' }) },
    });
    const error = await admin.ready().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).problems.map(({ id, place }) => `${id} ${place}`)).toEqual([
      'grimoire.E010 t.Note readonlyFields',
      'grimoire.E035 t.Note fields.tags',
      'grimoire.E010 t.Note fields.tag',
    ]);
    expect((error as Error).message).toContain('Did you mean "title"?');
    await admin.close();
  });

  it('is a row that one may change and not view', async () => {
    await start([model('note', 't.Note', { readonlyFields: ['code'] }), model('tag', 't.Tag')]);
    const client = await service.user({ username: 'blind', permissions: rights('note', 'change') });
    const nothing = await client.patch('/r/t.Note/1/', {});
    expect([nothing.status, nothing.body]).toEqual([200, { id: 1 }]);
    expect((await client.patch('/r/t.Note/1/', { code: 'other' })).body).toEqual({ id: 1 });
    const same = await client.patch('/r/t.Note/1/', { title: 'one' });
    expect([same.status, same.body]).toEqual([200, { id: 1, title: 'one' }]);
    const changed = await client.patch('/r/t.Note/1/', { title: 'uno' }, { 'if-match': same.headers.get('etag') ?? '' });
    expect([changed.status, changed.body.salary]).toEqual([200, 100]);
  });

  it('is what a row was before it came into reach', async () => {
    const models = [model('tag', 't.Tag'), model('note', 't.Note', { rows: ofTeam })];
    await start(models);
    const root = await service.superuser();
    const client = await writer();
    await root.patch('/r/t.Note/2/', { salary: 201 });
    await root.patch('/r/t.Note/2/', { salary: 202, title: 'deux' });
    await root.patch('/r/t.Note/2/', { team: 'a', salary: 203 });
    await root.patch('/r/t.Note/2/', { salary: 204 });
    const seen = [{ salary: [203, 204] }, { salary: [null, 203], team: [null, 'a'] }];
    const history = (await client.get('/r/t.Note/2/history/')).body;
    expect([history.count, history.results.map((entry: any) => entry.diff)]).toEqual([2, seen]);
    expect((await root.get('/r/t.Note/2/history/')).body.count).toBe(4);
    const auditor = await service.user({
      username: 'auditor',
      permissions: [...rights('note', 'view'), 'admin.adminauditlog:view_adminauditlog'],
    });
    const { results } = (await auditor.get('/r/admin.AdminAuditLog/?object_pk=2')).body;
    expect(results).toHaveLength(2);
    for (const [index, { id }] of results.entries())
      expect((await auditor.get(`/r/admin.AdminAuditLog/${id}/`)).body.diff).toEqual(seen[index]);
  });

  it('is not found out by unique values without a trace', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await start([model('note', 't.Note', { rows: () => not(where('team', '=', 'b')), fields: { team: { view: 't.view_team' } } })], {
      settings: { logger },
    });
    const open = await service.user({ username: 'open', permissions: [...rights('note', 'view', 'add', 'change'), 't.note:view_team'] });
    const taken = await open.post('/r/t.Note/', { id: 60, team: 'b', code: 'y' });
    expect(taken.status).toBe(400);
    expect(taken.text).not.toContain('two');
    const notes = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /unique/.test(msg));
    expect(notes).toEqual([expect.objectContaining({ actor: 'open', model: 't.Note' })]);
  });

  it('is a label that fails: the row goes by its key', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const label = (row: any): string => {
      if (row.team === 'b') throw new Error(`no label for ${row.name}`);
      return row.id === 3 ? (undefined as unknown as string) : row.name;
    };
    await start([model('tag', 't.Tag', { label }), model('note_tag', 't.Link')], { settings: { logger } });
    const root = await service.superuser();
    expect((await root.get('/r/t.Tag/?ordering=id')).body.results.map((row: any) => row._label)).toEqual([
      'mine',
      'tag 2',
      'tag 3',
      'tag 4',
    ]);
    expect((await root.get('/r/t.Tag/2/')).body._label).toBe('tag 2');
    expect((await root.get('/r/t.Link/?ordering=pk')).body.results.map((row: any) => row.tag_label)).toEqual([
      'mine',
      'tag 2',
      'tag 2',
      'tag 4',
    ]);
    expect((await root.get('/r/t.Tag/autocomplete/?q=the')).body.results).toContainEqual({ value: 2, label: 'tag 2' });
    expect((await root.patch('/r/t.Tag/2/', { team: 'c' })).status).toBe(200);
    expect(lines.filter((line) => line.includes('label function failed'))).toHaveLength(1);
  });
});

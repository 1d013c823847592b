import { ConfigurationError, defineAdmin, model, registerWidget, sql, where, widget } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { forgetRegisteredWidgets } from '../support/registered-widgets.ts';
import { type Client, clientOf, type TestService } from '../support/service.ts';

forgetRegisteredWidgets();

/** What a widget may try in order to write: the statements of each way. */
const greedy = {
  directly: [sql`DELETE FROM book`],
  'after a transaction of its own': [sql`COMMIT`, sql`DELETE FROM book`],
  'after a comment and an end': [sql`-- first\n/* then */ ; ABORT`, sql`DELETE FROM book`],
  'after a comment that a carriage return ends': [sql`-- first\rCOMMIT`, sql`DELETE FROM book`],
  'behind a semicolon': [sql`SELECT 1; COMMIT; DELETE FROM book`, sql`DELETE FROM book`],
  'by asking for the right': [sql`SET TRANSACTION READ WRITE`, sql`DELETE FROM book`],
};

/** CONTRACT §9. */
describe.each(dialects)('widgets on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  let reader: Client;
  beforeAll(async () => {
    const widgets = {
      titles: widget({ permission: 'lib.view_book', title: 'Book titles' }, async ({ database }) => {
        const rows = await database.selectFrom('book').select(sql<string | number>`count(*)`.as('n')).execute();
        return { n: Number(rows[0]?.n) };
      }),
      echo: widget(
        {
          params: {
            days: { type: 'PositiveIntegerField', default: 30 },
            kind: { type: 'CharField', choices: ['a', 'b'], required: true },
            since: { type: 'DateField' },
          },
        },
        ({ params, actor, may }) => ({ params, who: actor.username, may: may('lib.Book', 'view') }),
      ),
      greedy: widget({ params: { way: { type: 'IntegerField', default: 0 } } }, async ({ database, params }) => {
        const statements = Object.values(greedy)[Number(params['way'])] ?? [];
        await database.connection().execute(async (connection) => {
          for (const statement of statements) await statement.execute(connection);
        });
        return {};
      }),
      locking: widget({}, async ({ database }) => {
        await sql`SELECT pg_advisory_lock(4711)`.execute(database);
        return {};
      }),
      broken: widget({}, () => {
        throw new Error('a secret');
      }),
    };
    service = await startLibrary({ dialect, books: makeBooks(15), widgets });
    root = await service.superuser();
    reader = await service.user({ username: 'reader', permissions: ['lib.author:view_author'] });
  });
  afterAll(() => service.close());

  it('counts the models that the user may view, largest first', async () => {
    const { cards } = (await root.get('/widgets/model-counts/')).body;
    expect(cards).toEqual([
      { key: 'lib.Book', label: 'books', value: 15 },
      { key: 'lib.Chapter', label: 'chapters', value: 10 },
      { key: 'lib.Author', label: 'authors', value: 3 },
      { key: 'lib.Tag', label: 'tags', value: 3 },
      { key: 'auth.User', label: 'users', value: 2 },
      { key: 'auth.Group', label: 'groups', value: 0 },
    ]);
    expect((await reader.get('/widgets/model-counts/')).body).toEqual({ cards: [{ key: 'lib.Author', label: 'authors', value: 3 }] });
  });

  it('never counts a big table row by row', async () => {
    const values = Array.from({ length: 30_000 }, (_, index) => `(${100_000 + index}, 'tag ${index}')`).join(',');
    await service.database.execute(`INSERT INTO tag (id, name) VALUES ${values}`);
    if (dialect === 'postgres') await service.database.execute('ANALYZE tag');
    const { cards } = (await root.get('/widgets/model-counts/')).body;
    expect(cards[0].key).toBe('lib.Tag');
    // The planner's belief, and on SQLite how far the keys reach.
    expect(cards[0].value).toBe(dialect === 'postgres' ? 30_003 : 129_999);
    await service.database.execute('DELETE FROM tag WHERE id >= 100000');
  });

  it('says where it stopped counting', async () => {
    const values = Array.from({ length: 10_050 }, (_, index) => `('m ${index}', 'a')`).join(',');
    await service.database.execute(
      `CREATE TABLE named (name varchar(20) PRIMARY KEY, kind varchar(5)); INSERT INTO named VALUES ${values};`,
    );
    const admin = defineAdmin({
      database: service.database.source(),
      // Neither keys nor statistics say how many rows there are.
      models: [model('named', 'm.Named', { rows: () => where('kind', '=', 'a') })],
      settings: { logger: pino({ level: 'silent' }) },
    });
    const { cards } = (await clientOf(admin, root.token).get('/widgets/model-counts/')).body;
    expect(cards[0]).toEqual({ key: 'm.Named', label: expect.any(String), value: 10_000, capped: true });
    expect(cards.slice(1).some((card: object) => 'capped' in card)).toBe(false);
    await admin.close();
    await service.database.execute('DROP TABLE named');
  });

  it('lists those that the user may ask for, the host’s own first', async () => {
    const names = async (client: Client) =>
      (await client.get('/widgets/')).body.widgets.map(({ name }: any) => name).filter((name: string) => !name.startsWith('late'));
    expect(await names(root)).toEqual(['titles', 'echo', 'greedy', 'locking', 'broken', 'recent-audit', 'model-counts']);
    expect(await names(reader)).toEqual(['echo', 'greedy', 'locking', 'broken', 'recent-audit', 'model-counts']);
    const { widgets } = (await root.get('/widgets')).body;
    expect(widgets[0]).toEqual({ name: 'titles', title: 'Book titles' });
    expect(widgets[1]).toMatchObject({
      name: 'echo',
      title: 'Echo',
      params: [{ name: 'days', required: false }, { name: 'kind', required: true }, { name: 'since' }],
    });
    expect(widgets.slice(-2)).toEqual([
      { name: 'recent-audit', title: 'Recent audit' },
      { name: 'model-counts', title: 'Model counts' },
    ]);
    for (const name of ['titles', 'recent-audit', 'model-counts']) expect((await root.get(`/widgets/${name}/`)).status).toBe(200);
    expect((await service.anonymous.get('/widgets/')).status).toBe(401);
    expect((await root.get('/widgets/?x=1')).body.x).toEqual(['Unknown parameter.']);
    expect((await root.post('/widgets/', {})).status).toBe(405);
  });

  it('shows the last ten changes of what the user may view', async () => {
    for (let round = 1; round <= 12; round++) await root.patch('/r/lib.Book/1/', { pages: round });
    await root.patch('/r/lib.Author/1/', { country: 'AT' });
    const { rows } = (await root.get('/widgets/recent-audit/')).body;
    expect(rows).toHaveLength(10);
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      actor: 'root',
      action: 'update',
      action_display: 'update',
      model_label: 'lib.Author',
      object_pk: '1',
      object_repr: 'Ännchen',
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await reader.get('/widgets/recent-audit/')).body.rows.map((row: any) => row.model_label)).toEqual(['lib.Author']);
  });

  it('runs a widget of the config, for who has its permission', async () => {
    expect((await root.get('/widgets/titles/')).body).toEqual({ n: 15 });
    const refused = await reader.get('/widgets/titles');
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied']);
    expect((await service.anonymous.get('/widgets/titles/')).status).toBe(401);
    expect((await root.get('/widgets/nothing/')).status).toBe(404);
    expect((await root.get('/widgets/__proto__/')).status).toBe(404);
    expect((await root.post('/widgets/titles/', {})).status).toBe(405);
    const broken = await root.get('/widgets/broken/');
    expect([broken.status, broken.text.includes('secret')]).toEqual([500, false]);
  });

  it('reads what a request asks of it as the config says', async () => {
    expect((await reader.get('/widgets/echo/?kind=a&days=7&since=2026-11-21')).body).toEqual({
      params: { days: 7, kind: 'a', since: '2026-11-21' },
      who: 'reader',
      may: false,
    });
    expect((await root.get('/widgets/echo/?kind=b')).body.params).toEqual({ days: 30, kind: 'b', since: null });
    expect((await root.get('/widgets/echo/?kind=c&days=-1&since=soon&other=1')).body).toMatchObject({
      kind: ['"c" is not a valid choice.'],
      days: [expect.stringContaining('between')],
      since: [expect.any(String)],
      other: ['Unknown parameter.'],
    });
    expect((await root.get('/widgets/echo/')).body.kind).toEqual(['This field is required.']);
    expect((await root.get('/widgets/titles/?x=1')).body.x).toEqual(['Unknown parameter.']);
    expect((await root.get('/widgets/model-counts/?x=1')).body.x).toEqual(['Unknown parameter.']);
  });

  it('takes widgets that the process registers', async () => {
    registerWidget('late')(() => ({ late: true }));
    registerWidget('late-and-guarded', { permission: 'lib.view_tag' })(() => ({}));
    expect((await reader.get('/widgets/late/')).body).toEqual({ late: true });
    expect((await reader.get('/widgets/late-and-guarded/')).status).toBe(403);
  });

  it('lets no widget write', async () => {
    const ways = Object.keys(greedy).length;
    for (let way = 0; way < ways; way++) expect((await root.get(`/widgets/greedy/?way=${way}`)).status).toBe(500);
    expect((await root.get('/r/lib.Book/')).body.count).toBe(15);
    expect((await root.get('/widgets/titles/')).body).toEqual({ n: 15 });
  });

  // SQLite has no locks that a statement takes by name.
  it.runIf(dialect === 'postgres')('keeps no lock once a widget is answered', async () => {
    expect((await root.get('/widgets/locking/')).status).toBe(200);
    const held =
      "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    await expect.poll(() => service.database.query(held)).toEqual([{ n: 0 }]);
  });

  it('says at start that a permission is none', async () => {
    const admin = defineAdmin({
      database: service.database.source(),
      models: [model('tag', 'lib.Tag')],
      widgets: { lost: widget({ permission: 'lib.view_tagg' }, () => ({})) },
      settings: { logger: pino({ level: 'silent' }) },
    });
    await expect(admin.ready()).rejects.toThrow(ConfigurationError);
    await expect(admin.ready()).rejects.toThrow(/E040 widgets\.lost/);
    expect((await clientOf(admin, null).get('/config/')).status).toBe(500);
    await admin.close();
  });
});

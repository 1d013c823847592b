import {
  action,
  type Admin,
  type AdminAction,
  ConfigurationError,
  defineAdmin,
  model,
  NotMigratedError,
  postgres,
  sqlite,
  syncAdminActions,
} from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';

const run = (): void => {};
const base = { name: 'X', kind: 'server', scope: 'bulk', run } as const;

describe.each(dialects)('declared actions on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute('CREATE TABLE thing (id integer PRIMARY KEY, name varchar(20)); CREATE TABLE other (id integer PRIMARY KEY);');
  });
  afterAll(() => database.close());
  const adminOf = (adminActions: readonly AdminAction[], actions = {}): Admin =>
    defineAdmin({
      database:
        dialect === 'sqlite' ? sqlite(database.address.replace('sqlite:', '')) : postgres({ connectionString: database.address, max: 2 }),
      models: [model('thing', 't.Thing', { actions }), model('other', 't.Other')],
      adminActions,
      settings: { logger: pino({ level: 'silent' }) },
    });
  const held = async (): Promise<string[]> =>
    (
      await database.query(
        `SELECT c.model, p.codename, p.name FROM grimoire_permission p JOIN grimoire_content_type c ON c.id = p.content_type_id
         WHERE c.app_label = 't' AND p.codename NOT LIKE '%thing' AND p.codename NOT LIKE '%other' ORDER BY p.codename, c.model`,
      )
    ).map((row) => `${String(row['model'])}:${String(row['codename'])} ${String(row['name'])}`);

  it('are checked at start, all at once', async () => {
    const admin = adminOf(
      [
        { ...base, model: 't.Thign', codename: 'a' },
        { ...base, model: 't.Thing', codename: 'twice' },
        { ...base, model: 't.Thing', codename: 'twice' },
        { ...base, model: 't.Thing', codename: null, name: 'Send It' },
        { ...base, model: 't.Thing', codename: 'send_it' },
        { model: 't.Thing', codename: 'none', name: 'None', kind: 'server', scope: 'bulk' },
        { ...base, model: 't.Thing', codename: 'both' },
        { ...base, model: 't.Thing', codename: 'client', kind: 'client' },
        { model: 't.Thing', codename: 'red', name: 'Red', kind: 'client', scope: 'bulk', destructive: true },
        { ...base, model: 't.Thing', codename: 'view_all' },
        { ...base, model: 't.Thing', codename: 'with/slash' },
        { ...base, model: 't.Thing', codename: null, name: '😀' },
        { ...base, model: 't.Thing', codename: 'endless', timeLimit: 0 },
      ],
      { both: action({ run }), 'odd key': run },
    );
    const error = await admin.ready().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await admin.close();
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).problems.map(({ id, place }) => `${id} ${place}`).toSorted()).toEqual([
      'grimoire.E050 adminActions a',
      'grimoire.E051 adminActions t.Thing send_it',
      'grimoire.E051 adminActions t.Thing twice',
      'grimoire.E052 adminActions t.Thing client',
      'grimoire.E052 adminActions t.Thing none',
      'grimoire.E052 t.Thing actions.both',
      'grimoire.E053 adminActions t.Thing red',
      'grimoire.E054 adminActions t.Thing view_all',
      'grimoire.E055 adminActions t.Thing ',
      'grimoire.E055 adminActions t.Thing with/slash',
      'grimoire.E055 t.Thing actions.odd key',
      'grimoire.E056 adminActions t.Thing endless',
    ]);
    const typo = (error as ConfigurationError).problems.find(({ id }) => id === 'grimoire.E050');
    expect(typo?.cure).toBe('Did you mean "t.Thing"?');
  });

  it('get a permission each by a sync, once, and lose it only when told to', async () => {
    const both = [
      { ...base, model: 't.Thing', codename: 'send', name: 'Send' },
      { ...base, model: 't.Other', codename: 'send', name: 'Send other' },
      { ...base, model: 't.Thing', codename: null, name: 'Free' },
    ];
    const admin = adminOf(both, { plain: run });
    await expect(syncAdminActions(admin)).rejects.toThrow(NotMigratedError);
    await admin.operations.migrate();
    expect(await held()).toEqual([]);
    expect(await syncAdminActions(admin, { check: true })).toEqual({ created: ['t.thing:send', 't.other:send'], stale: [] });
    expect(await held()).toEqual([]);
    const twice = await Promise.all([syncAdminActions(admin), adminOf(both).operations.syncAdminActions()]);
    expect(twice.flatMap(({ created }) => created).toSorted()).toEqual(['t.other:send', 't.thing:send']);
    expect(await held()).toEqual(['other:send Send other', 'thing:send Send']);
    expect(await syncAdminActions(admin)).toEqual({ created: [], stale: [] });
    await admin.close();
    // Somebody's own permission on the same model is none of the sync's.
    await database.query(
      `INSERT INTO grimoire_permission (name, content_type_id, codename) SELECT 'Mine', id, 'mine' FROM grimoire_content_type WHERE model = 'thing'`,
    );
    const less = adminOf([both[0] as AdminAction]);
    expect(await syncAdminActions(less)).toEqual({ created: [], stale: ['t.other:send'] });
    expect(await held()).toEqual(['thing:mine Mine', 'other:send Send other', 'thing:send Send']);
    expect(await syncAdminActions(less, { prune: true })).toEqual({ created: [], stale: ['t.other:send'] });
    expect(await held()).toEqual(['thing:mine Mine', 'thing:send Send']);
    expect(await syncAdminActions(less, { prune: true })).toEqual({ created: [], stale: [] });
    await less.close();
  });
});

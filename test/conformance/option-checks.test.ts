import { action, all, and, ConfigurationError, defineAdmin, model, not, or, registerWidget, where, widget } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { clientOf } from '../support/service.ts';

/** Configs as JavaScript gives them: the compiler has not looked at them. */
describe.each(dialects)('options that there are not on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    const state = dialect === 'postgres' ? 'state' : 'text';
    if (dialect === 'postgres') await database.execute("CREATE TYPE state AS ENUM ('open', 'done')");
    await database.execute(`CREATE TABLE owner (id integer PRIMARY KEY, name text);
      CREATE TABLE note (id integer PRIMARY KEY, title text, pages integer, state ${state}, owner_id integer REFERENCES owner (id), mark ${dialect === 'postgres' ? 'uuid' : 'uuid'})`);
  });
  afterAll(() => database.close());

  const problemsOf = async (options: object): Promise<readonly string[]> => {
    const base = { database: database.source(), models: [model('note', 't.Note')], settings: { logger: pino({ level: 'silent' }) } };
    const admin = defineAdmin({ ...base, ...options });
    try {
      await admin.registry();
      return [];
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      // What can't start says so to each request, and keeps the cause to the log.
      expect((await clientOf(admin, null).get('/config/')).status).toBe(500);
      return error.problems.map(({ id, place, message, cure }) => `${id} ${place}: ${message} ${cure}`);
    } finally {
      await admin.close();
    }
  };
  const ofModel = (config: object): Promise<readonly string[]> =>
    problemsOf({ models: [model('owner', 't.Owner'), model('note', 't.Note', config)] });
  const ofSettings = (settings: object): Promise<readonly string[]> =>
    problemsOf({ settings: { logger: pino({ level: 'silent' }), ...settings } });

  it('are none where all are right', async () => {
    expect(await ofModel({ readonly: false, label: undefined, fields: { title: { label: 'Title' } } })).toEqual([]);
    expect(await ofSettings({ pageSize: 10, brand: { name: 'Ours' }, sections: [['T.nOTE']], modelOrder: ['t.note'] })).toEqual([]);
  });

  it.each([
    [{ is_readonly: true }, /^grimoire\.E060 t\.Note: .*"is_readonly" is none\. Did you mean "readonly"\?/],
    [{ readOnly: true }, /E060 t\.Note: .*Did you mean "readonly"\?/],
    [{ readonly: 'yes' }, /E061 t\.Note readonly: .*boolean/],
    [{ listDisplay: 'title' }, /E061 t\.Note listDisplay: .*array/],
    [{ rows: all }, /E061 t\.Note rows: .*function/],
    [{ fields: { title: { hide: true } } }, /E060 t\.Note fields\.title: .*Did you mean/],
    [{ fields: { title: { hidden: 'true' } } }, /E061 t\.Note fields\.title hidden/],
    [{ fields: { title: { type: 'Emailfield' } } }, /E061 t\.Note fields\.title type/],
    [{ fields: { title: { maxLength: -1 } } }, /E061 t\.Note fields\.title maxLength/],
    [{ hooks: { beforesave: () => undefined } }, /E060 t\.Note hooks: .*"beforeSave"/],
    [{ inlines: [{ table: 'owner', foreignkey: 'x' }] }, /E060 t\.Note inlines\[0\]: .*"foreignKey"/],
    [{ actions: { send: { lable: 'Send', run: () => undefined } } }, /E060 t\.Note actions\.send: .*"label"/],
    [
      { actions: { send: action({ params: { to: { type: 'Textfield' as never } }, run: () => undefined }) } },
      /E061 t\.Note actions\.send params\.to type/,
    ],
    [
      { actions: { send: action({ params: { to: { label: 'To' } as never }, run: () => undefined }) } },
      /E061 t\.Note actions\.send params\.to: .*`type` is missing/,
    ],
  ])('of a model: %j', async (config, expected) => {
    const problems = await ofModel(config);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  it.each([
    [{ pageSize: -1 }, /E061 settings pageSize/],
    [{ pageSize: 500, maxPageSize: 100 }, /E061 settings pageSize: .*maxPageSize/],
    [{ auth: 'cookie' }, /E061 settings auth/],
    [{ appGroups: { Sales: ['sales'] } }, /E061 settings appGroups/],
    [{ userPayload: { id: 1 } }, /E061 settings userPayload/],
    [{ corsOrigins: ['example.com'] }, /E061 settings corsOrigins/],
    [{ trustedOrigins: ['https://example.com/path'] }, /E061 settings trustedOrigins/],
    [{ page_size: 10 }, /E060 settings: .*"pageSize"/],
    [{ brand: { name: 'Ours', colour: 'red' } }, /E061 settings brand/],
    [{ logger: console.log }, /E061 settings logger/],
    [{ sections: [['t.Note', 't.Nota']] }, /E063 settings sections: .*"t\.Nota" is none\. Did you mean "t\.Note"\?/],
    [{ modelOrder: ['sales.Order'] }, /E063 settings modelOrder/],
  ])('of the settings: %j', async (settings, expected) => {
    const problems = await ofSettings(settings);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  it('of the whole, of widgets and of other actions', async () => {
    expect(await problemsOf({ base_url: '/x/' })).toEqual([expect.stringMatching(/E060 defineAdmin: .*"baseUrl"/)]);
    expect(
      await problemsOf({ adminActions: [{ model: 't.Note', codename: null, name: 'x', kind: 'server', scopes: 'bulk', run: () => {} }] }),
    ).toEqual([expect.stringMatching(/E060 adminActions\[0\]: .*"scope"/)]);
    expect(await problemsOf({ widgets: { sales: widget({ permisson: 't.view_note' } as never, () => ({})) } })).toEqual([
      expect.stringMatching(/E060 widgets\.sales: .*"permission"/),
    ]);
  });

  it('of settings that the environment lacks, which are left out', async () => {
    const absent = { brand: { name: undefined }, cookieNames: { csrf: undefined }, tokenLifetimes: { access: undefined } };
    const admin = defineAdmin({
      database: database.source(),
      models: [model('note', 't.Note')],
      settings: { logger: pino({ level: 'silent' }), ...absent } as never,
    });
    await admin.migrate();
    expect((await clientOf(admin, null).get('/config/')).body.brand.name).toBe('Grimoire');
    await admin.close();
  });

  it('of origins, which are those of any scheme, in the form that browsers send', async () => {
    for (const origin of ['capacitor://localhost', 'chrome-extension://abcdef', 'https://App.Example.com/', 'http://[::1]:8080'])
      expect([origin, await ofSettings({ trustedOrigins: [origin], corsOrigins: [origin] })]).toEqual([origin, []]);
    const settings = { logger: pino({ level: 'silent' }), corsOrigins: ['https://App.Example.com/'] };
    const admin = defineAdmin({ database: database.source(), models: [model('note', 't.Note')], settings });
    await admin.migrate();
    const { headers } = await clientOf(admin, null).request('GET', '/config/', { headers: { origin: 'https://app.example.com' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    await admin.close();
  });

  it('of two widgets of one name', async () => {
    registerWidget(`once ${dialect}`)(() => ({ first: true }));
    expect(await problemsOf({ widgets: { [`once ${dialect}`]: widget({}, () => ({})) } })).toEqual([
      expect.stringMatching(/E041 widgets\.once/),
    ]);
  });

  it('are told all at once', async () => {
    expect(
      await problemsOf({ models: [model('note', 't.Note', { readOnly: true, lable: 'x' } as never)], settings: { pageSize: 0 } }),
    ).toHaveLength(3);
  });

  it.each([
    [() => where('titel', '=', 'x'), /E062 t\.Note rows: .*"titel" is no field/],
    [() => where('owner.nam', '=', 'x'), /E062/],
    [() => and(all, or(where('title', '=', 'a'), not(where('pages', '>', 'many')))), /E062 .*"pages"/],
    [() => where('pages', '~' as never, 1), /E062 .*"~"/],
    [() => where('title', '=', undefined as never), /E062 .*undefined/],
  ])('row rules: %s', async (rows, expected) => {
    const problems = await ofModel({ rows });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  it('row rules: a value that an enum lacks', async () => {
    const choices = dialect === 'sqlite' ? { fields: { state: { choices: ['open', 'done'] } } } : {};
    expect(await ofModel({ rows: () => where('state', '=', 'opne'), ...choices })).toEqual([
      expect.stringMatching(/E062 .*"state" is never "opne"/),
    ]);
    expect(await ofModel({ rows: () => where('state', 'in', ['open', 'done']), ...choices })).toEqual([]);
  });

  it('row rules: what comes from the actor is looked at when there is one', async () => {
    type Asked = { readonly actor: { readonly username: string; readonly groups: readonly string[] } };
    const tenants = new Map<string, number>();
    const fromActor: readonly ((asked: Asked) => unknown)[] = [
      ({ actor }) => where('pages', '=', actor.username),
      ({ actor }) => where('pages', '=', tenants.get(actor.username) as number),
      ({ actor }) => where('pages', '=', Number(actor.groups[0])),
      ({ actor }) => where('state', '=', actor.groups.includes('all') ? 'open' : 'nowhere'),
      ({ actor }) => where(actor.groups[0] as string, '=', 1),
      async ({ actor }) => {
        throw new Error(`Not for ${actor.username}.`);
      },
    ];
    for (const rows of fromActor) expect(await ofModel({ rows })).toEqual([]);
    const cycle: Record<string, unknown> = { rule: 'not' };
    cycle['inner'] = cycle;
    expect(await ofModel({ rows: () => cycle })).toEqual([]);
    expect(await ofModel({ rows: ({ actor }: Asked) => where('titel', '=', actor.username) })).toHaveLength(1);
    expect(
      await ofModel({
        rows: () => {
          throw new Error('Not now.');
        },
      }),
    ).toEqual([]);
  });

  it('a field of UUIDs that the keys of the service’s own users are to fill', async () => {
    const fields = { mark: { fill: 'createdBy' } };
    expect(await ofModel({ fields })).toEqual([expect.stringMatching(/E034 t\.Note fields\.mark/)]);
    const models = [model('note', 't.Note', { fields } as never)];
    const staffDirectory = { authenticate: () => null };
    expect(await problemsOf({ models, settings: { staffDirectory } })).toEqual([]);
  });
});

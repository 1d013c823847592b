import { action, all, and, ConfigurationError, defineAdmin, model, not, or, registerWidget, where, widget } from 'grimoire';
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { forgetRegisteredWidgets } from '../support/registered-widgets.ts';
import { clientOf } from '../support/service.ts';

forgetRegisteredWidgets();

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
      await admin.operations.registry();
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
    expect(await ofSettings({ journal: { keep: 'forever', models: { 't.note': '1 month', 'auth.User': '30 days' } } })).toEqual([]);
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
    [{ inlines: [{ table: 'owner', foreignKey: 'x', position: true }] }, /E061 t\.Note inlines\[0\] position: .*false/],
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
    [{ helpUrl: 'http://help.example.com' }, /E061 settings helpUrl: .*"https:\/\/help/],
    [{ helpUrl: 'javascript:alert(1)' }, /E061 settings helpUrl/],
    [{ whatsNew: 'never' }, /E061 settings whatsNew/],
    [{ sections: [['t.Note', 't.Nota']] }, /E063 settings sections: .*"t\.Nota" is none\. Did you mean "t\.Note"\?/],
    [{ modelOrder: ['sales.Order'] }, /E063 settings modelOrder/],
    [{ journal: { keep: 'two years' } }, /E061 settings journal: .*"90 days"/],
    [{ journal: { keep: '0 days' } }, /E061 settings journal/],
    [{ journal: { keep: '2 fortnights' } }, /E061 settings journal/],
    [{ journal: { model: { 't.Note': '1 day' } } }, /E061 settings journal/],
    [{ journal: { models: { 't.Note': 90 } } }, /E061 settings journal/],
    [{ journal: { models: { 't.Nota': '90 days' } } }, /E063 settings journal\.models: .*"t\.Nota" is none\. Did you mean "t\.Note"\?/],
    [
      { journal: { models: { 'admin.AdminAuditLog': '90 days' } } },
      /E061 settings journal\.models: .*No changes of admin\.AdminAuditLog are recorded/,
    ],
  ])('of the settings: %j', async (settings, expected) => {
    const problems = await ofSettings(settings);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  it.each([
    [{ tablePrefix: 'a-b' }, /E061 settings tablePrefix: .*30 letters/],
    [{ trustedProxies: ['127.0.0.1', 'nginx'] }, /E061 settings trustedProxies: .*1: "nginx" is neither an address/],
    [{ publicUrl: 'admin.example.com' }, /E061 settings publicUrl: .*"https:\/\/admin\.example\.com"/],
    [{ publicUrl: 'https://example.com/admin' }, /E061 settings publicUrl/],
    [{ allowedHosts: ['https://a.com'] }, /E061 settings allowedHosts: .*Expected a host/],
    [{ allowedHosts: ['a.com:8000'] }, /E061 settings allowedHosts/],
    [{ secret: 'short' }, /E061 settings secret: .*at least 32 characters/],
    [{ appGroups: [{ name: 'Notes', apps: ['T', 'auth', 't'] }] }, /E064 settings appGroups: .*"T" is none\. Did you mean "t"\?/],
  ])('of the settings, also where a start alone would need them: %j', async (settings, expected) => {
    expect(await ofSettings(settings)).toEqual([expect.stringMatching(expected)]);
  });

  it('of hosts, networks, origins and limits, which are taken in each form', async () => {
    const settings = {
      allowedHosts: ['Admin.example.com', '.example.com', '[::1]', '127.0.0.1'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      publicUrl: 'https://admin.example.com:8443/',
      slowStatement: 0,
    };
    expect(await ofSettings(settings)).toEqual([]);
  });

  it('of a secret of the environment', async () => {
    vi.stubEnv('GRIMOIRE_SECRET', 'short');
    expect(await ofSettings({ pageSize: 0 })).toEqual([
      expect.stringMatching(/E061 settings pageSize/),
      expect.stringMatching(/E061 GRIMOIRE_SECRET: .*at least 32 characters\. "openssl/),
    ]);
    vi.unstubAllEnvs();
  });

  it.each([
    [{ database: undefined }, /E061 defineAdmin: .*`database` is missing\. Give `sqlite\(file\)` or `postgres\(url\)`\./],
    [{ settings: null }, /E061 settings: .*It is no object/],
    [{ models: null }, /E061 models: .*It is no list/],
    [{ widgets: 5 }, /E061 widgets: .*It is no object/],
    [{ baseUrl: 'http://x/api' }, /E061 defineAdmin baseUrl: .*"\/api\/", without a host/],
    [{ baseUrl: 5 }, /E061 defineAdmin baseUrl/],
    [{ models: [undefined] }, /E061 models\[0\]: .*It is no model\. Write model\(table, 'app\.Model'\)\./],
    [{ models: ['note'] }, /E061 models\[0\]: .*It is a bare table\. Write model\(table, 'app\.Model'\)\./],
    [{ models: [sqliteTable('note', {})] }, /E061 models\[0\]: .*It is a bare table\./],
    [{ models: [pgTable('note', {})] }, /E061 models\[0\]: .*It is a bare table\./],
    [{ models: [{ ...model('note', 't.Note'), kye: 't.Note' }] }, /E060 models\[0\]: .*"kye" is none\. Did you mean "key"\?$/],
    [{ models: [{ ...model('note', 't.Note'), somethingElse: 1 }] }, /It has: source, key, config\.$/],
  ])('of the whole: %j', async (options, expected) => {
    expect(await problemsOf(options)).toEqual([expect.stringMatching(expected)]);
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
    await admin.operations.migrate();
    expect((await clientOf(admin, null).get('/config/')).body.brand.name).toBe('Grimoire');
    await admin.close();
  });

  it('of origins, which are those of any scheme, in the form that browsers send', async () => {
    for (const origin of ['capacitor://localhost', 'chrome-extension://abcdef', 'https://App.Example.com/', 'http://[::1]:8080'])
      expect([origin, await ofSettings({ trustedOrigins: [origin], corsOrigins: [origin] })]).toEqual([origin, []]);
    const settings = { logger: pino({ level: 'silent' }), corsOrigins: ['https://App.Example.com/'] };
    const admin = defineAdmin({ database: database.source(), models: [model('note', 't.Note')], settings });
    await admin.operations.migrate();
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

  it('of actions, each that is missing, and with them models that are none', async () => {
    const entry = { model: 't.Nota', codename: null, name: 'x', kind: 'client', scope: 'bulk' };
    const place = /^grimoire\.(E\d+ [^:]*): /;
    const places = async (adminActions: readonly object[]): Promise<unknown> =>
      (await problemsOf({ adminActions })).map((line) => place.exec(line)?.[1]);
    expect(await places([entry, { ...entry, model: 't.Note', kind: 'srver' }, { model: 'auth.User' }])).toEqual([
      'E061 adminActions[1] kind',
      ...Array.from({ length: 4 }, () => 'E061 adminActions[2]'),
      'E050 adminActions x',
    ]);
    expect(await places([entry])).toEqual(['E050 adminActions x']);
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
    [() => where('pages', '~' as '=', 1), /E062 .*"~"/],
    [() => where('title', '=', undefined as never), /E062 .*undefined/],
  ])('row rules: %s', async (rows, expected) => {
    const problems = await ofModel({ rows });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  it.each([
    [
      () => where('state', '==' as '=', 'FR'),
      '"state": "==" compares nothing in a row rule. Use one of =, !=, <, <=, >, >=, in, contains.',
    ],
    [() => where('title', '==' as '=', null), '"title": "==" compares nothing in a row rule.'],
    [() => where('onwer.name', '=', 'x'), '"onwer.name" is no field. Did you mean "owner"?'],
    [() => where('writer.name', '=', 'x'), '"writer.name" is no field. It has: owner.'],
    [() => where('owner.nmae', '=', 'x'), '"owner.nmae" is no field. Did you mean "name"?'],
    [() => undefined, 'It gives no rule to a user without groups or permissions, or to a superuser. Give `all` or `none`'],
    [
      ({ actor }: { readonly actor: { readonly groups: readonly string[] } }) => (actor.groups.includes('North') ? all : undefined),
      'It gives no rule to a user without groups',
    ],
    [({ actor }: { readonly actor: { readonly isSuperuser: boolean } }) => (actor.isSuperuser ? null : all), 'It gives no rule to a user'],
  ])('row rules, each with what may be meant: %s', async (rows, sentence) => {
    const choices = { fields: { state: { choices: ['open', 'done'] } } };
    expect(await ofModel({ rows, ...choices })).toEqual([
      expect.stringContaining(`grimoire.E062 t.Note rows: A row rule does not fit its model. ${sentence}`),
    ]);
  });

  it('row rules: one that throws, or that is a promise, is noted', async () => {
    const notesOf = async (rows: unknown): Promise<readonly string[]> => {
      const models = [model('note', 't.Note', { rows } as never)];
      const admin = defineAdmin({ database: database.source(), models, settings: { logger: pino({ level: 'silent' }) } });
      const notes = await admin.operations.notes();
      await admin.close();
      return notes.filter((note) => note.includes('row rule'));
    };
    const throws = ({ actor }: { readonly actor: { readonly groups: readonly string[] } }): unknown =>
      where('title', '=', (actor.groups[0] as string).toUpperCase());
    expect(await notesOf(throws)).toEqual([
      expect.stringMatching(/^The row rule of t\.Note throws for a user without groups or permissions \(.*toUpperCase.*\)\. No row/),
    ]);
    expect(await notesOf(async () => all)).toEqual([expect.stringContaining('The row rule of t.Note gives a promise')]);
    expect(await notesOf(() => all)).toEqual([]);
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

  it('a foreign key that leads elsewhere than to the users whose keys are to fill it', async () => {
    const fields = { owner: { fill: 'createdBy' } };
    expect(await ofModel({ fields })).toEqual([
      expect.stringMatching(/E034 t\.Note fields\.owner: .*It points to owner, and "createdBy" is the key of a user of grimoire[._]user\./),
    ]);
    const table =
      dialect === 'postgres'
        ? pgTable('note', { id: pgInteger().primaryKey(), owner: pgInteger('owner_id') })
        : sqliteTable('note', { id: integer().primaryKey(), owner: integer('owner_id') });
    // Drizzle's table does not tell of the foreign key; the database does.
    const apart = [model(table as never, 't.Note', { fields: { owner: { fill: 'updatedBy' } } })];
    expect(await problemsOf({ models: apart })).toEqual([expect.stringMatching(/E034 t\.Note fields\.owner/)]);
    const models = [model('note', 't.Note', { fields } as never)];
    expect(await problemsOf({ models, settings: { staffDirectory: { authenticate: () => null } } })).toEqual([]);
  });

  it('a foreign key to the service’s own users may be filled', async () => {
    const admin = defineAdmin({ database: database.source(), models: [], settings: { logger: pino({ level: 'silent' }) } });
    await admin.operations.migrate();
    await admin.close();
    await database.execute('CREATE TABLE task (id integer PRIMARY KEY, made_by integer REFERENCES grimoire_user (id))');
    expect(await problemsOf({ models: [model('task', 't.Task', { fields: { made_by: { fill: 'createdBy' } } } as never)] })).toEqual([]);
  });

  it.each([
    [{ titel: { fill: 'createdBy' } }, /E010 t\.Note fields\.titel: .*Did you mean "title"\?/],
    [{ pages: { maxLength: 3 } }, /E061 t\.Note fields\.pages maxLength: .*IntegerField has no such limit/],
    [{ title: { maxDigits: 3, maxLength: 5 } }, /E061 t\.Note fields\.title maxDigits: .*CharField has no such limit/],
    [{ pages: { choices: ['many'] } }, /E032 t\.Note fields\.pages: .*"many" is no IntegerField\. Correct the choices/],
    [{ title: { type: 'ChoiceField' } }, /E061 t\.Note fields\.title type: .*"ChoiceField" is no field type\. Did you mean "CharField"\?/],
    [{ title: { type: 'Enumeration' } }, /"Enumeration" is no field type\. It has: AutoField, .*ImageField/],
  ])('of a field’s type: %j', async (fields, expected) => {
    expect(await ofModel({ fields })).toEqual([expect.stringMatching(expected)]);
  });

  it('of a field’s type that the choices of its column are not of', async () => {
    const table =
      dialect === 'postgres'
        ? pgTable('note', { id: pgInteger().primaryKey(), state: pgText({ enum: ['open', 'done'] }) })
        : sqliteTable('note', { id: integer().primaryKey(), state: text({ enum: ['open', 'done'] }) });
    const models = [model(table as never, 't.Note', { fields: { state: { type: 'IntegerField' } } })];
    expect(await problemsOf({ models })).toEqual([expect.stringMatching(/E032 t\.Note fields\.state/)]);
  });

  it.each([
    [{ type: 'IntegerField', maxLength: 3 }, /E061 t\.Note actions\.send params\.x maxLength: .*IntegerField has no such limit/],
    [{ type: 'IntegerField', decimalPlaces: 9 }, /E061 .* params\.x decimalPlaces/],
    [{ type: 'CharField', maxDigits: 9 }, /E061 .* params\.x maxDigits/],
    [{ type: 'IntegerField', choices: ['a'] }, /E061 .* params\.x choices: .*"a" is no IntegerField/],
    [{ type: 'ChoiceField', choices: ['a'] }, /E061 .* params\.x type: .*Did you mean "CharField"\?/],
  ])('of a param’s type: %j', async (param, expected) => {
    const problems = await ofModel({ actions: { send: action({ params: { x: param as never }, run: () => undefined }) } });
    expect(problems).toEqual([expect.stringMatching(expected)]);
  });

  it('of params that are right', async () => {
    const params = {
      x: { type: 'DecimalField', maxDigits: 5, decimalPlaces: 2 },
      y: { type: 'CharField', maxLength: 5, choices: ['a'] },
      z: { type: 'IntegerField', choices: [{ value: 1, label: 'One' }] },
      list: { type: 'ArrayField', choices: ['a'] },
    } as const;
    expect(await ofModel({ actions: { send: action({ params, run: () => undefined }) } })).toEqual([]);
  });

  it('a field of UUIDs that the keys of the service’s own users are to fill', async () => {
    const fields = { mark: { fill: 'createdBy' } };
    expect(await ofModel({ fields })).toEqual([expect.stringMatching(/E034 t\.Note fields\.mark/)]);
    const models = [model('note', 't.Note', { fields } as never)];
    const staffDirectory = { authenticate: () => null };
    expect(await problemsOf({ models, settings: { staffDirectory } })).toEqual([]);
  });
});

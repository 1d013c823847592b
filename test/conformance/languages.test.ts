import { AdminError, type AdminAction, defineAdmin, model, widget } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { libraryModels, makeBooks, startLibrary } from '../support/library.ts';
import { asking, type Client, startService } from '../support/service.ts';
import { serviceForAll, serviceForEach } from '../support/started-service.ts';

const adminActions: AdminAction[] = [
  {
    model: 'lib.Book',
    codename: 'stamp',
    name: 'Stamp',
    kind: 'server',
    scope: 'bulk',
    destructive: true,
    confirm: 'Stamp these books?',
    variant: 'warning',
    params: { mark: { type: 'CharField', choices: ['red', 'blue'] } },
    run: ({ language }, rows) =>
      rows.each(({ id }) => {
        if (id === 2) throw new AdminError('action_failed', { detail: language === 'de' ? 'Zu alt.' : 'Too old.' });
        if (id === 3) throw new AdminError('permission_denied');
      }),
  },
];

const start = (dialect: (typeof dialects)[number]) => () =>
  startLibrary({
    dialect,
    books: makeBooks(8),
    adminActions,
    models: [
      ...libraryModels.filter(({ key }) => key !== 'lib.Tag'),
      model('tag', 'lib.Tag', {
        form: { tabs: ['Main'], sections: [{ title: 'Names', fields: ['name'] }] },
        validate: ({ name }, { language }) => (name === 'bad' ? { name: language === 'de' ? 'Schlecht.' : 'Bad.' } : {}),
      }),
    ],
    settings: { appGroups: [{ name: 'Books', apps: ['lib'] }] },
    widgets: { sales: widget({ title: 'Sales' }, ({ language }) => ({ language })) },
    home: [
      {
        name: 'library',
        title: 'Library',
        cards: [
          { title: 'Novels', number: { model: 'lib.Book', filters: { genre: 'novel' }, unit: 'novels' } },
          { title: 'Genres', breakdown: { model: 'lib.Book', by: 'genre', unit: 'books' } },
          { name: 'euro', title: 'EUR', number: { model: 'lib.Book', unit: 'EUR' } },
          { links: [{ label: 'All', note: 'Of every genre', model: 'lib.Book' }] },
        ],
      },
    ],
    languages: {
      de: {
        models: {
          'lib.Book': {
            verboseName: 'Buch',
            verboseNamePlural: 'Bücher',
            fields: {
              title: { label: 'Titel', helpText: 'Wie auf dem Einband.' },
              genre: { label: 'Gattung', choices: { novel: 'Roman', poem: 'Gedicht' } },
            },
            actions: {
              stamp: {
                label: 'Stempeln',
                confirm: 'Diese Bücher stempeln?',
                params: { mark: { label: 'Farbe', choices: { red: 'rot' } } },
              },
            },
          },
          'lib.Author': { verboseName: 'Autor', verboseNamePlural: 'Autoren' },
          'lib.Tag': { form: { Main: 'Allgemein', Names: 'Namen' } },
        },
        groups: { Books: 'Bücherei' },
        widgets: { sales: 'Verkäufe' },
        home: { Library: 'Bibliothek', Novels: 'Romane', novels: 'Stück', EUR: 'Euro', All: 'Alle', 'Of every genre': 'Jeder Gattung' },
      },
    },
  });

describe.each(dialects)('answers in the language of the request on %s', (dialect) => {
  const { service, root } = serviceForAll(start(dialect));
  const german = (): Client => asking(root, 'de-AT,de;q=0.9,en;q=0.8');

  it('name models, fields, choices, actions, forms, groups and widgets', async () => {
    const book = (await german().get('/schema/lib.Book/')).body;
    expect(book).toMatchObject({ verbose_name: 'Buch', verbose_name_plural: 'Bücher' });
    const field = (name: string): unknown => book.fields.find((each: { readonly name: string }) => each.name === name);
    expect(field('title')).toMatchObject({ verbose_name: 'Titel', help_text: 'Wie auf dem Einband.' });
    expect(field('genre')).toMatchObject({
      choices: [
        ['novel', 'Roman'],
        ['poem', 'Gedicht'],
        ['essay', 'essay'],
      ],
    });
    expect(field('pages')).toMatchObject({ verbose_name: 'pages' });
    expect(book.actions).toEqual([
      expect.objectContaining({ key: 'stamp', label: 'Stempeln', confirm: 'Diese Bücher stempeln?', variant: 'warning' }),
    ]);
    expect(book.actions[0].params[0]).toMatchObject({
      verbose_name: 'Farbe',
      choices: [
        ['red', 'rot'],
        ['blue', 'blue'],
      ],
    });
    expect((await german().get('/schema/lib.Tag/')).body.form).toMatchObject({
      tabs: ['Allgemein'],
      sections: [{ title: 'Namen', tab: 'Allgemein' }],
    });
    const { models } = (await german().get('/schema/')).body;
    expect(new Set(models.map(({ group }: { readonly group: string }) => group))).toEqual(
      new Set(['Bücherei', 'Zugang', 'Verwaltung', 'Inhaltstypen']),
    );
    const { widgets } = (await german().get('/widgets/')).body;
    expect(widgets.map(({ title }: { readonly title: string }) => title)).toEqual(['Verkäufe', 'Letzte Änderungen', 'Anzahl der Zeilen']);
    expect((await german().get('/widgets/sales/')).body).toEqual({ language: 'de' });
    expect((await german().get('/openapi.json')).text).toContain('Bücher');
    expect((await root.get('/openapi.json')).text).not.toContain('Bücher');
  });

  it('name the home page, its cards, units and links', async () => {
    const [dashboard] = (await german().get('/home/')).body.dashboards;
    expect([dashboard.title, ...dashboard.cards.map(({ title }: { readonly title: string }) => title)]).toEqual([
      'Bibliothek',
      'Romane',
      'Genres',
      'Euro',
      'Verweise',
    ]);
    const keys = dashboard.cards.map(({ key }: { readonly key: string }) => key);
    expect(keys).toEqual(['novels', 'genres', 'euro', 'links']);
    expect((await german().get('/home/library/novels/')).body.cards[0]).toMatchObject({ label: 'Romane', unit: 'Stück' });
    expect((await german().get('/home/library/genres/')).body.breakdown.unit).toBe('books');
    // A currency is a code, also where a title of the same letters is translated.
    expect((await german().get('/home/library/euro/')).body.cards[0]).toMatchObject({ label: 'Euro', unit: 'EUR' });
    expect((await german().get('/home/library/links/')).body.links[0]).toMatchObject({ label: 'Alle', note: 'Jeder Gattung' });
    const inEnglish = (await root.get('/home/')).body.dashboards[0];
    expect([inEnglish.title, inEnglish.cards[0].title]).toEqual(['Library', 'Novels']);
    const { dashboards } = (await asking(root, 'fr').get('/home/')).body;
    expect(dashboards[0].cards.at(-1).title).toBe('Liens');
  });

  it('show choices, labels and exports so, and the ETag of a row is the same in each', async () => {
    const [english, other] = [await root.get('/r/lib.Book/1/'), await german().get('/r/lib.Book/1/')];
    expect([english.body.genre_display, other.body.genre_display]).toEqual(['A novel', 'Roman']);
    expect(other.headers.get('etag')).toBe(english.headers.get('etag'));
    expect((await german().get('/r/lib.Book/?genre=novel&ordering=id')).body.results[0].genre_display).toBe('Roman');
    const tag = english.headers.get('etag') ?? '';
    expect((await german().patch('/r/lib.Book/1/', { pages: 3 }, { 'if-match': tag })).status).toBe(200);
    const csv = await german().post('/r/lib.Book/action/export_csv/', { ids: [1] });
    expect(csv.text).toContain('Titel');
    expect(csv.text).toContain('Roman');
  });

  it('say what is wrong, in fields, operations, reports and details', async () => {
    const row = await german().post('/r/lib.Book/', { pages: 'x', author: 99 });
    expect(row.body).toEqual({
      detail: 'pages: Eine gültige ganze Zahl ist erforderlich.',
      pages: ['Eine gültige ganze Zahl ist erforderlich.'],
      author: ['Ungültiger Schlüssel „99“ – das Objekt gibt es nicht.'],
      added: ['Dieses Feld ist erforderlich.'],
    });
    const operations = await german().post('/r/lib.Author/bulk/', { operations: [{ op: 'create', data: {} }] });
    expect(operations.body).toEqual({
      detail: 'Operation 0: name: Dieses Feld ist erforderlich.',
      operations: { 0: { name: ['Dieses Feld ist erforderlich.'] } },
    });
    expect((await german().get('/r/lib.Book/?nope=1')).body.nope).toEqual(['Unbekannter Parameter.']);
    expect((await german().delete('/r/lib.Author/1/')).body.detail).toMatch(/^Andere Zeilen brauchen diese Zeile: /);
    expect((await german().post('/r/lib.Book/bulk/', { action: 'delete', ids: Array.from({ length: 20_000 }, () => 1) })).body.ids).toEqual(
      [expect.stringMatching(/^Höchstens \d+ auf einmal\.$/)],
    );
    const report = await german().post('/r/lib.Book/action/stamp/', { ids: [1, 2, 3] });
    expect(report.body).toEqual({
      message: '1 von 3 erledigt, 2 fehlgeschlagen.',
      total: 3,
      succeeded: 1,
      failed: [
        { pk: 2, detail: 'Zu alt.' },
        { pk: 3, detail: 'Dazu haben Sie keine Berechtigung.' },
      ],
    });
    expect((await german().post('/r/lib.Tag/', { name: 'bad' })).body.name).toEqual(['Schlecht.']);
    expect((await asking(service.anonymous, 'ko').get('/schema/')).body.detail).toBe('인증 정보가 제공되지 않았습니다.');
    expect((await asking(service.anonymous, 'ar').post('/auth/login/', { username: 'no', password: 'no' })).body.detail).toBe(
      'لا يوجد حساب نشط من الطاقم بهذه البيانات.',
    );
  });

  it('refuse in the language of the user, with the names of models', async () => {
    const reader = await service.user({ username: 'reader', permissions: ['lib.book:view_book'] });
    const { status, body } = await asking(reader, 'fr').delete('/r/lib.Book/1/');
    expect([status, body.detail]).toEqual([403, 'Vous n’avez pas la permission de supprimer : books.']);
    expect((await asking(reader, 'de').delete('/r/lib.Book/1/')).body.detail).toBe('Sie haben keine Berechtigung zum Löschen: Bücher.');
  });

  it('keep the texts of the audit log, and read its codes in the language', async () => {
    const { id } = (await german().post('/r/lib.Tag/', { name: 'grey' })).body;
    const entries = (await german().get('/r/admin.AdminAuditLog/?model_label=lib.Tag')).body.results;
    expect(entries[0]).toMatchObject({ action: 'create', action_display: 'angelegt', object_pk: String(id), status_display: 'in Ordnung' });
    const english = (await root.get('/r/admin.AdminAuditLog/?model_label=lib.Tag')).body.results;
    expect(english[0].object_repr).toBe(entries[0].object_repr);
    const stamped = (await german().get('/r/admin.AdminAuditLog/?action=action:stamp')).body.results;
    expect(stamped[0]).toMatchObject({ action_display: 'Stempeln', object_repr: '3 books' });
    const { rows, columns } = (await german().get('/widgets/recent-audit/')).body;
    expect(rows[0]).toMatchObject({ action_display: expect.any(String) });
    expect(columns.map((column: { readonly verbose_name: string }) => column.verbose_name)).toEqual([
      'wer',
      'was',
      'Modell',
      'Zeile',
      'wann',
    ]);
  });

  it.each(['ar', 'de', 'es', 'fr', 'ko'])('in %s have names for all that is the service’s own', async (tag) => {
    const spoken = asking(root, tag);
    const same = new Set(['ID', 'permission', 'permissions', 'action', 'status', 'Name', 'Status']);
    for (const key of ['auth.User', 'auth.Group', 'auth.Permission', 'contenttypes.ContentType', 'admin.AdminAuditLog']) {
      const [english, other] = [(await root.get(`/schema/${key}/`)).body, (await spoken.get(`/schema/${key}/`)).body];
      const names = (schema: typeof english): string[] =>
        [
          schema.verbose_name,
          schema.verbose_name_plural,
          ...schema.fields.flatMap(({ verbose_name: name, help_text: help, choices = [] }: Record<string, any>) => [
            name,
            help,
            ...choices.filter(([value]: [string]) => value !== 'action:stamp').map(([, label]: [string, string]) => label),
          ]),
        ].filter((name) => name !== undefined);
      const left = names(english).filter((name, index) => names(other)[index] === name && !same.has(name));
      expect(left, key).toEqual([]);
    }
  });

  it('say which language they are in, where one was asked for', async () => {
    const languageOf = async (client: Client): Promise<unknown[]> => {
      const { headers, body } = await client.get('/config/');
      return [headers.get('content-language'), headers.get('vary')?.includes('Accept-Language'), body.language];
    };
    expect(await languageOf(root)).toEqual([null, true, 'en']);
    expect(await languageOf(german())).toEqual(['de', true, 'de']);
    expect(await languageOf(asking(root, 'it'))).toEqual(['en', true, 'en']);
    const { body } = await root.get('/config/');
    expect(body.languages).toEqual(['ar', 'de', 'en', 'es', 'fr', 'ko']);
  });

  it.each([
    '../../etc/passwd',
    'x'.repeat(1_000_000),
    Array.from({ length: 10_000 }, () => 'xx-yy').join(),
    ';q=1,,,;',
    '__proto__',
    'de;q=9',
  ])('are in the usual language where the header is nonsense (%#)', async (header) => {
    const { status, body } = await asking(root, header).get('/r/lib.Book/?nope=1');
    expect([status, body.nope]).toEqual([400, ['Unknown parameter.']]);
  });

  it('give a repeated request the answer of the first, without a claim of its language', async () => {
    const send = (client: Client): ReturnType<Client['request']> =>
      client.request('POST', '/r/lib.Book/action/stamp/', { body: { ids: [2, 4] }, headers: { 'idempotency-key': 'twice' } });
    const first = await send(german());
    const again = await send(asking(root, 'ko'));
    expect(first.body.message).toBe('1 von 2 erledigt, 1 fehlgeschlagen.');
    expect(again.text).toBe(first.text);
    expect(again.headers.get('content-language')).toBeNull();
  });
});

describe.each(dialects)('the usual language on %s', (dialect) => {
  const { root } = serviceForEach(() =>
    startService({
      dialect,
      setup: 'CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL);',
      models: [model('note', 'lib.Note')],
      settings: { language: 'de', languages: ['de', 'fr'] },
    }),
  );

  it('is that of the settings, and only the offered ones can be asked for', async () => {
    const detail = async (language: string | null): Promise<string> => (await asking(root, language).get('/r/lib.Note/9/')).body.detail;
    expect([await detail(null), await detail('fr'), await detail('en'), await detail('ko')]).toEqual([
      'Nicht gefunden.',
      'Introuvable.',
      'Nicht gefunden.',
      'Nicht gefunden.',
    ]);
    expect((await root.get('/config/')).body).toMatchObject({ language: 'de', languages: ['de', 'fr'] });
  });
});

describe('translations of what is not there', () => {
  const started = async (languages: unknown, settings: object = {}): Promise<void> => {
    const { admin, close } = await startService({
      dialect: 'sqlite',
      setup: 'CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL);',
      models: [model('note', 'lib.Note', { fields: { title: { choices: ['a'] } } })],
      settings,
      languages: languages as object,
    });
    await admin.ready();
    await close();
  };

  it.each([
    [{ de: { models: { 'lib.Nota': { verboseName: 'x' } } } }, /E067 languages de models lib\.Nota: .*Did you mean "lib\.Note"/],
    [
      { de: { models: { 'lib.Note': { fields: { titel: { label: 'x' } } } } } },
      /E067 languages de models lib\.Note fields titel: .*Did you mean "title"/,
    ],
    [{ de: { models: { 'lib.Note': { fields: { title: { choices: { b: 'x' } } } } } } }, /E067 .*"b" is none/],
    [{ de: { models: { 'lib.Note': { verbosename: 'x' } } } }, /E067 .*Did you mean "verboseName"/],
    [{ de: { models: { 'lib.Note': { verboseName: 1 } } } }, /E061 .*"verboseName" is no text/],
    [{ de: { groups: { books: 'x' } } }, /E067 languages de groups/],
    [{ de: { widgets: { sales: 'x' } } }, /E067 languages de widgets/],
    [{ de: { home: { Sale: 'x' } } }, /E067 languages de home/],
    [{ de: null }, /E067 languages de/],
    [{ it: {} }, /E068 languages it: .*"it" is none/],
  ])('are problems of the start: %j', (languages, message) => expect(started(languages)).rejects.toThrow(message));

  it('are none where all is there, and unknown languages in settings are problems', async () => {
    await expect(
      started({ de: { models: { 'lib.Note': { verboseName: 'Notiz' }, 'auth.User': { verboseName: 'Konto' } }, groups: { lib: 'x' } } }),
    ).resolves.toBeUndefined();
    await expect(started({}, { language: 'it' })).rejects.toThrow(/E061 settings language: .*Expected one of ar, de/);
    await expect(started({}, { languages: ['de', 'it'] })).rejects.toThrow(/E061 settings languages/);
  });

  it('are found by what is not translated yet', async () => {
    const { database, close } = await startService({
      dialect: 'sqlite',
      setup: 'CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL);',
    });
    const admin = defineAdmin({
      database: database.source(),
      models: [model('note', 'lib.Note')],
      languages: { de: { models: { 'lib.Note': { verboseName: 'Notiz', fields: { id: { label: 'ID' } } } } } },
    });
    expect(await admin.operations.untranslated('de')).toEqual(['models lib.Note fields title label: title', 'groups lib: lib']);
    expect(await admin.operations.untranslated('fr')).toContain('models lib.Note verboseName: note');
    await admin.close();
    await close();
  });
});

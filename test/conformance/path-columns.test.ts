import { type ActionRows, all, exportCsv, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { type Client, startService } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

const setup = (dialect: Dialect): string => {
  const time = dialect === 'postgres' ? 'timestamptz' : 'datetime';
  return `
    CREATE TABLE team (id integer PRIMARY KEY, name varchar(20) NOT NULL, "order" integer, budget numeric(10,2), currency varchar(3), motto text, deleted_at ${time});
    CREATE TABLE author (id integer PRIMARY KEY, name varchar(20) NOT NULL, team_id integer REFERENCES team (id), editor_id integer REFERENCES author (id),
      status varchar(10), is_star boolean, born date, secret varchar(20), pin varchar(20), region varchar(10));
    CREATE TABLE book (id integer PRIMARY KEY, title varchar(20) NOT NULL, author_id integer REFERENCES author (id), "order" integer REFERENCES team (id));
    CREATE TABLE tag (id integer PRIMARY KEY, name varchar(20), region varchar(10));
    CREATE TABLE book_tag (book_id integer NOT NULL REFERENCES book (id), tag_id integer NOT NULL REFERENCES tag (id), PRIMARY KEY (book_id, tag_id));
    CREATE TABLE review (id integer PRIMARY KEY, book_id integer REFERENCES book (id), other_id integer REFERENCES book (id), region varchar(10), deleted_at ${time});
    CREATE TABLE seat (book_id integer REFERENCES book (id), author_id integer REFERENCES author (id), place integer, PRIMARY KEY (book_id, author_id));
    INSERT INTO team VALUES (1, 'Red', 7, 12.50, 'EUR', 'Über alles', NULL), (2, 'Blue', NULL, NULL, NULL, NULL, NULL), (3, 'Gone', 1, 1, 'USD', 'x', '2026-01-01 00:00:00');
    INSERT INTO author VALUES (1, 'Ada', 1, NULL, 'on', true, '2000-02-29', 's1', 'p1', 'north'), (2, 'Ben', 2, 1, 'off', false, NULL, 's2', 'p2', 'south'),
      (3, 'Cy', 3, 2, NULL, NULL, NULL, 's3', 'p3', 'north'), (4, 'Di', NULL, 4, 'on', true, NULL, 's4', 'p4', 'north');
    INSERT INTO book VALUES (1, 'One', 1, 1), (2, 'Two', 2, NULL), (3, 'Three', 3, 3), (4, 'Four', NULL, NULL), (5, 'Five', 4, 2);
    INSERT INTO tag VALUES (1, 'a', 'north'), (2, 'b', 'south');
    INSERT INTO book_tag VALUES (1, 1), (1, 2), (2, 2);
    INSERT INTO review VALUES (1, 1, 2, 'north', NULL), (2, 1, 1, 'south', NULL), (3, 1, NULL, 'north', '2026-01-01 00:00:00'), (4, 2, 1, 'north', NULL), (5, NULL, NULL, 'north', NULL);
    INSERT INTO seat VALUES (1, 1, 3), (1, 2, 4), (2, 1, 5);`;
};

const ofNorth = ({ actor }: { readonly actor: { readonly isSuperuser: boolean } }) =>
  actor.isSuperuser ? all : where('region', '=', 'north');

const models = [
  model('team', 'p.Team', { softDelete: 'deleted_at', fields: { budget: { widget: { kind: 'money', currency: { field: 'currency' } } } } }),
  model('author', 'p.Author', {
    label: (row) => `* ${String(row['name'])}`,
    listDisplay: ['name', 'editor.name', 'editor.editor', 'Author.count', 'Book.count', 'Seat.count'],
    rows: ofNorth,
    fields: {
      status: { choices: [{ value: 'on', label: 'At work' }, 'off'] },
      secret: { view: 'p.view_secret' },
      pin: { writeOnly: true },
    },
  }),
  model('book', 'p.Book', {
    verboseName: 'book',
    listFilter: ['author.team.name'],
    listDisplay: [
      'title',
      'author.name',
      'author.status',
      'author.is_star',
      'author.born',
      'author.secret',
      'author.team',
      'author.editor',
      'author.team.name',
      'author.team.order',
      'author.team.budget',
      'author.team.motto',
      'order.name',
      'tags.count',
      'Review.book.count',
      'p.Review.other.count',
      'Seat.count',
    ],
    manyToMany: { tags: { through: 'book_tag' } },
  }),
  model('tag', 'p.Tag', { rows: ofNorth }),
  model('review', 'p.Review', { softDelete: 'deleted_at', rows: ofNorth, listDisplay: ['id', 'book.author.team.name'] }),
  model('seat', 'p.Seat', { listDisplay: ['place', 'book.title', 'author.name'] }),
];

const rights = (...names: string[]): string[] => names.map((name) => `p.${name}:view_${name}`);

describe.each(dialects)('columns of related rows on %s', (dialect) => {
  /** An action that asks for columns by their names. */
  const read = {
    model: 'p.Book',
    codename: null,
    name: 'Read',
    kind: 'server',
    scope: 'bulk',
    run: async (_: unknown, rows: ActionRows) => {
      const found: unknown[] = [];
      for await (const texts of rows.asText({ fields: ['title', 'author__name', 'Seat__count'] })) found.push(...texts);
      return { found };
    },
  } as const;
  const { service, root } = serviceForAll(() =>
    startService({ dialect, setup: setup(dialect), models, adminActions: [exportCsv('p.Tag'), read] }),
  );
  let users = 0;
  const user = (...permissions: string[]): Promise<Client> => service.user({ username: `u${(users += 1)}`, permissions });
  const column = async (client: Client, name: string, query = ''): Promise<unknown[]> =>
    (await client.get(`/r/p.Book/?ordering=id${query}`)).body.results.map((row: any) => row[name]);

  it('have the values at the end of paths, with what stands beside such a field', async () => {
    const { body } = await root.get('/r/p.Book/?ordering=id');
    expect(body.results[0]).toMatchObject({
      author__name: 'Ada',
      author__status: 'on',
      author__status_display: 'At work',
      author__is_star: true,
      author__born: '2000-02-29',
      author__secret: 's1',
      author__team: 1,
      author__team_label: 'Red',
      author__editor: null,
      author__editor_label: null,
      author__team__name: 'Red',
      author__team__order: 7,
      author__team__budget: '12.50',
      // The currency of an amount comes with it.
      author__team__currency: 'EUR',
      author__team__motto: 'Über alles',
      order__name: 'Red',
    });
    expect(body.results[1]).toMatchObject({ author__is_star: false, author__editor: 1, author__editor_label: '* Ada' });
    expect(body.results[3]).toMatchObject({ author__name: null, author__status_display: null, author__team__name: null });
    // The team of the third author is in the trash.
    expect(await column(root, 'author__team__name')).toEqual(['Red', 'Blue', null, null, null]);
    expect(await column(root, 'order__name')).toEqual(['Red', null, null, null, 'Blue']);
  });

  it('have the numbers of rows that point to a row', async () => {
    expect(await column(root, 'tags__count')).toEqual([2, 1, 0, 0, 0]);
    // One review is in the trash.
    expect(await column(root, 'Review__book__count')).toEqual([2, 1, 0, 0, 0]);
    expect(await column(root, 'p__Review__other__count')).toEqual([2, 1, 0, 0, 0]);
    expect(await column(root, 'Seat__count')).toEqual([2, 1, 0, 0, 0]);
  });

  it('are the same on every kind of page, and in a row that is read alone', async () => {
    const { body } = await root.get('/r/p.Book/?ordering=id');
    const pages = [
      '/r/p.Book/?ordering=id&page_size=2&page=2',
      '/r/p.Book/?ordering=id&page_size=2&page=3',
      '/r/p.Book/?ordering=title&page_size=4',
      '/r/p.Book/?search=o&ordering=-id',
      '/r/p.Book/?author__team__name=Red',
      '/r/p.Book/?tags=2',
      '/r/p.Book/?_cut=50',
    ];
    for (const path of pages) {
      const { results } = (await root.get(path)).body;
      expect([path, results.length > 0]).toEqual([path, true]);
      for (const { _cut: _, ...row } of results) expect(row).toEqual(body.results.find(({ id }: any) => id === row.id));
    }
    const first = (await root.get('/r/p.Book/?ordering=id&page_size=2')).body;
    const second = (await root.request('GET', first.next.slice(first.next.indexOf('/r/')))).body;
    expect(second.results).toEqual(body.results.slice(2, 4));
    const previous = (await root.request('GET', second.previous.slice(second.previous.indexOf('/r/')))).body;
    expect(previous.results).toEqual(body.results.slice(0, 2));
    for (const row of body.results) expect((await root.get(`/r/p.Book/${row.id}/`)).body).toMatchObject(row);
  });

  it('cut long texts where the list does', async () => {
    expect((await root.get('/r/p.Book/1/')).body.author__team__motto).toBe('Über alles');
    expect((await root.get('/r/p.Book/?ordering=id&_cut=4')).body.results[0]).toMatchObject({
      author__team__motto: 'Über…',
      author__name: 'Ada',
    });
  });

  it('are fields of the schema that nobody edits, with the traits of the field at the end', async () => {
    const { fields, list_display: listed } = (await root.get('/schema/p.Book/')).body;
    const of = (name: string) => fields.find((field: any) => field.name === name);
    expect(listed).toContain('author__team__name');
    expect(listed).not.toContain('author__team__currency');
    expect(of('author__status')).toEqual({
      name: 'author__status',
      type: 'CharField',
      verbose_name: 'author › status',
      required: false,
      editable: false,
      null: true,
      choices: [
        ['on', 'At work'],
        ['off', 'off'],
      ],
      related: 'value',
    });
    expect(of('author__team__budget')).toMatchObject({
      type: 'DecimalField',
      decimal_places: 2,
      widget: { kind: 'money', currency: { field: 'author__team__currency' } },
    });
    expect(of('author__team')).toMatchObject({ type: 'ForeignKey', related_model: 'p.Team', verbose_name: 'author › team' });
    expect(of('tags__count')).toMatchObject({ type: 'IntegerField', verbose_name: 'tags (number)', editable: false, related: 'count' });
    expect(of('Seat__count')).toMatchObject({ verbose_name: 'seats' });
    expect(of('p__Review__other__count')).toMatchObject({ verbose_name: 'reviews › other' });
    const german = (await root.request('GET', '/schema/p.Book/', { headers: { 'accept-language': 'de' } })).body;
    expect(german.fields.find((field: any) => field.name === 'tags__count').verbose_name).toBe('tags (Anzahl)');
  });

  it('lead to the model itself, and from rows with keys of several columns', async () => {
    const authors = (await root.get('/r/p.Author/?ordering=id')).body.results;
    expect(authors.map((row: any) => row.editor__name)).toEqual([null, 'Ada', 'Ben', 'Di']);
    expect(authors.map((row: any) => row.editor__editor)).toEqual([null, null, 1, 4]);
    expect(authors.map((row: any) => row.editor__editor_label)).toEqual([null, null, '* Ada', '* Di']);
    expect(authors.map((row: any) => [row.Author__count, row.Book__count, row.Seat__count])).toEqual([
      [1, 1, 2],
      [1, 1, 1],
      [0, 1, 0],
      [1, 1, 0],
    ]);
    const seats = (await root.get('/r/p.Seat/?ordering=place')).body.results;
    expect(seats.map((row: any) => [row.pk, row.book__title, row.author__name])).toEqual([
      ['1~1', 'One', 'Ada'],
      ['1~2', 'One', 'Ben'],
      ['2~1', 'Two', 'Ada'],
    ]);
    expect((await root.get('/r/p.Seat/1~2/')).body).toMatchObject({ book__title: 'One', author__name: 'Ben' });
  });

  it('are left out for a user who may not view a model on the path, or the field', async () => {
    const names = async (client: Client): Promise<string[]> => {
      const schema = (await client.get('/schema/p.Book/')).body;
      const { results } = (await client.get('/r/p.Book/?ordering=id')).body;
      const inRows = Object.keys(results[0]).filter((name) => name.includes('__') && !/_(label|display)$/.test(name));
      const inSchema = schema.fields.filter((field: any) => field.related).map((field: any) => field.name);
      expect(inRows.sort()).toEqual(inSchema.toSorted());
      for (const name of schema.list_display) expect(results[0]).toHaveProperty(name);
      const { properties } = (await client.get('/openapi.json')).body.components.schemas['p.Book'];
      expect(Object.keys(properties).filter((name) => name.includes('__') && !/_(label|display)$/.test(name))).toEqual(inSchema);
      return inSchema;
    };
    expect(await names(await user(...rights('book')))).toEqual([]);
    expect(await names(await user(...rights('book', 'team', 'tag')))).toEqual(['order__name', 'tags__count']);
    expect(await names(await user(...rights('book', 'author')))).toEqual([
      'author__name',
      'author__status',
      'author__is_star',
      'author__born',
      'author__team',
      'author__editor',
    ]);
    expect(await names(await user(...rights('book', 'author'), 'p.author:view_secret'))).toContain('author__secret');
    expect(await names(await user(...rights('book', 'review', 'seat')))).toEqual([
      'Review__book__count',
      'p__Review__other__count',
      'Seat__count',
    ]);
  });

  it('are left out for a user who may not see a foreign key by which they lead or count', async () => {
    const { service: own, root: other } = await serviceOfTest(
      startService({
        dialect,
        setup: `CREATE TABLE shop (id integer PRIMARY KEY, name varchar(20));
          CREATE TABLE sale (id integer PRIMARY KEY, shop_id integer REFERENCES shop (id));
          CREATE TABLE line (id integer PRIMARY KEY, sale_id integer REFERENCES sale (id));
          INSERT INTO shop VALUES (1, 'First');
          INSERT INTO sale VALUES (1, 1);
          INSERT INTO line VALUES (1, 1)`,
        models: [
          model('shop', 'p.Shop', { listDisplay: ['name', 'Sale.count'] }),
          model('sale', 'p.Sale', { listDisplay: ['shop.name', 'Line.count'], fields: { shop: { view: 'p.see_shop' } } }),
          model('line', 'p.Line', { listDisplay: ['sale.shop.name'] }),
        ],
      }),
    );
    const shown = async (client: Client): Promise<string[]> => {
      const keys = ['Shop', 'Sale', 'Line'];
      const rows = await Promise.all(keys.map(async (key) => (await client.get(`/r/p.${key}/`)).body.results[0]));
      return rows.flatMap((row) => Object.keys(row)).filter((name) => name.includes('__'));
    };
    const some = rights('shop', 'sale', 'line');
    const every = ['Sale__count', 'Line__count', 'shop__name', 'sale__shop__name'];
    expect(await shown(other)).toEqual(every);
    expect(await shown(await own.user({ username: 'a', permissions: [...some, 'p.sale:see_shop'] }))).toEqual(every);
    expect(await shown(await own.user({ username: 'b', permissions: some }))).toEqual(['Line__count']);
    expect(await shown(await own.user({ username: 'c', permissions: [...some, 'p.sale:see_shop'] }))).toEqual(every);
  });

  it('are real columns before helpers of their name, and numbers of links that lead to a row', async () => {
    const { root: other } = await serviceOfTest(
      startService({
        dialect,
        setup: `CREATE TABLE shop (id integer PRIMARY KEY, status varchar(9), status_display varchar(9));
          CREATE TABLE sale (id integer PRIMARY KEY, shop_id integer REFERENCES shop (id));
          CREATE TABLE tag (id integer PRIMARY KEY);
          CREATE TABLE sale_tag (sale_id integer REFERENCES sale (id), tag_id integer REFERENCES tag (id));
          INSERT INTO shop VALUES (1, 'a', 'real');
          INSERT INTO sale VALUES (1, 1);
          INSERT INTO tag VALUES (1);
          INSERT INTO sale_tag VALUES (1, 1), (1, NULL), (NULL, 1)`,
        models: [
          model('shop', 'p.Shop', { fields: { status: { choices: ['a'] } } }),
          model('sale', 'p.Sale', {
            listDisplay: ['shop.status_display', 'shop.status', 'tags.count'],
            manyToMany: { tags: { through: 'sale_tag' } },
          }),
          model('tag', 'p.Tag'),
        ],
      }),
    );
    const shown = { shop__status: 'a', shop__status_display: 'real', tags__count: 1 };
    expect((await other.get('/r/p.Sale/')).body.results).toMatchObject([shown]);
    expect((await other.get('/r/p.Sale/1/')).body).toMatchObject({ ...shown, tags: [1] });
    expect((await other.patch('/r/p.Sale/1/', { tags: [] })).body).toMatchObject({ tags: [], tags__count: 0 });
  });

  it('are not taken from the statement of a user who may see more', async () => {
    const names = async (client: Client): Promise<string[]> =>
      Object.keys((await client.get('/r/p.Book/?ordering=title')).body.results[0]).filter((name) => name.endsWith('__count'));
    expect(await names(await user(...rights('book', 'seat', 'tag')))).toEqual(['tags__count', 'Seat__count']);
    expect(await names(await user(...rights('book', 'seat')))).toEqual(['Seat__count']);
    expect(await names(await user(...rights('book', 'tag')))).toEqual(['tags__count']);
  });

  it('tell nothing of rows that are out of the scope of a user', async () => {
    const client = await user(...rights('book', 'author', 'team', 'review', 'tag', 'seat'));
    // Ben, of the second book, is in the south.
    expect(await column(client, 'author__name')).toEqual(['Ada', null, 'Cy', null, 'Di']);
    expect(await column(client, 'author__team')).toEqual([1, null, 3, null, null]);
    expect(await column(client, 'author__team__name')).toEqual(['Red', null, null, null, null]);
    expect(await column(client, 'tags__count')).toEqual([1, 0, 0, 0, 0]);
    expect(await column(client, 'Review__book__count')).toEqual([1, 1, 0, 0, 0]);
    expect((await client.get('/r/p.Book/1/')).body).toMatchObject({ tags__count: 1, Review__book__count: 1 });
    expect((await client.get('/r/p.Book/2/')).body).toMatchObject({ author__name: null, author__status_display: null });
    const authors = (await client.get('/r/p.Author/?ordering=id')).body.results;
    // The label of an editor who is out of sight is their key, and the editor's editor is not told.
    expect(authors.map((row: any) => [row.id, row.editor__name, row.editor__editor, row.Author__count])).toEqual([
      [1, null, null, 0],
      [3, null, null, 0],
      [4, 'Di', 4, 1],
    ]);
    // A superuser's statement is not taken for theirs.
    expect(await column(root, 'author__name')).toEqual(['Ada', 'Ben', 'Cy', null, 'Di']);
  });

  it('can not be filtered or sorted by, but for declared filters', async () => {
    for (const query of ['ordering=author__name', 'ordering=-tags__count', 'author__name=Ada', 'tags__count=1', 'Seat__count__gte=1'])
      expect([query, (await root.get(`/r/p.Book/?${query}`)).status]).toEqual([query, 400]);
    expect((await root.get('/r/p.Book/?author__team__name=Red')).body.count).toBe(1);
  });

  it('are ignored in the body of a row, and are no part of its entity tag', async () => {
    const { body, headers } = await root.get('/r/p.Book/2/');
    const tag = headers.get('etag') ?? '';
    await root.patch('/r/p.Author/2/', { name: 'Benno' });
    const sent = await root.patch('/r/p.Book/2/', { ...body, title: 'Second' }, { 'if-match': tag });
    expect([sent.status, sent.body.author__name, sent.body.Seat__count]).toEqual([200, 'Benno', 1]);
    await root.patch('/r/p.Author/2/', { name: 'Ben' });
    await root.patch('/r/p.Book/2/', { title: 'Two' });
    const limited = await user(...rights('book'), 'p.book:change_book');
    expect((await limited.patch('/r/p.Book/2/', { author__name: 'x' })).body).toMatchObject({ author__name: ['Unknown field.'] });
    expect((await root.post('/r/p.Book/bulk/', { action: 'update', ids: [2], data: { author__name: 'x' } })).status).toBe(400);
  });

  it('are columns of an export for who asks for them, under the same rights', async () => {
    const columns = [
      'title',
      'author__name',
      'author__status',
      'author__editor',
      'author__team__name',
      'tags__count',
      'Review__book__count',
    ];
    const csv = async (client: Client, input: object): Promise<string[]> =>
      (await client.post('/r/p.Book/action/export_csv/', { all_filtered: true, input })).text.trim().split('\r\n');
    expect(await csv(root, { columns })).toEqual([
      'Title,Author › name,Author › status,Author › editor,Author › team › name,Tags (number),Reviews › book',
      'One,Ada,At work,,Red,2,2',
      'Two,Ben,off,* Ada,Blue,1,1',
      'Three,Cy,,* Ben,,0,0',
      'Four,,,,,0,0',
      'Five,Di,At work,* Di,,0,0',
    ]);
    expect((await csv(root, { columns, values: 'raw' })).slice(0, 3)).toEqual([
      columns.join(),
      'One,Ada,on,,Red,2,2',
      'Two,Ben,off,1,Blue,1,1',
    ]);
    const chosen = await root.post('/r/p.Book/action/export_csv/', { ids: [2], params: { columns: ['tags__count', 'Seat__count'] } });
    expect(chosen.text).toBe('Tags (number),Seats\r\n1,1\r\n');
    const client = await user(...rights('book', 'author', 'team', 'review', 'tag'), 'p.book:export_book');
    expect((await csv(client, { columns }))[2]).toBe('Two,,,,,0,1');
    const few = await user(...rights('book'), 'p.book:export_book');
    const refused = await few.post('/r/p.Book/action/export_csv/', { all_filtered: true, input: { columns: ['author__name'] } });
    const unknown = await few.post('/r/p.Book/action/export_csv/', { all_filtered: true, input: { columns: ['author__nome'] } });
    expect([refused.status, refused.text]).toEqual([unknown.status, unknown.text.replaceAll('nome', 'name')]);
    expect(refused.status).toBe(400);
    expect((await root.post('/r/p.Book/action/read/', { ids: [1] })).body.found).toEqual([['One', 'Ada', '2']]);
    const unread = await few.post('/r/p.Book/action/read/', { ids: [1] });
    expect(unread).toMatchObject({ status: 400, body: { author__name: ['Unknown field.'], Seat__count: ['Unknown field.'] } });
    // Without columns, the file is that of before.
    expect((await csv(root, {}))[0]).toBe('Id,Title,Author,Order');
  });
});

import { all, model, or, where } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { libraryModels, makeBooks, startLibrary } from '../support/library.ts';
import type { Client, TestService } from '../support/service.ts';

/** Permissions of each role; a book's row scope is the roles' own, see `scoped`. */
const roles = {
  superuser: { isSuperuser: true },
  nothing: {},
  books: { permissions: ['lib.book:view_book'] },
  booksAndAuthors: { permissions: ['lib.book:view_book', 'lib.author:view_author'] },
  editor: { permissions: ['lib.book:view_book', 'lib.book:view_secret_note', 'lib.author:view_author', 'lib.author:view_author_email'] },
  writer: { permissions: ['lib.book:add_book', 'lib.book:change_book'] },
  scoped: { permissions: ['lib.book:view_book', 'lib.author:view_author'], groups: ['germany'] },
} as const;

type Role = keyof typeof roles;

/** What a request tells: its status, and of a list how many rows. */
const requests = {
  'GET /schema/lib.Book/': '/schema/lib.Book/',
  list: '/r/lib.Book/',
  'row 1 (author 1, DE)': '/r/lib.Book/1/',
  'row 2 (author 2, RU)': '/r/lib.Book/2/',
  autocomplete: '/r/lib.Book/autocomplete/?q=plain',
  'filter title': '/r/lib.Book/?title=plain',
  'filter secret_note': '/r/lib.Book/?secret_note=note%201',
  'sort secret_note': '/r/lib.Book/?ordering=secret_note',
  'filter author__country': '/r/lib.Book/?author__country=DE',
  'filter author__email': '/r/lib.Book/?author__email=a@x.de',
  'search title and author.name': '/r/lib.Book/?search=chlo',
  authors: '/r/lib.Author/',
  'search authors': '/r/lib.Author/?search=x.de',
  tags: '/r/lib.Tag/',
} as const;

/** The matrix: a change in who sees what shows as a change here. 60 books: 15 of each author, 15 of none. */
const matrix: Readonly<Record<Role, readonly string[]>> = {
  superuser: ['200', '200:60', '200', '200', '200:7', '200:4', '200:1', '200:60', '200:15', '200:15', '200:15', '200:3', '200:1', '200:3'],
  nothing: ['404', '404', '404', '404', '404', '404', '404', '404', '404', '404', '404', '404', '404', '404'],
  books: ['200', '200:60', '200', '200', '200:7', '200:4', '400', '400', '400', '400', '200:0', '404', '404', '404'],
  booksAndAuthors: ['200', '200:60', '200', '200', '200:7', '200:4', '400', '400', '200:15', '400', '200:15', '200:3', '200:0', '404'],
  editor: ['200', '200:60', '200', '200', '200:7', '200:4', '200:1', '200:60', '200:15', '200:15', '200:15', '200:3', '200:1', '404'],
  writer: ['200', '403', '403', '403', '403', '403', '403', '403', '403', '403', '403', '404', '404', '404'],
  scoped: ['200', '200:30', '200', '404', '200:3', '200:2', '400', '400', '200:15', '400', '200:0', '200:1', '200:0', '404'],
};

const models = [...libraryModels, model('book_tag', 'lib.Mute')].map((registration) => {
  const isScoped = (groups: readonly string[]): boolean => groups.includes('germany');
  if (registration.key === 'lib.Book') {
    const rows = ({ actor }: { actor: { groups: readonly string[] } }) =>
      isScoped(actor.groups) ? or(where('author.country', '=', 'DE'), where('author', '=', null)) : all;
    return { ...registration, config: { ...registration.config, rows } };
  }
  if (registration.key !== 'lib.Author') return registration;
  return {
    ...registration,
    config: {
      ...registration.config,
      rows: ({ actor }: { actor: { groups: readonly string[] } }) => (isScoped(actor.groups) ? where('country', '=', 'DE') : all),
    },
  };
});

describe.each(dialects)('permissions on %s', (dialect) => {
  let service: TestService;
  const clients = new Map<Role, Client>();
  const as = (role: Role): Client => {
    const client = clients.get(role);
    if (!client) throw new Error(role);
    return client;
  };
  beforeAll(async () => {
    service = await startLibrary({ dialect, models, books: makeBooks(60) });
    for (const [role, user] of Object.entries(roles)) clients.set(role as Role, await service.user({ username: role, ...user }));
  });
  afterAll(() => service.close());

  it.each(Object.keys(roles) as Role[])('%s', async (role) => {
    const seen: string[] = [];
    for (const path of Object.values(requests)) {
      const { status, body } = await as(role).get(path);
      const count = status === 200 ? (body.count ?? body.results?.length) : undefined;
      seen.push(count === undefined ? String(status) : `${status}:${count}`);
    }
    const named = (row: readonly string[]): Record<string, string | undefined> =>
      Object.fromEntries(Object.keys(requests).map((name, index) => [name, row[index]]));
    expect(named(seen)).toEqual(named(matrix[role]));
  });

  it('leaves fields out of schema and rows that the user may not view', async () => {
    const fieldsOf = async (role: Role): Promise<string[]> =>
      (await as(role).get('/schema/lib.Book/')).body.fields.map((field: { name: string }) => field.name);
    expect(await fieldsOf('editor')).toContain('secret_note');
    expect(await fieldsOf('books')).not.toContain('secret_note');
    expect(await fieldsOf('superuser')).not.toContain('vault_code');
    expect((await as('editor').get('/r/lib.Book/1/')).body.secret_note).toBe('note 1');
    for (const path of ['/r/lib.Book/1/', '/r/lib.Book/?page_size=1&ordering=pk']) {
      expect((await as('books').get(path)).text).not.toMatch(/note 1|vault/);
      expect((await as('superuser').get(path)).text).not.toContain('vault');
    }
    const schema = (await as('books').get('/schema/lib.Book/')).body;
    expect(schema.list_filter).not.toContain('author__country');
    expect(schema.search_fields).toEqual(['title']);
    expect((await as('editor').get('/schema/lib.Book/')).body.list_filter).toContain('author__email');
  });

  it('gives the key instead of the label of a model, row or column that the user may not view', async () => {
    const label = async (role: Role, pk: number): Promise<unknown> => (await as(role).get(`/r/lib.Book/${pk}/`)).body.author_label;
    expect(await label('superuser', 1)).toBe('Ännchen');
    expect(await label('books', 1)).toBe('1');
    expect(await label('booksAndAuthors', 2)).toBe('Boris');
    expect(await label('scoped', 1)).toBe('Ännchen');
  });

  it('refuses a search where no search field is left for the user', async () => {
    const answers = [await as('superuser').get('/r/lib.Chapter/?search=chapter'), await as('superuser').get('/r/lib.Mute/?search=x')];
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect(answers[1]?.body).toMatchObject({ search: ['This model can not be searched.'], detail: expect.any(String) });
    expect((await as('superuser').get('/r/lib.Mute/autocomplete/?q=x')).body).toEqual({ results: [], has_more: false });
  });

  it('lists the models on which the user holds something', async () => {
    const keys = async (role: Role): Promise<string[]> =>
      (await as(role).get('/schema/')).body.models.map((entry: { model: string }) => entry.model);
    expect(await keys('nothing')).toEqual([]);
    expect(await keys('writer')).toEqual(['lib.Book']);
    expect(await keys('superuser')).toEqual([
      'lib.Author',
      'lib.Tag',
      'lib.Book',
      'lib.Chapter',
      'lib.Mute',
      'auth.User',
      'auth.Group',
      'auth.Permission',
      'contenttypes.ContentType',
      'admin.AdminAuditLog',
    ]);
  });

  it('gives another ETag to a user who sees other fields, and the same to one who sees the same', async () => {
    const etag = async (role: Role): Promise<string | null> => (await as(role).get('/r/lib.Book/1/')).headers.get('etag');
    expect(await etag('books')).toBe(await etag('booksAndAuthors'));
    expect(await etag('books')).not.toBe(await etag('editor'));
    const before = await etag('editor');
    await service.database.execute(`UPDATE author SET name = 'Anna' WHERE id = 1`);
    expect(await etag('editor')).toBe(before);
    await service.database.execute(`UPDATE book SET pages = 12345 WHERE id = 1`);
    expect(await etag('editor')).not.toBe(before);
  });
});

describe.each(dialects)('row rules on %s', (dialect) => {
  it('serve every operator, negation and nested rules', async () => {
    const { and, none, not } = await import('grimoire');
    const rules = {
      1: where('id', '=', 7),
      3: where('id', 'in', [1, 2, 3]),
      0: none,
      60: all,
      45: where('author', '!=', null),
      15: where('author', '=', null),
      59: where('id', '!=', 7),
      10: and(where('id', '>', 10), where('id', '<=', 20)),
      50: not(and(where('id', '>', 10), where('id', '<=', 20))),
    } as const;
    for (const [count, rule] of Object.entries(rules)) {
      const service = await startLibrary({
        dialect,
        models: [model('author', 'lib.Author'), model('book', 'lib.Book', { rows: () => rule })],
      });
      const client = await service.superuser();
      expect([count, (await client.get('/r/lib.Book/')).body.count]).toEqual([count, Number(count)]);
      await service.close();
    }
  });
});

import { model } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { libraryModels, makeBooks, startLibrary } from '../support/library.ts';
import { type Client, password, type TestService } from '../support/service.ts';

/** Answers whose every run differs only in these. */
function stable(body: unknown): string {
  return `${JSON.stringify(body, null, 2)
    .replace(/"eyJ[\w.-]+"/g, '"<token>"')
    .replace(/(after|before)=[\w.-]+/g, '$1=<position>')
    .replace(/"request_id": "[^"]+"/g, '"request_id": "<id>"')}\n`;
}

/** The frozen shapes of the contract: a change to one is a change of the wire (CONTRACT, "Frozen"). */
describe.each(dialects)('frozen fixtures on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  beforeAll(async () => {
    const settings = {
      brand: { name: 'Library', accent: '#123456' },
      appGroups: [{ name: 'Books & people', apps: ['lib'] }],
      sections: [['lib.Book', 'lib.Chapter']],
      modelOrder: ['lib.Book', 'lib.Author'],
    };
    service = await startLibrary({
      dialect,
      books: makeBooks(12),
      settings,
      models: [...libraryModels, model('book_tag', 'lib.BookTag', { readonly: true })],
    });
    root = await service.superuser();
  });
  afterAll(() => service.close());

  const answers: Readonly<Record<string, (client: Client, anonymous: Client) => Promise<{ status: number; body: unknown }>>> = {
    config: (_, anonymous) => anonymous.get('/config/'),
    login: (_, anonymous) => anonymous.post('/auth/login/', { username: 'root', password }),
    me: (client) => client.get('/auth/me/'),
    schema: (client) => client.get('/schema/'),
    'schema-model': (client) => client.get('/schema/lib.Book/'),
    'schema-composite-key': (client) => client.get('/schema/lib.Chapter/'),
    'schema-readonly': (client) => client.get('/schema/lib.BookTag/'),
    list: (client) => client.get('/r/lib.Book/?page_size=2&page=2'),
    'list-empty': (client) => client.get('/r/lib.Book/?title=nothing'),
    row: (client) => client.get('/r/lib.Book/5/'),
    'row-composite-key': (client) => client.get('/r/lib.Chapter/5~1/'),
    autocomplete: (client) => client.get('/r/lib.Author/autocomplete/?q=n'),
    'error-400': (client) => client.get('/r/lib.Book/?nope=1&pages=x&ordering=nope'),
    'error-401': (_, anonymous) => anonymous.get('/schema/'),
    'error-404': (client) => client.get('/r/lib.Book/999/'),
    'error-404-page': (client) => client.get('/r/lib.Book/?page=99'),
    'error-405': (client) => client.request('PUT', '/schema/'),
    'error-parse': (_, anonymous) => anonymous.request('POST', '/auth/login/', { body: '{' }),
  };

  // Both databases are held against the same files: what differs between them is a mistake.
  it.each(Object.entries(answers))('%s', async (name, ask) => {
    const { status, body } = await ask(root, service.anonymous);
    await expect(stable({ status, body })).toMatchFileSnapshot(`../fixtures/${name}.json`);
  });
});

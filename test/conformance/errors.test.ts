import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startLibrary } from '../support/library.ts';
import { type Answer, type Client, password } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const unknown = (name: string): Record<string, unknown> => ({ [name]: ['Unknown parameter.'], detail: `${name}: Unknown parameter.` });

describe.each(dialects)('errors on %s', (dialect) => {
  let reader: Client;
  const { service, root } = serviceForAll(() => startLibrary({ dialect }));
  beforeAll(async () => {
    reader = await service.user({ username: 'reader', permissions: ['lib.book:view_book', 'lib.author:view_author'] });
  });

  const bad: readonly (readonly [query: string, body: Record<string, unknown>])[] = [
    ['nope=1', unknown('nope')],
    ['nope=', unknown('nope')],
    ['title__nope=1', unknown('title__nope')],
    ['title__gte=a', { title__gte: ['The lookup "gte" does not fit this field.'] }],
    ['vault_code=x', unknown('vault_code')],
    ['vault_code__nope=x', unknown('vault_code__nope')],
    ['vault_code__gte=x', unknown('vault_code__gte')],
    ['author__name=x', unknown('author__name')],
    ['author__country__name=x', unknown('author__country__name')],
    ['author.name=x', { 'author.name': ['Unknown parameter. In a path, two underscores stand between names: author__name.'] }],
    ['__proto__=1', unknown('__proto__')],
    ['constructor=1', unknown('constructor')],
    ['page=0', { page: ['Must be a positive integer.'] }],
    ['page=-1', { page: ['Must be a positive integer.'] }],
    ['page=1.5', { page: ['Must be a positive integer.'] }],
    ['page=abc', { page: ['Must be a positive integer.'] }],
    ['page_size=0', { page_size: ['Must be a positive integer.'] }],
    ['page_size=x', { page_size: ['Must be a positive integer.'] }],
    ['page=x&page_size=y', { page: ['Must be a positive integer.'], page_size: ['Must be a positive integer.'] }],
    ['ordering=nope', { ordering: ['Unknown sort field "nope".'] }],
    ['ordering=-vault_code', { ordering: ['Unknown sort field "vault_code".'] }],
    ['ordering=author__name', { ordering: ['Unknown sort field "author__name".'] }],
    ['pages=abc', { pages: ['A valid integer is required.'] }],
    ['pages=99999999999', { pages: [expect.stringMatching(/^Must be between/)] }],
    ['pages__in=1,x', { pages__in: ['A valid integer is required.'] }],
    ['price=abc', { price: ['A valid number is required.'] }],
    ['price=1e5', { price: ['A valid number is required.'] }],
    ['rating=..', { rating: ['A valid number is required.'] }],
    ['published=2026-02-30', { published: ['A valid date is required: YYYY-MM-DD.'] }],
    ['added=yesterday', { added: [expect.stringMatching(/^A valid date and time/)] }],
    ['added__date=2026-1-1', { added__date: ['A valid date is required: YYYY-MM-DD.'] }],
    ['in_print=maybe', { in_print: ['Must be true or false.'] }],
    ['title__isnull=perhaps', { title__isnull: ['Must be true or false.'] }],
    ['genre=saga', { genre: ['"saga" is not a valid choice.'] }],
    ['author=abc', { author: ['A valid integer is required.'] }],
    ['tags=abc', { tags: ['A valid integer is required.'] }],
    ['title=a%00b', { title: ['Null characters are not allowed.'] }],
    ['search=a%00b', { search: ['Null characters are not allowed.'] }],
    ['search=a+b+c+d+e+f+g+h+i+j+k', { search: ['At most 10 words.'] }],
    [`search=${'x'.repeat(201)}`, { search: ['At most 200 characters.'] }],
    ['after=x&before=y', { before: ['Can not be combined with "after".'] }],
    ['nope=1&pages=x', { nope: ['Unknown parameter.'], pages: ['A valid integer is required.'] }],
  ];
  it.each(bad)('list?%s is 400', async (query, body) => {
    const answer = await root.get(`/r/lib.Book/?${query}`);
    // SQLite's integers have 64 bits: what is out of range for PostgreSQL is a number like any other there.
    if (dialect === 'sqlite' && query === 'pages=99999999999') {
      expect(answer.body.count).toBe(0);
      return;
    }
    expect(answer.status).toBe(400);
    if (Object.hasOwn(body, '__proto__')) expect(answer.text).toContain('"__proto__":["Unknown parameter."]');
    else expect(answer.body).toEqual({ detail: expect.any(String), ...body });
  });

  it('answers 10 kB values without failing', async () => {
    for (const name of ['title', 'title__icontains', 'author__country', 'genre']) {
      for (const text of ['x'.repeat(10_000), 'é'.repeat(3_000)]) {
        const answer = await root.get(`/r/lib.Book/?${name}=${encodeURIComponent(text)}`);
        expect([name, answer.status]).toEqual([name, name === 'genre' ? 400 : 200]);
        if (name !== 'genre') expect(answer.body.count).toBe(0);
      }
    }
    expect((await root.get(`/r/lib.Book/?${'y'.repeat(10_000)}=1`)).status).toBe(400);
    expect((await root.get(`/r/lib.Book/${'9'.repeat(10_000)}/`)).status).toBe(404);
    expect((await root.get(`/r/lib.Book/?pages=${'9'.repeat(10_000)}`)).status).toBe(400);
    expect((await root.get(`/r/lib.Book/?page=${'9'.repeat(90)}`)).body).toEqual({ detail: 'Invalid page.' });
  });

  it('answers a page past the end with 404, and page 1 of nothing with an empty page', async () => {
    expect(await root.get('/r/lib.Book/?page=99')).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } });
    expect((await root.get('/r/lib.Book/?id=-1')).body).toEqual({ count: 0, next: null, previous: null, results: [], count_exact: true });
    expect(await root.get('/r/lib.Book/?id=-1&page=2')).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } });
  });

  it('answers a key that is none of the model’s with 404', async () => {
    for (const key of ['abc', '1.5', '99999999999999999999', '1%00', '%E0%A4%A', '-', ' ', '1;DROP', '__proto__', 'null']) {
      expect([key, (await root.get(`/r/lib.Book/${key}/`)).status]).toEqual([key, 404]);
    }
    for (const key of ['1', '1~', '~1', '1~2~3', 'a~1', '1~_ZZ', '1~_3']) {
      expect([key, (await root.get(`/r/lib.Chapter/${key}/`)).status]).toEqual([key, 404]);
    }
    expect((await root.get('/r/lib.Chapter/1~2/')).body).toMatchObject({ pk: '1~2', heading: 'Chapter 2' });
    expect((await root.get('/r/lib.Book/12345/')).body).toEqual({ detail: 'Not found.' });
  });

  it('refuses parameters where none are taken', async () => {
    for (const path of ['/r/lib.Book/1/', '/schema/', '/schema/lib.Book/', '/auth/me/', '/config/', '/r/lib.Book/autocomplete/']) {
      const answer = await root.get(`${path}?nope=1`);
      expect([path, answer.status, answer.body]).toEqual([path, 400, unknown('nope')]);
    }
  });

  it('hides what a user may not view behind the same answer as what is not there', async () => {
    const same = (answer: Answer, name: string): string => answer.text.replaceAll(name, 'X');
    for (const [hidden, missing] of [
      ['secret_note=1', 'secret_nose=1'],
      ['secret_note__gte=1', 'secret_nose__gte=1'],
      ['secret_note__foo=1', 'secret_nose__foo=1'],
      ['ordering=secret_note', 'ordering=secret_nose'],
      ['author__email=a', 'author__emaix=a'],
    ] as const) {
      const name = (query: string): string => query.replace(/^ordering=|[=].*$/g, '').replace(/=.*/, '');
      const left = await reader.get(`/r/lib.Book/?${hidden}`);
      const right = await reader.get(`/r/lib.Book/?${missing}`);
      expect([hidden, left.status]).toEqual([hidden, 400]);
      expect(same(left, name(hidden))).toBe(same(right, name(missing)));
    }
  });

  it('checks in the order of the contract: 401, staff, model, method, permission, then the body', async () => {
    const outsider = await service.user({ username: 'outsider', isStaff: false });
    expect(outsider.token).toBeNull();
    const nobody = await service.user({ username: 'nobody' });
    const expectation: readonly (readonly [Client, string, string, number])[] = [
      [service.anonymous, 'GET', '/nowhere/', 401],
      [service.anonymous, 'DELETE', '/r/lib.Nope/', 401],
      [nobody, 'GET', '/nowhere/', 404],
      [nobody, 'DELETE', '/r/lib.Nope/', 404],
      [nobody, 'DELETE', '/r/lib.Book/', 404],
      [root, 'PUT', '/r/lib.Book/', 405],
      [root, 'DELETE', '/r/lib.Book/autocomplete/', 405],
      [reader, 'GET', '/r/lib.Tag/', 404],
      [root, 'GET', '/r/lib.Book/1/extra/more/', 404],
    ];
    for (const [client, method, path, status] of expectation) {
      expect([method, path, (await client.request(method, path)).status]).toEqual([method, path, status]);
    }
    expect((await root.request('PUT', '/r/lib.Book/')).headers.get('allow')).toContain('GET, HEAD');
    const adder = await service.user({ username: 'adder', permissions: ['lib.book:add_book'] });
    expect(await adder.get('/r/lib.Book/?nope=1')).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect((await adder.get('/schema/lib.Book/')).body).toMatchObject({ fields: [], permissions: { view: false, add: true } });
  });

  it('checks bodies: content type, size, syntax, keys', async () => {
    const login = (init: { body: unknown; headers?: Record<string, string> }): Promise<Answer> =>
      service.anonymous.request('POST', '/auth/login/', init);
    expect(await login({ body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    });
    expect(await login({ body: `"${'x'.repeat(1024 * 1024)}"` })).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(await login({ body: '{"username":' })).toMatchObject({ status: 400, body: { detail: 'Malformed JSON.', code: 'parse_error' } });
    expect(await login({ body: '' })).toMatchObject({ status: 400, body: { code: 'parse_error' } });
    expect(await login({ body: [] })).toMatchObject({ status: 400, body: { non_field_errors: [expect.any(String)] } });
    expect(await login({ body: { username: 'root', password, remember: true } })).toMatchObject({
      status: 400,
      body: { remember: ['Unknown key.'] },
    });
    expect(await login({ body: { username: 1 } })).toMatchObject({
      status: 400,
      body: { username: [expect.any(String)], password: [expect.any(String)] },
    });
  });

  it('gives every answer an id and lets none be stored', async () => {
    for (const answer of [await root.get('/config/'), await service.anonymous.get('/schema/'), await root.get('/nowhere/')]) {
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await service.anonymous.get('/schema/')).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('answers HEAD as GET without a body, and a path without its slash like one with it', async () => {
    const head = await root.request('HEAD', '/r/lib.Book/1');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe((await root.get('/r/lib.Book/1/')).headers.get('etag'));
    for (const path of ['/config', '/schema', '/schema/lib.Book', '/r/lib.Book', '/r/lib.Book/1', '/auth/me', '/r/lib.Book/autocomplete']) {
      expect((await root.get(path)).text).toBe((await root.get(`${path}/`)).text);
    }
    expect((await root.get('/r/LIB.book/1/')).status).toBe(200);
    expect((await root.get('/schema/lib.BOOK/')).body.model).toBe('lib.Book');
  });

  it('accepts only its own, unexpired, HMAC-signed access tokens', async () => {
    const signed = (claims: Record<string, unknown>, key = 'another key', alg = 'HS256'): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg })
        .setSubject('1')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(key.padEnd(64, '.')));
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [header, payload, signature] = (root.token ?? '').split('.');
    const { body } = await service.anonymous.post('/auth/login/', { username: 'root', password });
    const tokens = [
      '',
      'x',
      await signed({ kind: 'access', pwd: '' }),
      await signed({ kind: 'access', pwd: '' }, 'another key', 'HS512'),
      `${encode({ alg: 'none' })}.${payload}.`,
      `${header}.${encode({ ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), sub: '2' })}.${signature}`,
      `${root.token}x`,
      body.refresh,
    ];
    for (const token of tokens) {
      const answer = await service.anonymous.request('GET', '/auth/me/', { headers: { authorization: `Bearer ${token}` } });
      expect([token, answer.status, answer.body]).toEqual([
        token,
        401,
        { detail: 'Token is invalid or expired.', code: 'token_not_valid' },
      ]);
    }
    for (const header2 of ['Basic cm9vdDpyb290', root.token ?? '', 'Bearer']) {
      expect((await service.anonymous.request('GET', '/auth/me/', { headers: { authorization: header2 } })).status).toBe(401);
    }
    expect((await service.anonymous.post('/auth/refresh/', { refresh: body.access })).status).toBe(401);
  });

  it('lets pages of other origins ask only where they are named, and never with cookies', async () => {
    const ask = (method: string, origin: string, more: Record<string, string> = {}) =>
      service.anonymous.request(method, '/config/', { headers: { origin, ...more } });
    const closed = await ask('GET', 'https://app.example.com');
    expect([closed.headers.get('access-control-allow-origin'), closed.headers.get('x-content-type-options')]).toEqual([null, 'nosniff']);
    const open = await startLibrary({ dialect, books: [], settings: { corsOrigins: ['https://app.example.com'] } });
    const asked = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization,if-match' };
    const preflight = await open.anonymous.request('OPTIONS', '/r/lib.Book/1/', {
      headers: { origin: 'https://app.example.com', ...asked },
    });
    expect([preflight.status, Object.fromEntries([...preflight.headers].filter(([name]) => name.startsWith('access-')))]).toEqual([
      204,
      {
        'access-control-allow-origin': 'https://app.example.com',
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, X-CSRFToken, If-Match, Idempotency-Key',
        'access-control-expose-headers': 'ETag, Location, Retry-After, X-Change-Set, X-Request-Id',
        'access-control-max-age': '600',
      },
    ]);
    const answer = await open.anonymous.request('GET', '/schema/', { headers: { origin: 'https://app.example.com' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
      401,
      'https://app.example.com',
      'Origin, Accept-Language',
    ]);
    const stranger = await open.anonymous.request('OPTIONS', '/r/lib.Book/1/', {
      headers: { origin: 'https://evil.example.com', ...asked },
    });
    expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([401, null]);
    await open.close();
  });
});

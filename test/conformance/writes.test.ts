import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { serviceForEach } from '../support/started-service.ts';

/** CONTRACT §2 and §5: single rows. */
describe.each(dialects)('writing a row on %s', (dialect) => {
  const { service, root } = serviceForEach(() => startLibrary({ dialect, books: makeBooks(8) }));

  const entries = async (): Promise<any[]> => (await root.get('/r/admin.AdminAuditLog/?ordering=id')).body.results;
  const stored = async (id: number): Promise<any> => (await service.database.query('SELECT * FROM book WHERE id = ?', [id]))[0];

  describe('POST', () => {
    const whole = {
      title: 'Ünï "quoted" \\ 😀',
      pages: '12',
      price: 9.9,
      rating: 0.1,
      published: '2020-02-29',
      added: '2026-11-21T10:30:00.5+02:00',
      in_print: 'yes',
      genre: 'novel',
      author: '2',
      tags: [1, '3'],
    };

    it('makes a row and answers it with its place and its ETag', async () => {
      const answer = await root.post('/r/lib.Book/', whole);
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: 9,
        title: 'Ünï "quoted" \\ 😀',
        pages: 12,
        price: '9.90',
        rating: 0.1,
        published: '2020-02-29',
        added: '2026-11-21T08:30:00.5Z',
        in_print: true,
        genre: 'novel',
        genre_display: 'A novel',
        author: 2,
        author_label: 'Boris',
        secret_note: null,
        tags: [1, 3],
        _label: 'Ünï "quoted" \\ 😀',
      });
      expect(answer.headers.get('location')).toBe('http://admin.test/api/r/lib.Book/9/');
      const read = await root.get('/r/lib.Book/9/');
      expect([read.text, read.headers.get('etag')]).toEqual([answer.text, answer.headers.get('etag')]);
    });

    it('names every bad field at once, and makes nothing', async () => {
      const answer = await root.post('/r/lib.Book/', {
        title: 'x'.repeat(101),
        pages: 'many',
        price: 1.234,
        rating: 'high',
        published: '2021-02-29',
        in_print: 'maybe',
        genre: 'manga',
        author: 99,
        tags: [1, 77],
        nonsense: 1,
        vault_code: 'x',
      });
      expect(answer.status).toBe(400);
      const names = Object.keys(answer.body).sort();
      expect(names).toEqual(
        [
          'added',
          'author',
          'detail',
          'genre',
          'in_print',
          'nonsense',
          'pages',
          'price',
          'published',
          'rating',
          'tags',
          'title',
          'vault_code',
        ].sort(),
      );
      expect(answer.body).toMatchObject({
        added: ['This field is required.'],
        author: ['Invalid pk "99" - object does not exist.'],
        genre: ['"manga" is not a valid choice.'],
        vault_code: ['Unknown field.'],
      });
      expect((await root.get('/r/lib.Book/')).body.count).toBe(8);
      expect(await entries()).toEqual([]);
    });

    it('takes numbers as texts and refuses what a JSON number can not carry', async () => {
      const sent = async (body: string): Promise<any> =>
        (await root.request('POST', '/r/lib.Book/', { body: `{"added":"2026-01-01T00:00:00Z",${body}}` })).body;
      expect(await sent('"price":"123456.78"')).toMatchObject({ price: '123456.78' });
      expect(await sent('"price":1.00000000000000000001')).toMatchObject({ price: ['Too long for a JSON number: send a string.'] });
      expect(await sent('"pages":9007199254740993')).toMatchObject({ pages: ['Too long for a JSON number: send a string.'] });
      expect(await sent('"pages":1.5')).toMatchObject({ pages: ['A valid integer is required.'] });
      expect(await sent('"pages":3000000000')).toMatchObject(
        dialect === 'postgres' ? { pages: [expect.stringContaining('between')] } : { pages: 3000000000 },
      );
      expect(await sent('"price":"1e5"')).toMatchObject({ price: ['A valid number is required.'] });
      expect(await sent('"price":"123456789.00"')).toMatchObject({ price: [expect.stringContaining('8 digits before')] });
      expect(await sent('"title":"a\\u0000b"')).toMatchObject({ title: ['Null characters are not allowed.'] });
      expect(await sent('"title":"\\ud800"')).toMatchObject({ title: ['The text has half a character in it.'] });
    });

    it('ignores what is made by the database, and what a row carries beside its fields', async () => {
      const row = (await root.get('/r/lib.Book/3/')).body;
      const answer = await root.post('/r/lib.Book/', { ...row, id: 3, _label: 'x', author_label: 'y', genre_display: 'z' });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ id: 9, title: row.title, tags: row.tags });
    });

    it('wants the key of a model whose key is not made for it', async () => {
      expect((await root.post('/r/lib.Chapter/', { heading: 'x' })).body).toMatchObject({
        book: ['This field is required.'],
        number: ['This field is required.'],
      });
      const made = await root.post('/r/lib.Chapter/', { book: 8, number: 7, heading: 'x' });
      expect([made.status, made.body.pk, made.headers.get('location')]).toEqual([201, '8~7', 'http://admin.test/api/r/lib.Chapter/8~7/']);
      const twice = await root.post('/r/lib.Chapter/', { book: 8, number: 7 });
      expect([twice.status, twice.body.non_field_errors]).toEqual([400, ['The fields book, number must make a unique set.']]);
    });

    it('refuses a body that is no object of JSON, in the contract’s order', async () => {
      const clerk = await service.user({ username: 'clerk', permissions: ['lib.book:view_book'] });
      expect((await clerk.request('POST', '/r/lib.Book/', { body: '{', headers: { 'content-type': 'text/plain' } })).status).toBe(403);
      expect((await root.request('POST', '/r/lib.Book/', { body: '{', headers: { 'content-type': 'text/plain' } })).status).toBe(415);
      expect((await root.request('POST', '/r/lib.Book/', { body: '{' })).body.code).toBe('parse_error');
      for (const body of ['[]', '1', 'null', '"x"']) expect((await root.request('POST', '/r/lib.Book/', { body })).status).toBe(400);
      expect((await root.request('POST', '/r/lib.Book/', { body: `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}` })).body.code).toBe(
        'parse_error',
      );
      expect((await root.request('POST', '/r/lib.Book/', { body: '{"__proto__":{"x":1}}' })).body).toMatchObject({
        added: [expect.any(String)],
      });
    });
  });

  describe('PATCH', () => {
    it('changes what is other than stored, and records that alone', async () => {
      const row = (await root.get('/r/lib.Book/1/')).body;
      const answer = await root.patch('/r/lib.Book/1/', { ...row, title: 'Changed', pages: String(row.pages), tags: [2, 1] });
      expect(answer.body).toMatchObject({ title: 'Changed', tags: [1, 2] });
      const [entry] = await entries();
      const { body } = await root.get(`/r/admin.AdminAuditLog/${entry.id}/`);
      expect(body).toMatchObject({ action: 'update', model_label: 'lib.Book', object_pk: '1', object_repr: 'Changed', status: 'ok' });
      expect(Object.keys(body.diff).sort()).toEqual(['tags', 'title']);
      expect(body.diff.title).toEqual([row.title, 'Changed']);
    });

    it('writes nothing where nothing is other', async () => {
      const row = await root.get('/r/lib.Book/1/');
      const same = {
        ...row.body,
        price: Number(row.body.price),
        added: row.body.added?.replace('Z', '+00:00'),
        author: String(row.body.author),
      };
      const answer = await root.patch('/r/lib.Book/1/', same);
      expect([answer.status, answer.text]).toEqual([200, row.text]);
      expect(await entries()).toEqual([]);
    });

    it('does not even look at a stored value that is sent back, were it wrong by now', async () => {
      await service.database.query("UPDATE book SET genre = 'gone', published = '1999-12-31' WHERE id = 3");
      const answer = await root.patch('/r/lib.Book/3/', { genre: 'gone', title: 'New' });
      expect([answer.status, answer.body.genre, answer.body.title]).toEqual([200, 'gone', 'New']);
      expect((await root.patch('/r/lib.Book/3/', { genre: 'gone too' })).status).toBe(400);
    });

    it('takes an empty text for null where it is no value', async () => {
      const answer = await root.patch('/r/lib.Book/1/', { pages: '', published: '', genre: '', author: '', title: '', in_print: '' });
      expect(answer.body).toMatchObject({ pages: null, published: null, genre: null, author: null, title: '', in_print: null });
      expect((await root.patch('/r/lib.Book/1/', { added: '' })).body).toMatchObject({ added: ['This field may not be null.'] });
      expect((await root.patch('/r/lib.Tag/1/', { name: null })).body).toMatchObject({ name: ['This field may not be null.'] });
    });

    it('keeps a key as it is', async () => {
      const same = await root.patch('/r/lib.Chapter/1~1/', { book: '1', number: 1, heading: 'new' });
      expect([same.status, same.body.heading]).toEqual([200, 'new']);
      expect((await root.patch('/r/lib.Chapter/1~1/', { number: 9 })).body).toMatchObject({ number: ['A key can not be changed.'] });
      expect((await root.patch('/r/lib.Book/1/', { id: 77, title: 'x' })).body).toMatchObject({ id: 1, title: 'x' });
    });

    it('says which row has a unique value already', async () => {
      expect((await root.patch('/r/lib.Tag/1/', { name: 'green' })).body).toMatchObject({ name: ['Tag with this name already exists.'] });
      expect((await root.patch('/r/lib.Tag/1/', { name: 'red' })).status).toBe(200);
    });

    it('holds an If-Match against the row under its lock', async () => {
      const read = await root.get('/r/lib.Book/2/');
      const tag = read.headers.get('etag') ?? '';
      const first = await root.patch('/r/lib.Book/2/', { title: 'first' }, { 'if-match': tag });
      expect(first.status).toBe(200);
      const second = await root.patch('/r/lib.Book/2/', { title: 'second' }, { 'if-match': tag });
      expect([second.status, second.body.code, second.body.current]).toEqual([412, 'conflict', first.body]);
      expect((await stored(2)).title).toBe('first');
      for (const header of ['W/"x"', '"x", "y"', `W/W/${first.headers.get('etag')}`])
        expect((await root.patch('/r/lib.Book/2/', { title: 'x' }, { 'if-match': header })).status).toBe(412);
      // A proxy that compresses the response makes its tag weak.
      for (const header of [`"x", ${first.headers.get('etag')}`, '*', `W/${first.headers.get('etag')}`])
        expect((await root.patch('/r/lib.Book/2/', { title: 'first' }, { 'if-match': header })).status).toBe(200);
      expect((await root.delete('/r/lib.Book/2/', { 'if-match': tag })).status).toBe(412);
    });

    it('is a 404 for a row that is not there, or can not be', async () => {
      for (const path of ['/r/lib.Book/999/', '/r/lib.Book/abc/', '/r/lib.Chapter/1/', '/r/lib.Nothing/1/']) {
        expect([path, (await root.patch(path, {})).status]).toEqual([path, 404]);
        expect([path, (await root.delete(path)).status]).toEqual([path, 404]);
      }
      expect((await root.patch('/r/lib.Book/1/?x=1', {})).body).toMatchObject({ x: ['Unknown parameter.'] });
    });
  });

  describe('DELETE', () => {
    it('takes the row and what goes with it, and says in the log what that was', async () => {
      const row = (await root.get('/r/lib.Book/8/')).body;
      const answer = await root.delete('/r/lib.Book/8/');
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await root.get('/r/lib.Book/8/')).status).toBe(404);
      const [entry] = await entries();
      const { body } = await root.get(`/r/admin.AdminAuditLog/${entry.id}/`);
      expect(body).toMatchObject({ action: 'delete', object_pk: '8', targets_count: row.tags.length });
      expect(body.diff.title ?? [null, null]).toEqual([row.title, null]);
    });

    it('is refused where other rows need it, with those named', async () => {
      const answer = await root.delete('/r/lib.Author/1/');
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'protected',
        blocked_by: [{ model: 'lib.Chapter', verbose_name: 'chapter', count: expect.any(Number) }],
      });
      expect(await entries()).toEqual([]);
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import type { Answer } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const books = makeBooks(97);
const idsOf = (answer: Answer): number[] => answer.body.results.map((row: { id: number }) => row.id);

describe.each(dialects)('paging on %s', (dialect) => {
  const { service, root: client } = serviceForAll(() => startLibrary({ dialect, books }));

  const orderings = fc
    .uniqueArray(fc.constantFrom('title', 'pages', 'price', 'rating', 'published', 'added', 'in_print', 'genre', 'author', 'pk', 'tags'), {
      minLength: 0,
      maxLength: 3,
    })
    .chain((names) => fc.tuple(...names.map((name) => fc.boolean().map((down) => (down ? `-${name}` : name)))))
    .map((names) => names.join(','));

  it('yields every row once when pages are walked by number, by next and by previous, under any ordering', async () => {
    await fc.assert(
      fc.asyncProperty(orderings, fc.integer({ min: 1, max: 40 }), async (ordering, size) => {
        const address = `/r/lib.Book/?page_size=${size}${ordering === '' ? '' : `&ordering=${ordering}`}`;
        const byNumber: number[] = [];
        const pages = Math.ceil(books.length / size);
        for (let page = 1; page <= pages; page++) byNumber.push(...idsOf(await client.get(`${address}&page=${page}`)));
        expect(new Set(byNumber).size).toBe(books.length);
        expect(byNumber.length).toBe(books.length);
        const byNext: number[] = [];
        let answer = await client.get(address);
        let last = answer;
        for (;;) {
          expect(answer.status).toBe(200);
          expect(answer.body.count).toBe(books.length);
          byNext.push(...idsOf(answer));
          last = answer;
          if (answer.body.next === null) break;
          answer = await client.get(answer.body.next);
        }
        expect(byNext).toEqual(byNumber);
        const byPrevious = [idsOf(last)];
        while (last.body.previous !== null) {
          last = await client.get(last.body.previous);
          byPrevious.unshift(idsOf(last));
        }
        expect(byPrevious.flat()).toEqual(byNumber);
      }),
      { numRuns: 25 },
    );
  });

  it('gives cursors only where the sort is over own not-null columns in one direction', async () => {
    const next = async (ordering: string): Promise<string> => (await client.get(`/r/lib.Book/?page_size=5&ordering=${ordering}`)).body.next;
    expect(await next('-pk')).toContain('after=');
    expect(await next('title')).not.toContain('after=');
    expect(await next('added,-pk')).not.toContain('after=');
    if (dialect === 'postgres') expect(await next('added')).toContain('after=');
  });

  it('carries the count of the first page, and answers an empty page by cursor with 200', async () => {
    const first = await client.get('/r/lib.Book/?page_size=90');
    await service.database.execute('DELETE FROM chapter; DELETE FROM book WHERE id <= 7');
    const next = await client.get(first.body.next);
    expect(next.status).toBe(200);
    expect(next.body).toMatchObject({ results: [], next: null, count: 97, count_exact: true });
  });

  it('refuses a cursor that is forged, of another list or of another user', async () => {
    const { body } = await client.get('/r/lib.Book/?page_size=5&genre=poem');
    const after = new URL(body.next).searchParams.get('after');
    expect(after).not.toBeNull();
    const other = await service.user({ username: 'other', permissions: ['lib.book:view_book'] });
    const refused = [
      await client.get(`/r/lib.Book/?page_size=5&after=${after}`),
      await client.get(`/r/lib.Book/?page_size=5&genre=poem&ordering=pk&after=${after}`),
      await client.get(`/r/lib.Book/?page_size=5&genre=poem&after=${after}x`),
      await client.get('/r/lib.Book/?after=W1sxXSwxLDFd.AAAAAAAAAAAAAAAAAAAAAA'),
      await other.get(`/r/lib.Book/?page_size=5&genre=poem&after=${after}`),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ after: ['This position does not belong to this list.'], detail: expect.any(String) });
    }
    expect((await client.get(`/r/lib.Book/?page_size=7&genre=poem&after=${after}`)).status).toBe(200);
  });

  it('keeps the other parameters in next and previous, as absolute addresses', async () => {
    const { body } = await client.get('/r/lib.Book/?genre=poem&page_size=3&page=2&ordering=title');
    const next = new URL(body.next);
    expect(next.origin + next.pathname).toBe('http://admin.test/api/r/lib.Book/');
    expect(Object.fromEntries(next.searchParams)).toEqual({ genre: 'poem', page_size: '3', page: '3', ordering: 'title' });
    expect(new URL(body.previous).searchParams.get('page')).toBe('1');
  });
});

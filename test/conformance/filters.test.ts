import fc from 'fast-check';
import { exportCsv } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Book, makeBooks, startLibrary } from '../support/library.ts';
import { serviceForAll } from '../support/started-service.ts';

type Test = (book: Book) => boolean;
interface Filter {
  readonly query: string;
  readonly test: Test;
}

const books = makeBooks();
const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
const query = (name: string, value: string): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
const microseconds = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('Z', '').split('.');
  return BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
};

/** What each ordered type's values are compared as. */
const ordered = {
  id: { values: ['1', '30', '60', '999'], read: (book: Book) => book.id, parse: Number },
  pages: { values: ['-5', '0', '1', '100', '2147483647'], read: (book: Book) => book.pages, parse: Number },
  price: {
    values: ['9.9', '9.90', '0', '-1.50', '123456.78', '10'],
    read: (book: Book) => (book.price === null ? null : Number(book.price)),
    parse: Number,
  },
  rating: { values: ['0.5', '-2.25', '4.75', '1e0'], read: (book: Book) => book.rating, parse: Number },
  published: { values: ['2020-01-01', '2020-02-29', '1999-12-31'], read: (book: Book) => book.published, parse: String },
  added: {
    values: ['2026-01-01', '2026-01-01T23:59:59.999999Z', '2026-01-02T01:00:00+01:00', '2025-06-01T12:30:00.5Z'],
    read: (book: Book) => microseconds(book.added),
    parse: (text: string) =>
      text.includes('+01:00') ? microseconds('2026-01-02T00:00:00Z') : microseconds(text.includes('T') ? text : `${text}T00:00:00Z`),
  },
  author: { values: ['1', '2', '3', '4'], read: (book: Book) => book.author, parse: Number },
} as const;

type Comparable = string | number | bigint | null;

const orderedFilter = fc.constantFrom(...Object.keys(ordered)).chain((name) => {
  const { values, read, parse } = ordered[name as keyof typeof ordered] as {
    values: readonly string[];
    read: (book: Book) => Comparable;
    parse: (text: string) => Comparable;
  };
  const compare = (lookup: string, left: Comparable, right: Comparable): boolean => {
    if (left === null || right === null) return false;
    if (lookup === 'gte') return left >= right;
    if (lookup === 'lte') return left <= right;
    if (lookup === 'gt') return left > right;
    return lookup === 'lt' ? left < right : left === right;
  };
  return fc
    .record({
      lookup: fc.constantFrom('', 'exact', 'gte', 'lte', 'gt', 'lt', 'in'),
      picked: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
    })
    .map(
      ({ lookup, picked }): Filter => ({
        query:
          lookup === 'in'
            ? query(`${name}__in`, picked.join(','))
            : picked.map((value) => query(lookup === '' ? name : `${name}__${lookup}`, value)).join('&'),
        test: (book) => picked.some((value) => compare(lookup, read(book), parse(value))),
      }),
    );
});

const textFilter = fc.oneof(
  fc.constantFrom('ärger', 'ÉTÉ', '%', '_', '\\', 'война', 'Ин', '😀', "o'n", 'PLA', 'ς', 'a, b').map(
    (text): Filter => ({
      query: query('title__icontains', text),
      test: (book) => book.title !== null && fold(book.title).includes(fold(text)),
    }),
  ),
  fc.uniqueArray(fc.constantFrom<string>('ärger', 'Ärger', 'a, b', 'plain', '100% sure', '😀 smile'), { minLength: 2, maxLength: 3 }).map(
    (picked): Filter => ({
      query: picked.map((value) => query('title__in', value)).join('&'),
      test: (book) => book.title !== null && picked.includes(book.title),
    }),
  ),
  fc.constantFrom('ärger', 'PLAIN', "O'Neil").map((text): Filter => ({ query: query('title', text), test: (book) => book.title === text })),
);

const otherFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.constantFrom('title', 'pages', 'price', 'rating', 'published', 'in_print', 'genre', 'author').chain((name) =>
    fc.boolean().map(
      (isNull): Filter => ({
        query: query(`${name}__isnull`, String(isNull)),
        test: (book) => (book[name as keyof Book] === null) === isNull,
      }),
    ),
  ),
  fc
    .constantFrom('true', 'false', '1', '0', 'yes', 'no')
    .map((text): Filter => ({ query: query('in_print', text), test: (book) => book.in_print === ['true', '1', 'yes'].includes(text) })),
  fc.subarray(['novel', 'poem', 'essay'], { minLength: 1 }).map(
    (picked): Filter => ({
      query: query('genre__in', picked.join(',')),
      test: (book) => book.genre !== null && picked.includes(book.genre),
    }),
  ),
  fc
    .subarray([1, 2, 3], { minLength: 1 })
    .map(
      (picked): Filter => ({ query: query('tags__in', picked.join(',')), test: (book) => book.tags.some((tag) => picked.includes(tag)) }),
    ),
  fc
    .boolean()
    .map((isNull): Filter => ({ query: query('tags__isnull', String(isNull)), test: (book) => (book.tags.length === 0) === isNull })),
  fc.constantFrom('DE', 'RU', 'FR', 'XX').map(
    (country): Filter => ({
      query: query('author__country', country),
      test: (book) => ['DE', 'RU', 'FR'].indexOf(country) + 1 === book.author && country !== 'XX',
    }),
  ),
  fc
    .boolean()
    .map(
      (isNull): Filter => ({ query: query('author__country__isnull', String(isNull)), test: (book) => (book.author === null) === isNull }),
    ),
  fc
    .subarray([1, 7, 59, 60], { minLength: 1 })
    .map((picked): Filter => ({ query: query('pk__in', picked.join(',')), test: (book) => picked.includes(book.id) })),
  fc
    .constantFrom('2026-01-01', '2026-01-02', '2020-01-01')
    .map((day): Filter => ({ query: query('added__date', day), test: (book) => book.added.startsWith(day) })),
  fc.constant<Filter>({ query: 'title=&pages__gte=', test: () => true }),
);

/** Lookups in texts. */
const inTexts: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  iexact: (text, part) => fold(text) === fold(part),
  contains: (text, part) => text.includes(part),
  startswith: (text, part) => text.startsWith(part),
  istartswith: (text, part) => fold(text).startsWith(fold(part)),
  endswith: (text, part) => text.endsWith(part),
  iendswith: (text, part) => fold(text).endsWith(fold(part)),
};

const moreFilters: fc.Arbitrary<Filter> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...Object.keys(inTexts)),
      fc.uniqueArray(fc.constantFrom('ärger', 'Ä', 'PLA', 'n', '100%', 'a_b', '\\b', 'ΟΔΟΣ', '😀', '*', '[', "o'n", 'мир'), {
        minLength: 1,
        maxLength: 2,
      }),
    )
    .map(
      ([lookup, parts]): Filter => ({
        query: parts.map((part) => query(`title__${lookup}`, part)).join('&'),
        test: ({ title }) => title !== null && parts.some((part) => inTexts[lookup]?.(title, part)),
      }),
    ),
  fc
    .boolean()
    .map(
      (isEmpty): Filter => ({ query: query('title__isempty', String(isEmpty)), test: ({ title }) => ((title ?? '') === '') === isEmpty }),
    ),
  fc.constantFrom(...Object.keys(ordered)).chain((name) => {
    const { values, read, parse } = ordered[name as keyof typeof ordered] as {
      values: readonly string[];
      read: (book: Book) => Comparable;
      parse: (text: string) => Comparable;
    };
    return fc.tuple(fc.constantFrom(...values), fc.constantFrom(...values)).map(
      ([low, high]): Filter => ({
        query: query(`${name}__range`, `${low},${high}`),
        test: (book) => {
          const [value, from, to] = [read(book), parse(low), parse(high)];
          return value !== null && from !== null && to !== null && value >= from && value <= to;
        },
      }),
    );
  }),
  fc
    .constantFrom('2020', '1999', '2026', '9999')
    .map((year): Filter => ({ query: query('published__year', year), test: ({ published }) => published?.startsWith(year) === true })),
  fc
    .constantFrom('2025', '2026', '1')
    .map((year): Filter => ({ query: query('added__year', year), test: ({ added }) => added.startsWith(`${year}-`) })),
);

const lookupEnd = /__(in|isnull|gte|lte|gt|lt|range|date|year|isempty|i?exact|i?contains|i?startswith|i?endswith)$/;

/** The opposite of a filter: also met where a value is missing. */
function opposite({ query: text, test }: Filter): Filter {
  const parts = text.split('&').map((part) => {
    const [name = '', value = ''] = part.split('=');
    return `${lookupEnd.test(name) ? name.replace(lookupEnd, '__not__$1') : `${name}__not`}=${value}`;
  });
  return { query: parts.join('&'), test: (book) => !test(book) };
}

const plainFilter = fc.oneof(orderedFilter, textFilter, otherFilter, moreFilters).filter((filter) => !filter.query.startsWith('title=&'));

/** What `_filter` takes, and the rows that it is to find. */
interface Group {
  readonly json: object;
  readonly test: Test;
}

const { group } = fc.letrec<{ group: Group }>((tie) => ({
  group: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    plainFilter.map((filter): Group => {
      const values = [...new URLSearchParams(filter.query)];
      return { json: { [values[0]?.[0] ?? '']: values.map(([, value]) => value) }, test: filter.test };
    }),
    fc.array(tie('group'), { minLength: 1, maxLength: 3 }).map(
      (parts): Group => ({
        json: { or: parts.map(({ json }) => json) },
        test: (book) => parts.some(({ test }) => test(book)),
      }),
    ),
    fc.array(tie('group'), { minLength: 1, maxLength: 3 }).map(
      (parts): Group => ({
        json: { and: parts.map(({ json }) => json) },
        test: (book) => parts.every(({ test }) => test(book)),
      }),
    ),
    tie('group').map(({ json, test }): Group => ({ json: { not: json }, test: (book) => !test(book) })),
  ),
}));

const groupFilter = group.map(({ json, test }): Filter => ({ query: query('_filter', JSON.stringify(json)), test }));

const authors = ['', 'Ännchen', 'Boris', 'Chloé'];
const search = fc
  .uniqueArray(fc.constantFrom('ÄNNCHEN', 'bor', 'chloÉ', 'plain', '100%', 'мир', '"a, b"'), { minLength: 1, maxLength: 2 })
  .map(
    (words): Filter => ({
      query: query('search', words.join('  ')),
      test: (book) =>
        words.every((word) => {
          const text = fold(word.replaceAll('"', ''));
          return fold(book.title ?? '').includes(text) || fold(book.author === null ? '' : (authors[book.author] ?? '')).includes(text);
        }),
    }),
  );

describe.each(dialects)('filters on %s', (dialect) => {
  const { root: client, service } = serviceForAll(() => startLibrary({ dialect, books, adminActions: [exportCsv('lib.Book')] }));

  it.each(['and', 'or', 'not'])('takes as many comparisons as are allowed, in one group: %s', async (kind) => {
    const pages = Array.from({ length: 1000 }, (_, index) => ({ pages__gte: kind === 'and' ? -index : 100 + index }));
    const condition = kind === 'not' ? { not: { or: pages } } : { [kind]: pages };
    const { status, body } = await client.get(`/r/lib.Book/?page_size=200&_filter=${encodeURIComponent(JSON.stringify(condition))}`);
    const isFound = ({ pages: own }: Book): boolean =>
      kind === 'not' ? own === null || own < 100 : own !== null && own >= (kind === 'and' ? 0 : 100);
    expect([status, body.count]).toEqual([200, books.filter(isFound).length]);
  });

  it('answers exactly the rows that a plain filter over them finds', async () => {
    const filters = fc.array(
      fc.oneof(orderedFilter, textFilter, otherFilter, search, moreFilters, plainFilter.map(opposite), groupFilter),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        const names = chosen.flatMap((filter) => filter.query.split('&').map((part) => part.split('=')[0]));
        // The same parameter twice means any of its values: the oracle takes one filter for each.
        fc.pre(new Set(names).size === names.length || chosen.length === 1);
        const { status, body } = await client.get(
          `/r/lib.Book/?page_size=200&ordering=pk&${chosen.map((filter) => filter.query).join('&')}`,
        );
        expect([chosen.map((filter) => filter.query), status]).toEqual([chosen.map((filter) => filter.query), 200]);
        const expected = books.filter((book) => chosen.every((filter) => filter.test(book))).map((book) => book.id);
        expect([chosen.map((filter) => filter.query), body.results.map((row: Book) => row.id)]).toEqual([
          chosen.map((filter) => filter.query),
          expected,
        ]);
        expect(body.count).toBe(expected.length);
      }),
      { numRuns: 600 },
    );
  });

  it('takes groups in runs of actions and in links to other pages, and names what is wrong in them', async () => {
    const text = JSON.stringify({ or: [{ genre: 'poem' }, { not: { pages__gte: 1 } }] });
    const { body } = await client.get(`/r/lib.Book/?page_size=5&${query('_filter', text)}`);
    expect(new URL(body.next).searchParams.get('_filter')).toBe(text);
    const file = await client.post('/r/lib.Book/action/export_book/', { all_filtered: true, params: { _filter: text } });
    expect([file.status, file.text.trim().split('\n').length - 1]).toEqual([200, body.count]);
    const bad: readonly (readonly [unknown, string])[] = [
      ['{', 'This is no JSON.'],
      ['[1]', 'A group is an object of filters, "and", "or" and "not".'],
      ['{"or": []}', '"or" is a list of groups.'],
      ['{"or": {"genre": "poem"}}', '"or" is a list of groups.'],
      ['{"genre": null}', 'genre: a value is a text, a number, true, false, or a list of these.'],
      ['{"genre": "x"}', 'genre: "x" is not a valid choice.'],
      ['{"pages__icontains": 1}', 'pages__icontains: The lookup "icontains" does not fit this field.'],
      ['{"nope": 1}', 'Unknown filter "nope".'],
      ['{"not":{"not":{"not":{"not":{"not":{"genre":"poem"}}}}}}', 'Groups stand at most 5 deep.'],
    ];
    for (const [given, message] of bad) {
      const answer = await client.get(`/r/lib.Book/?${query('_filter', String(given))}`);
      expect([given, answer.status, answer.body]).toEqual([given, 400, { _filter: [message], detail: `_filter: ${message}` }]);
    }
  });

  it('tells nothing of fields that the user may not read', async () => {
    const reader = await service.user({ username: 'reader', permissions: ['lib.book:view_book'] });
    for (const filter of ['{"author__name__gte": "x"}', '{"author__name": 1}', '{"author__nope": 1}']) {
      const { status, body } = await reader.get(`/r/lib.Book/?${query('_filter', filter)}`);
      const name = Object.keys(JSON.parse(filter) as object)[0];
      expect([status, body._filter]).toEqual([400, [`Unknown filter "${name}".`]]);
    }
  });
});

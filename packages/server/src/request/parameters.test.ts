import { reservedParameters } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../test-models/models.ts';
import { parseListRequest, parseHistoryRequest, parseSuggestionsRequest, refuseParameters, searchWords } from './parameters.ts';

const sizes = { pageSize: 50, maxPageSize: 200 };
const list = (query: string) => parseListRequest(new URLSearchParams(query), sizes);
const positive = ['Must be a positive integer.'];

describe('parseListRequest', () => {
  it('has defaults for everything', () => {
    expect(list('')).toEqual({ page: 1, pageSize: 50, ordering: [], search: [], isOfTrash: false, filters: [], cursor: undefined });
    expect(list('page=&page_size=&search=&after=&before=&ordering=')).toEqual(list(''));
  });

  it.each([
    ['page=3', { page: 3 }],
    ['page=007', { page: 7 }],
    ['page=99999999999999999999', { page: Number.MAX_SAFE_INTEGER }],
    ['page_size=1', { pageSize: 1 }],
    ['page_size=200', { pageSize: 200 }],
    ['page_size=201', { pageSize: 200 }],
    ['ordering=-a,b', { ordering: ['-a', 'b'] }],
    ['ordering=%20a%20,,%20', { ordering: ['a'] }],
    ['search=a%20b', { search: ['a', 'b'] }],
    ['after=x', { cursor: { direction: 'after', token: 'x' } }],
    ['before=x', { cursor: { direction: 'before', token: 'x' } }],
    ['after=&before=x', { cursor: { direction: 'before', token: 'x' } }],
    [
      'a=1&b=2&a=3',
      {
        filters: [
          { name: 'a', values: ['1', '3'] },
          { name: 'b', values: ['2'] },
        ],
      },
    ],
    ['a=', { filters: [{ name: 'a', values: [''] }] }],
    ['__proto__=1', { filters: [{ name: '__proto__', values: ['1'] }] }],
  ])('reads %s', (query, expected) => expect(list(query)).toEqual({ ...list(''), ...expected }));

  it('takes no reserved parameter for a filter', () => {
    const query = reservedParameters.filter((name) => name !== 'before').map((name) => `${name}=1`);
    expect(list(query.join('&')).filters).toEqual([]);
    expect(reservedParameters).toContain('page');
  });

  it.each(['0', '-1', '1.5', 'x', '1x', 'x1', ' 1', '1e3', '0000', '1'.repeat(101)])('refuses %j as a page, and as its size', (value) => {
    expect(refusalOf(() => list(`page=${value}`))).toMatchObject({ code: 'invalid', fields: { page: positive } });
    expect(refusalOf(() => list(`page_size=${value}`))).toMatchObject({ code: 'invalid', fields: { page_size: positive } });
  });

  it('reads numbers of up to 100 digits', () => {
    expect(list(`page=${'1'.repeat(100)}`).page).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('names every malformed parameter at once', () => {
    expect(refusalOf(() => list('page=x&page_size=y&search=%00&after=a&before=b'))?.fields).toEqual({
      page: positive,
      page_size: positive,
      search: ['Null characters are not allowed.'],
      before: ['Can not be combined with "after".'],
    });
  });
});

describe('searchWords', () => {
  it.each([
    ['', []],
    ['  ', []],
    [' a  b\tc ', ['a', 'b', 'c']],
    ['"a b" c', ['a b', 'c']],
    ['" a "', ['a']],
    ['"  "', []],
    ['""', []],
    ['a"b', ['a', 'b']],
    ['"a', ['a']],
    ['é😀', ['é😀']],
  ])('splits %j', (text, words) => expect(searchWords(text)).toEqual(words));

  it('takes ten words and 200 characters, and no more', () => {
    const words = Array.from({ length: 10 }, (_, index) => `w${index}`);
    expect(searchWords(words.join(' '))).toEqual(words);
    expect(String(searchWords([...words, 'x'].join(' ')))).toBe('At most 10 words.');
    expect(searchWords('x'.repeat(200))).toEqual(['x'.repeat(200)]);
    expect(String(searchWords('x'.repeat(201)))).toBe('At most 200 characters.');
    expect(String(searchWords('a\0'))).toBe('Null characters are not allowed.');
  });
});

describe('parseSuggestionsRequest', () => {
  const suggestions = (query: string) => parseSuggestionsRequest(new URLSearchParams(query));

  it('reads the text, its words and the page', () => {
    expect(suggestions('')).toEqual({ text: '', words: [], page: 1 });
    expect(suggestions('q=%20a%20b%20&page=2&format=json')).toEqual({ text: 'a b', words: ['a', 'b'], page: 2 });
  });

  it('names every parameter that is malformed or unknown', () => {
    expect(refusalOf(() => suggestions(`q=${'x'.repeat(201)}&page=0&limit=1`))?.fields).toEqual({
      limit: ['Unknown parameter.'],
      q: ['At most 200 characters.'],
      page: positive,
    });
  });
});

describe('refuseParameters', () => {
  it('lets "format" pass, and names each other one once', () => {
    expect(refusalOf(() => refuseParameters(new URLSearchParams('format=json')))).toBeUndefined();
    expect(refusalOf(() => refuseParameters(new URLSearchParams('a=1&b=2&a=3')))?.fields).toEqual({
      a: ['Unknown parameter.'],
      b: ['Unknown parameter.'],
    });
  });
});

describe('parseHistoryRequest', () => {
  const page = (query: string) => parseHistoryRequest(new URLSearchParams(query), sizes);

  it('reads the number and the size, up to the largest one', () => {
    expect(page('')).toEqual({ number: 1, size: 50, isOfTrash: false });
    expect(page('page=2&page_size=10&format=json&_trash=only')).toEqual({ number: 2, size: 10, isOfTrash: true });
    expect(page('page_size=1000')).toEqual({ number: 1, size: 200, isOfTrash: false });
  });

  it('names every parameter that is malformed or unknown', () => {
    expect(refusalOf(() => page('page=0&page_size=x&q=1'))?.fields).toEqual({
      q: ['Unknown parameter.'],
      page: positive,
      page_size: positive,
    });
  });
});

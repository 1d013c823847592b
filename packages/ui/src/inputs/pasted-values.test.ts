import { describe, expect, it } from 'vitest';
import { fitting, pastedColumn, separated } from './pasted-values.ts';

describe('the values of a text', () => {
  it.each<[string, readonly string[]]>([
    ['A-17\nA-18\r\nA-19\n', ['A-17', 'A-18', 'A-19']],
    ['A-17\tA-18\nA-19\tA-20', ['A-17', 'A-18', 'A-19', 'A-20']],
    ['A-17; A-18;', ['A-17', 'A-18']],
    ['A-17, A-18,A-17', ['A-17', 'A-18']],
    ['Smith, John\nDoe, Jane', ['Smith, John', 'Doe, Jane']],
    ['Smith, John; Doe, Jane', ['Smith, John', 'Doe, Jane']],
    ['A-17,\n\u00a0A-18,', ['A-17', 'A-18']],
    [' , ;\n', []],
  ])('%j', (text, values) => {
    expect(separated(text)).toEqual(values);
  });
});

describe('what is pasted into a search', () => {
  it('is a list where it is a column, or has separators and no spaces', () => {
    expect(pastedColumn('A-17\nA-18')).toEqual(['A-17', 'A-18']);
    expect(pastedColumn('Ada Lovelace\tBob Ross')).toEqual(['Ada Lovelace', 'Bob Ross']);
    expect(pastedColumn('A-17;A-18')).toEqual(['A-17', 'A-18']);
    expect(pastedColumn('A-17, A-18, A-19')).toEqual(['A-17', 'A-18', 'A-19']);
  });

  it.each(['A-17', 'A-17\n', 'Lovelace, Ada', 'a,b', 'One Street, Berlin, Germany', 'first part; second part', ''])(
    'is searched for as it is otherwise: %j',
    (text) => {
      expect(pastedColumn(text)).toBeUndefined();
    },
  );
});

describe('the values that fit into a filter', () => {
  it('are a thousand, as long as an address has room for them', () => {
    const many = (count: number, length: number): string[] =>
      Array.from({ length: count }, (_, index) => String(index).padStart(length, '0'));
    expect(fitting(many(1000, 36))).toBe(1000);
    expect(fitting(many(1001, 4))).toBe(1000);
    expect(fitting(many(1000, 97))).toBe(480);
    expect(fitting(['é'.repeat(8000)])).toBe(0);
    expect(fitting([])).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { stagesOf, wordsOf } from './dockerfile.ts';

describe('stagesOf', () => {
  it('reads stages, flags and continued lines', () => {
    const text = '# c\nFROM node:24 AS one\nRUN a \\\n  # no\n  && b\n\nFROM node:24-slim\nCOPY --from=one --chown=a:b /x ./\n';
    expect(stagesOf(text)).toEqual([
      { name: 'one', image: 'node:24', instructions: [{ name: 'RUN', text: 'a && b', flags: {} }] },
      { name: '', image: 'node:24-slim', instructions: [{ name: 'COPY', text: '/x ./', flags: { from: 'one', chown: 'a:b' } }] },
    ]);
  });

  it('refuses what it does not understand', () => {
    expect(() => stagesOf('RUN x')).toThrow('Not understood: RUN x');
    expect(() => stagesOf('FROM a\nfoo')).toThrow('Not understood: foo');
    expect(() => stagesOf('FROM a b c')).toThrow('Not understood');
  });
});

it('wordsOf reads JSON arrays alone', () => {
  expect(wordsOf({ name: 'CMD', text: '["a", "b c"]' })).toEqual(['a', 'b c']);
  expect(() => wordsOf({ name: 'CMD', text: 'node a.js' })).toThrow('CMD is no JSON array');
  expect(() => wordsOf({ name: 'CMD', text: '[1]' })).toThrow('CMD is no JSON array');
});

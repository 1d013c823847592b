import { describe, expect, test } from 'vitest';
import { dialects } from '../../support/databases.ts';
import { fuzzJournal } from './fuzz.ts';

/** The short form of `npm run try -- journal`, with a seed that is always the same, and one that is new each time. */
describe.each(dialects)('%s', (dialect) => {
  test.each([
    ['the same worlds', 1],
    ['new worlds', 2 + Math.floor(Math.random() * 2 ** 30)],
  ])('random requests to %s: each changed row is in the journal, or its table is named as a gap', async (_, seed) => {
    const report = await fuzzJournal({ dialect, seed, requests: 120, perWorld: 40 });
    expect(
      report.problems,
      JSON.stringify(report, (_key, value: unknown) => (value instanceof Map ? [...value] : value)),
    ).toEqual([]);
    expect(report.changing).toBeGreaterThan(0);
  });
});

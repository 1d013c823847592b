import { describe, expect, test } from 'vitest';
import { dialects } from '../support/databases.ts';
import { fuzz } from './fuzz.ts';

/** The short form of `npm run try -- fuzz`, with a seed that is always the same, and one that is new each time. */
describe.each(dialects)('%s', (dialect) => {
  test.each([
    ['the first world', 1],
    ['a new world', 2 + Math.floor(Math.random() * 2 ** 30)],
  ])('a thousand random requests to %s: no answer is a failure, not as declared, or shows what its user may not see', async (_, seed) => {
    const report = await fuzz({ dialect, seed, requests: 1000, perWorld: 1000 });
    expect(report.problems.length, report.toText()).toBe(0);
  });
});

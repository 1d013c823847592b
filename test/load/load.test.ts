import { describe, expect, inject, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { problemsOf, runLoad } from './load.ts';

/** `npm run try -- load` does the same with more clients, for longer. */
describe.each(dialects)('twenty clients at work on %s', (dialect) => {
  it('are answered without an error', async () => {
    const server = dialect === 'postgres' ? inject('postgresUrl') : '';
    const result = await runLoad({ dialect, server, clients: 20, minutes: 0.1 });
    // A busy machine may refuse some of them.
    expect(problemsOf(result, true)).toEqual([]);
    expect(result.answers.length).toBeGreaterThan(40);
  });
});

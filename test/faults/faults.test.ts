import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, dialects } from '../support/databases.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { faults } from './faults.ts';
import { canMount, problemsOf, startDurable, tryFault } from './trial.ts';

/** Takes as long as a statement may take: test/hostile/lost-connections.test.ts has it with a short limit. */
const isLong = (name: string): boolean => name.startsWith('network: packets');

/** `npm run try -- faults` lets the same last longer, and prints what came of it. */
describe.skipIf(process.platform !== 'linux')('a service that writes, while something goes wrong', () => {
  const isMounting = canMount();
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (hasPostgres) server = await startDurable();
  });
  afterAll(() => server?.stop());

  const short = faults.filter(({ name }) => !isLong(name)).flatMap((fault) => fault.dialects.map((dialect) => ({ fault, dialect })));
  for (const { fault, dialect } of short.filter((one) => dialects.includes(one.dialect)))
    it(`loses nothing: ${fault.name}, on ${dialect}`, async ({ skip }) => {
      skip(fault.disk !== undefined && !isMounting, 'this user can not mount a small file system');
      const trial = await tryFault(fault, dialect, { server, seconds: 0.5 });
      expect(problemsOf(trial)).toEqual([]);
    }, 120_000);
});

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { readState } from './digests.ts';
import { fixtureAdmin } from './fixture-admin.ts';
import { loadFixture } from './load-fixture.ts';

const moments = Array.from({ length: 12 }, (_, index) => index + 1);
const program = fileURLToPath(new URL('migrate-process.ts', import.meta.url));

/** Migrates in a process of its own, which may be killed after so many milliseconds. @returns its exit code, and how long it took. */
function migrateApart(address: string, killAfter?: number): Promise<{ readonly code: number | null; readonly milliseconds: number }> {
  return new Promise((resolve) => {
    const child = fork(program, [address], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    let begun = 0;
    child.once('exit', (code) => resolve({ code, milliseconds: performance.now() - begun }));
    child.once('message', () => {
      begun = performance.now();
      child.send('go');
      if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
    });
  });
}

describe.each(dialects)('an upgrade on %s', (dialect) => {
  it('loses nothing where two processes run it at once', async () => {
    const database = await loadFixture(dialect);
    const runs = await Promise.all([1, 2, 3].map(() => migrateApart(database.address)));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await readState(database)).digests['auditLog']).toBe(database.manifest.digests['auditLog']);
    await checkWhole(database);
    await database.close();
  });

  describe('that is killed', () => {
    let whole = 0;

    beforeAll(async () => {
      const database = await loadFixture(dialect);
      whole = (await migrateApart(database.address)).milliseconds;
      await database.close();
    });

    it.each(moments)('loses nothing after %i thirteenths of its time, and is finished by the next run', async (moment) => {
      const database = await loadFixture(dialect);
      await migrateApart(database.address, (whole * moment) / 13);
      const admin = fixtureAdmin(database.source());
      await admin.operations.migrate();
      await admin.close();
      expect((await readState(database)).digests['auditLog']).toBe(database.manifest.digests['auditLog']);
      await checkWhole(database);
      await database.close();
    });
  });
});

/** Every sign-in is there once, tokens by a hash. */
async function checkWhole(database: Awaited<ReturnType<typeof loadFixture>>): Promise<void> {
  const rows = await database.query('SELECT id, kind, ends_at FROM grimoire_sign_in');
  expect(rows).toHaveLength(database.manifest.counts['grimoire_sign_in'] ?? 0);
  for (const { id, kind, ends_at: ends } of rows) {
    expect(String(id)).toMatch(/^[\w-]{43}$/);
    expect(ends === null).toBe(kind === 'session');
  }
  const { families } = database.manifest;
  const known = new Set(rows.map(({ id }) => id));
  for (const { accessTokens } of families) {
    const { sid } = JSON.parse(Buffer.from(accessTokens[0]?.split('.')[1] ?? '', 'base64url').toString());
    expect(known.has(sid)).toBe(false);
  }
}

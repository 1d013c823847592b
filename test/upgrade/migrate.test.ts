import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { readState } from './digests.ts';
import { fixtureAdmin } from './fixture-admin.ts';
import { loadFixture } from './load-fixture.ts';

const program = fileURLToPath(new URL('migrate-process.ts', import.meta.url));

/** Migrates in a process of its own. @param killAfter milliseconds; null lets it end. @returns its exit code, null where it was killed. */
function migrateApart(address: string, killAfter: number | null): Promise<number | null> {
  return new Promise((resolve) => {
    const child = fork(program, [address], { execArgv: [], stdio: 'ignore' });
    child.once('exit', (code) => resolve(code));
    child.once('message', () => {
      if (killAfter === null) child.send('go');
      else {
        child.send('go');
        setTimeout(() => child.kill('SIGKILL'), killAfter);
      }
    });
  });
}

describe.each(dialects)('an upgrade on %s', (dialect) => {
  it('loses nothing where two processes run it at once', async () => {
    const database = await loadFixture(dialect);
    const codes = await Promise.all([1, 2, 3].map(() => migrateApart(database.address, null)));
    expect(codes).toEqual([0, 0, 0]);
    expect((await readState(database)).digests['auditLog']).toBe(database.manifest.digests['auditLog']);
    await checkWhole(database);
    await database.close();
  });

  it('loses nothing where it is killed at any moment, and is finished by the next run', async () => {
    for (const killAfter of [0, 2, 5, 10, 20, 40]) {
      const database = await loadFixture(dialect);
      await migrateApart(database.address, killAfter);
      const admin = fixtureAdmin(database.source());
      await admin.migrate();
      await admin.close();
      expect([killAfter, (await readState(database)).digests['auditLog']]).toEqual([killAfter, database.manifest.digests['auditLog']]);
      await checkWhole(database);
      await database.close();
    }
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

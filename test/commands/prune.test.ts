import { model } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grimoireInProcess } from '../support/command.ts';
import { addUser, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';

describe.each(dialects)('grimoire prune on %s', (dialect) => {
  let database: TestDatabase;
  let at: readonly string[];
  const count = async (table: string): Promise<number> =>
    Number((await database.query(`SELECT count(*) AS n FROM grimoire_${table}`))[0]?.['n']);
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute('CREATE TABLE note (id integer PRIMARY KEY, name varchar(100))');
    at = ['--database', database.address];
  });
  afterAll(() => database.close());

  it('needs the own tables', async () => {
    expect(await grimoireInProcess(['prune', ...at])).toMatchObject({ code: 1, err: expect.stringContaining('grimoire migrate') });
  });

  it('deletes what has expired, and nothing else', async () => {
    await grimoireInProcess(['migrate', ...at]);
    await addUser(database, { username: 'root', isSuperuser: true });
    const series =
      dialect === 'sqlite'
        ? '(WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 6000) SELECT i FROM s)'
        : 'generate_series(1, 6000) AS s(i)';
    const now = Date.now();
    const old = now - 25 * 3600 * 1000;
    // More than one transaction deletes.
    await database.execute(`INSERT INTO grimoire_idempotency_key (id, body_hash, at) SELECT 'old ' || i, 'x', ${old} FROM ${series};
      INSERT INTO grimoire_idempotency_key (id, body_hash, at) VALUES ('new', 'x', ${now});
      INSERT INTO grimoire_login_attempt (account, address, device, at) VALUES ('a', 'b', '', ${old}), ('a', 'b', '', ${now})`);
    const before = await count('audit_log');
    expect((await grimoireInProcess(['prune', ...at])).out).toBe(
      'Deleted: 0 sign-ins, 6000 idempotency keys, 1 failed logins, values of 0 changed rows, 0 tokens of dry runs.\n',
    );
    expect([await count('idempotency_key'), await count('login_attempt'), await count('audit_log')]).toEqual([1, 1, before]);
    const { out } = await grimoireInProcess(['prune', '--json', ...at]);
    expect(JSON.parse(out)).toEqual({ sign_ins: 0, idempotency_keys: 0, login_attempts: 0, changed_rows: 0, previews: 0 });
  });

  it('deletes sign-ins that have expired, and none that has not', async () => {
    const models = [model('note', 't.Note')];
    const { service, root } = await serviceOfTest(
      startService({ dialect, setup: 'CREATE TABLE note (id integer PRIMARY KEY, name varchar(100))', models }),
    );
    const other = await service.user({ username: 'other', isSuperuser: true });
    await service.database.execute(
      "UPDATE grimoire_sign_in SET expires_at = 1 WHERE user_id = (SELECT id FROM grimoire_user WHERE username = 'other')",
    );
    expect(await service.admin.operations.prune()).toEqual({
      signIns: 1,
      idempotencyKeys: 0,
      loginAttempts: 0,
      changedRows: 0,
      previews: 0,
    });
    expect([(await root.get('/r/t.Note/')).status, (await other.get('/r/t.Note/')).status]).toEqual([200, 401]);
  });
});

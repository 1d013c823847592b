import { action, defineAdmin, model, postgres } from 'grimoire';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dialects, hasPostgres } from '../support/databases.ts';
import { Gate } from '../support/gate.ts';
import { signal } from '../support/signal.ts';
import { type Answer, type Client, clientOf, startService, type TestService } from '../support/service.ts';
import { sqliteProcesses } from '../support/sqlite-processes.ts';

const setup = "CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100)); INSERT INTO thing VALUES (1, 'one')";
const hasPs = process.platform !== 'win32';

describe.each(dialects)('a write whose COMMIT is not answered on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  let gate: Gate | undefined;
  let close: () => Promise<void>;
  let stopped: readonly number[] = [];
  let lose = (): void => {};
  beforeEach(async () => {
    // On SQLite the process of the connection stops before the COMMIT, and is killed at the end of the statement's time.
    const add = action({
      timeLimit: 2,
      run: async ({ transaction }) => {
        await sql`INSERT INTO thing SELECT max(id) + 1, 'new' FROM thing`.execute(transaction);
        lose();
        return { done: true };
      },
    });
    const models = [model('thing', 't.Thing', { actions: { add } })];
    service = await startService({ processes: true, dialect, setup, models });
    root = await service.superuser();
    close = () => service.close();
    if (dialect === 'sqlite') return;
    const address = new URL(service.database.address);
    const made = await Gate.before(Number(address.port));
    gate = made;
    address.port = String(made.port);
    const admin = defineAdmin({
      database: postgres(address.href),
      models,
      settings: { logger: pino({ level: 'silent' }) },
    });
    root = clientOf(admin, root.token);
    close = async () => {
      await admin.close();
      await made.close();
      await service.close();
    };
  });
  afterEach(async () => {
    vi.useRealTimers();
    lose = () => {};
    await close();
    // A process of another service would stay for ever, and with it the run, whose output it holds.
    signal(stopped, 'SIGCONT');
    stopped = [];
  });
  const loseCommit = (): void => {
    // A request of more than 100 ms reads its user again before the COMMIT, and would fail there. With a clock that stands still, none is that long.
    vi.useFakeTimers({ toFake: ['Date'] });
    if (gate) gate.mode = 'no commits';
    else
      lose = () => {
        stopped = sqliteProcesses();
        signal(stopped, 'SIGSTOP');
      };
  };
  const run = (): Promise<Answer> =>
    root.request('POST', '/r/t.Thing/action/add/', { body: { ids: [1] }, headers: { 'idempotency-key': 'k' } });
  const entries = async (): Promise<number> =>
    Number((await service.database.query("SELECT count(*) AS n FROM grimoire_audit_log WHERE model_label = 't.Thing'"))[0]?.['n']);

  it.skipIf(dialect === 'sqlite' && !hasPs)('is said to be of unknown outcome, and is done once under its key', async () => {
    // Starts what a first write starts.
    expect((await root.patch('/r/t.Thing/1/', { name: 'two' })).status).toBe(200);
    loseCommit();
    const lost = await run();
    expect([lost.status, lost.body.code, lost.headers.get('retry-after')]).toEqual([503, 'outcome_unknown', null]);
    vi.useRealTimers();
    lose = () => {};
    if (gate) gate.mode = 'open';
    const again = await run();
    expect([again.status, again.body]).toEqual([200, { done: true }]);
    expect(await service.database.query('SELECT id FROM thing')).toHaveLength(2);
    expect(await entries()).toBe(2);
  });
});

describe.runIf(hasPostgres)('a PostgreSQL', () => {
  it('whose network loses packets without a word keeps requests waiting for a while, and not for ever', async () => {
    const service = await startService({ processes: true, dialect: 'postgres', setup, models: [model('thing', 't.Thing')] });
    const { token } = await service.superuser();
    const address = new URL(service.database.address);
    const gate = await Gate.before(Number(address.port));
    address.port = String(gate.port);
    const admin = defineAdmin({
      database: postgres({ connectionString: address.href, max: 2, statementTimeout: 1000 }),
      models: [model('thing', 't.Thing')],
      settings: { logger: pino({ level: 'silent' }) },
    });
    const root = clientOf(admin, token);
    expect((await root.patch('/r/t.Thing/1/', { name: 'a' })).status).toBe(200);
    gate.mode = 'silent';
    const waiting = await Promise.all([root.get('/r/t.Thing/'), root.patch('/r/t.Thing/1/', { name: 'b' })]);
    expect(waiting.map(({ status, body }) => [status, body.code])).toEqual([
      [503, 'unavailable'],
      [503, 'unavailable'],
    ]);
    gate.mode = 'open';
    expect((await root.patch('/r/t.Thing/1/', { name: 'c' })).body.name).toBe('c');
    await admin.close();
    await gate.close();
    await service.close();
  });
});

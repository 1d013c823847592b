import { action, file, model } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';

describe.each(dialects)('the end of a service on %s', (dialect) => {
  it('completes the entry of a file that a lock has kept open', async () => {
    vi.stubEnv('GRIMOIRE_WAIT_LIMIT', '300');
    onTestFinished(() => void vi.unstubAllEnvs());
    const logged: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
    const service = await startService({
      dialect,
      setup: 'CREATE TABLE book (id integer PRIMARY KEY); INSERT INTO book VALUES (1)',
      models: [
        model('book', 'lib.Book', {
          actions: {
            list: action({ scope: 'toolbar', returns: 'file', run: () => file({ name: 'a.txt', type: 'text/plain', body: rows() }) }),
          },
        }),
      ],
      settings: { logger },
    });
    const { database } = service;
    async function* rows(): AsyncGenerator<string> {
      yield 'a';
      await database.execute(dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN; LOCK TABLE grimoire_audit_log');
      yield 'b';
    }
    const root = await service.superuser();
    const statusOf = async (): Promise<unknown> =>
      (await database.query("SELECT status FROM grimoire_audit_log WHERE action LIKE '%list'"))[0];
    expect((await root.post('/r/lib.Book/action/list/', {})).text).toBe('ab');
    await expect.poll(() => logged.join('')).toContain('end of a file not recorded');
    await database.execute('COMMIT');
    expect(await statusOf()).toMatchObject({ status: 'failed' });
    await service.admin.close();
    expect(await statusOf()).toMatchObject({ status: 'ok' });
    await database.close();
  });
});

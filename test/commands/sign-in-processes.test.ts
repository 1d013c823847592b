import { describe, expect, it } from 'vitest';
import { stop } from '../support/command.ts';
import { dialects } from '../support/databases.ts';
import { servedLibrary } from '../support/served.ts';
import { addUser, password } from '../support/service.ts';

/** How many wrong passwords of one account are checked from one address in ten minutes (CONTRACT §10). */
const limit = 10;

describe.each(dialects)('two processes that share one database on %s', (dialect) => {
  const library = servedLibrary(dialect);
  const logIn = async (api: string, given: string, username: string): Promise<Response> =>
    fetch(`${api}auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: given }),
    });
  const failed = async (username: string): Promise<number> =>
    Number(
      (
        await library.database.query("SELECT count(*) AS n FROM grimoire_audit_log WHERE action = 'login_failed' AND actor_repr = ?", [
          username,
        ])
      )[0]?.['n'],
    );

  it('check ten of five hundred wrong passwords that come at once, and refuse all others', async () => {
    const processes = [await library.serve(), await library.serve()];
    const [first, second] = processes.map(({ api }) => api);
    for (const username of ['ann', 'bob']) await addUser(library.database, { username });
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => logIn((index % 2 === 0 ? first : second) ?? '', `wrong ${index}`, 'ann')),
    );
    // On a busy machine some have waited too long for their turn: they are refused too, and were not checked.
    const refused = answers.filter(({ status }) => status === 429 || status === 503);
    expect(refused.filter(({ headers }) => !(Number(headers.get('retry-after')) > 0))).toEqual([]);
    expect(refused.some(({ status }) => status === 429)).toBe(true);
    let checked = answers.length - refused.length;
    expect(answers.map(({ status }) => status).filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    // What is left of the limit, after those.
    while ((await logIn((checked % 2 === 0 ? first : second) ?? '', 'wrong', 'ann')).status === 401) checked += 1;
    expect([checked, await failed('ann')]).toEqual([limit, limit]);
    // Refused is also the right password, by both, and nobody else.
    for (const { api } of processes) {
      expect((await logIn(api, password, 'ann')).status).toBe(429);
      expect((await logIn(api, password, 'bob')).status).toBe(200);
    }
    for (const { child } of processes) expect(await stop(child)).toBe(0);
  });
});

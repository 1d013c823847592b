import { action, model } from 'grimoire';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `
  CREATE TABLE maker (id integer PRIMARY KEY, name varchar(40));
  CREATE TABLE item (id integer PRIMARY KEY, name varchar(40), maker_id integer REFERENCES maker (id) DEFERRABLE INITIALLY DEFERRED);
  INSERT INTO maker VALUES (1, 'one');
  INSERT INTO item VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 1), (4, 'd', 1);`;

/** Fails when it is committed: the maker is not there. */
const orphan = action({
  run: async ({ transaction }, rows) => {
    await sql`UPDATE item SET maker_id = 99, name = 'lost' WHERE id = ${Number((await rows.ids())[0])}`.execute(transaction);
    return { done: true };
  },
});

describe.each(dialects)('writes whose COMMIT fails, among others, on %s', (dialect) => {
  it('are undone, each for itself', async () => {
    const models = [model('maker', 't.Maker'), model('item', 't.Item', { actions: { orphan } })];
    const { service, root } = await serviceOfTest(startService({ processes: true, dialect, setup, models }));
    // One after another: the test writes the users by a connection of this process, which would wait for the write of a sign-in, and block it.
    const ann = await service.user({ username: 'ann', isSuperuser: true });
    const users = [root, ann, await service.user({ username: 'bob', isSuperuser: true })];
    const rounds = Array.from({ length: 12 }, (_, round) => round);
    const answers = await Promise.all(
      rounds.flatMap((round) => {
        const user = users[round % users.length] as typeof root;
        const id = 1 + (round % 4);
        return [
          user.post('/r/t.Item/action/orphan/', { ids: [id] }).then(({ status }) => ['orphan', status]),
          user.patch(`/r/t.Item/${id}/`, { name: `name ${round}` }).then(({ status }) => ['change', status]),
          // It fails after the transaction has begun, and before anything is written.
          user.patch('/r/t.Item/77/', { name: 'x' }).then(({ status }) => ['missing', status]),
        ];
      }),
    );
    const statuses = (kind: string): unknown[] => answers.flatMap(([of, status]) => (of === kind ? [status] : []));
    expect(new Set(statuses('change'))).toEqual(new Set([200]));
    expect(new Set(statuses('missing'))).toEqual(new Set([404]));
    expect(new Set(statuses('orphan'))).toEqual(new Set([400]));
    const items = await service.database.query('SELECT name, maker_id FROM item');
    expect(items).toEqual([1, 2, 3, 4].map(() => ({ name: expect.stringMatching(/^name \d+$/), maker_id: 1 })));
    const entries = await service.database.query(`SELECT action FROM grimoire_audit_log WHERE status = 'ok' AND action <> 'login'`);
    expect(entries).toEqual(rounds.map(() => ({ action: 'update' })));
  });
});

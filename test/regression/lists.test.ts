import { defineAdmin, model, postgres } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { dialects, hasPostgres } from '../support/databases.ts';
import { hostPool } from '../support/host-pool.ts';
import { startLibrary } from '../support/library.ts';
import { type Answer, clientOf, startService } from '../support/service.ts';
import { serviceOfTest, serviceOver } from '../support/started-service.ts';

describe.each(dialects)('lists on %s', (dialect) => {
  it('a filter repeated a thousand times is a 400, and one with a value of 60 kB is answered', async () => {
    const { root: client } = await serviceOfTest(startLibrary({ dialect }));
    const many = Array.from({ length: 1100 }, (_, index) => `pages__gte=${index}`).join('&');
    expect(await client.get(`/r/lib.Book/?${many}`)).toMatchObject({ status: 400, body: { pages__gte: ['At most 100 values.'] } });
    expect((await client.get(`/r/lib.Book/?title__icontains=${'a'.repeat(60_000)}`)).body.count).toBe(0);
    expect((await client.get('/r/lib.Book/?detail=1')).body).toEqual({ detail: 'detail: Unknown parameter.' });
  });
});

describe.runIf(hasPostgres)('lists on postgres', () => {
  it('slow counts on a pool of one connection are answered', async () => {
    const { service, root } = await serviceOfTest(
      startService({
        dialect: 'postgres',
        setup: 'CREATE VIEW slow AS SELECT id, pg_sleep(0.005)::text AS nap FROM generate_series(1, 100) AS id',
      }),
    );
    const pool = hostPool(service.database.address, { max: 1 });
    const settings = { logger: pino({ level: 'silent' }), countBudget: 50 };
    const admin = defineAdmin({ database: postgres({ pool }), models: [model('slow', 'main.Slow', { primaryKey: ['id'] })], settings });
    const client = clientOf(admin, root.token);
    const answers = await Promise.all([1, 2, 3].map(() => client.get('/r/main.Slow/?page_size=10')));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { count_exact: false } });
    expect((await client.get('/auth/me/')).status).toBe(200);
    await admin.close();
    await pool.end();
  });
});

describe('lists on sqlite', () => {
  const stored = {
    bytes: `x'62'`,
    'no UTF-8': `CAST(x'ff' AS TEXT)`,
    'half a character': `CAST(x'eda080' AS TEXT)`,
    'an end': `'a' || char(0)`,
  };

  it.each(Object.entries(stored))('pages have each row once, where a column of texts holds %s', async (_name, value) => {
    const { root } = await serviceOver(
      'sqlite',
      `CREATE TABLE p (id integer PRIMARY KEY, s varchar(20) NOT NULL); CREATE INDEX ps ON p (s);
      INSERT INTO p VALUES (1, 'a'), (2, ${value}), (3, ${value}), (4, 'b'), (5, ${value}), (6, 'zz'), (7, ${value})`,
    );
    const idsOf = (page: Answer): number[] => page.body.results.map(({ id }: { readonly id: number }) => id);
    for (const ordering of ['s', '-s']) {
      const whole = idsOf(await root.get(`/r/m.P/?ordering=${ordering}`));
      const forwards = [await root.get(`/r/m.P/?page_size=2&ordering=${ordering}`)];
      while (forwards.at(-1)?.body.next && forwards.length < 9) forwards.push(await root.get(forwards.at(-1)?.body.next));
      expect(forwards.flatMap(idsOf)).toEqual(whole);
      const backwards = forwards.slice(-1);
      while (backwards[0]?.body.previous && backwards.length < 9) backwards.unshift(await root.get(backwards[0].body.previous));
      expect(backwards.flatMap(idsOf)).toEqual(whole);
    }
  });
});

import { expect, it } from 'vitest';
import { hasPostgres } from '../support/databases.ts';
import { startService } from '../support/service.ts';

/** A value that no check of ours refuses but PostgreSQL does (a label that an enum lacks, a float too large) was a 500. */
it.runIf(hasPostgres)('answers 404 or 400 for values that only the database refuses', async () => {
  const service = await startService({
    dialect: 'postgres',
    setup: `CREATE TYPE color AS ENUM ('red', 'blue');
      CREATE TABLE paint (color color PRIMARY KEY, gloss real);
      CREATE TABLE wall (id integer PRIMARY KEY, paint_color color REFERENCES paint (color));
      INSERT INTO paint VALUES ('red', 0.5); INSERT INTO wall VALUES (1, 'red');`,
  });
  const client = await service.superuser();
  expect((await client.get('/r/main.Paint/red/')).status).toBe(200);
  expect(await client.get('/r/main.Paint/green/')).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
  for (const path of ['/r/main.Wall/?paint_color=green', '/r/main.Paint/?pk=green', '/r/main.Paint/?gloss=1e300']) {
    const answer = await client.get(path);
    expect([path, answer.status, typeof answer.body.detail]).toEqual([path, 400, 'string']);
  }
  expect((await client.get('/r/main.Wall/?paint_color=red')).body.count).toBe(1);
  expect((await client.get('/r/main.Paint/autocomplete/?q=12')).status).toBe(200);
  await service.close();
});

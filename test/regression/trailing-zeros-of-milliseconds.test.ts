import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { model } from 'grimoire';
import { expect, it } from 'vitest';
import { startService } from '../support/service.ts';

/** A date-time kept as milliseconds on SQLite came with the zeros at the end of its fraction: `…01.190Z`. */
it('serves milliseconds without the zeros at their end', async () => {
  const moments = sqliteTable('moments', { id: integer().primaryKey(), at: integer({ mode: 'timestamp_ms' }) });
  const cases = [
    [1, 1790000001190, '2026-09-21T14:13:21.19Z'],
    [2, 1790000001100, '2026-09-21T14:13:21.1Z'],
    [3, 1790000010000, '2026-09-21T14:13:30Z'],
    [4, 1790000001123, '2026-09-21T14:13:21.123Z'],
    [5, -1, '1969-12-31T23:59:59.999Z'],
  ] as const;
  const service = await startService({
    dialect: 'sqlite',
    models: [model(moments, 'ops.Moment')],
    async setup(database) {
      await database.execute('CREATE TABLE moments (id integer PRIMARY KEY, at integer)');
      for (const [id, at] of cases) await database.query('INSERT INTO moments VALUES (?, ?)', [id, at]);
    },
  });
  const client = await service.superuser();
  for (const [id, , wire] of cases) expect((await client.get(`/r/ops.Moment/${id}/`)).body.at).toBe(wire);
  await service.close();
});

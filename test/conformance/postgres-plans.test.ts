import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { hasPostgres } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';
import { nodesOf, watchPlans } from '../support/watched-plans.ts';

/** Rows of which few match each request below, and indexes that find them. */
const setup = `CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE TABLE sale (id integer PRIMARY KEY, number varchar(20) NOT NULL, placed date NOT NULL, region varchar(10) NOT NULL);
  INSERT INTO sale SELECT i, 'S-' || (1000000 + i), date '2000-01-01' + i / 20, CASE WHEN i % 5000 = 0 THEN 'rare' ELSE 'usual' END
    FROM generate_series(1, 60000) i;
  CREATE INDEX sale_number ON sale USING gin (number gin_trgm_ops);
  CREATE INDEX sale_placed ON sale (placed);
  ANALYZE sale;`;
const entries = `INSERT INTO grimoire_audit_log (created_at, actor_id, actor_repr, action, model_label, object_pk, object_repr, diff, targets, targets_count, request_id, status)
  SELECT timestamptz '2020-01-01' + i * interval '1 minute', CASE WHEN i % 6000 = 0 THEN 77 ELSE 1 END, 'u', 'update', 't.Sale', i::text, 'S', '{}', '[]', 0, 'r', 'ok'
    FROM generate_series(1, 30000) i`;

/**
 * A prepared statement may get a plan for all values after five runs: in large tables, a walk along the key. Here the server is told to use such
 * a plan wherever the service does not say otherwise, because these tables are small. The plans are read as the server has run them.
 */
describe.runIf(hasPostgres)('the plans of PostgreSQL', () => {
  it.each([
    ['a search', '/r/t.Sale/?search=1054321', 'sale', 'sale_number'],
    ['an autocomplete', '/r/t.Sale/autocomplete/?q=1054321', 'sale', 'sale_number'],
    ['a range of days', '/r/t.Sale/?placed__gte=2001-02-03&placed__lt=2001-02-04', 'sale', 'sale_placed'],
    [
      'the audit log of minutes',
      '/r/admin.AdminAuditLog/?created_at__gte=2020-01-03T05:00:00Z&created_at__lt=2020-01-03T05:10:00Z',
      'audit_log',
      'grimoire_audit_log_created_at_idx',
    ],
  ])('find the rows of %s by an index, also in the tenth run', async (_, path, table, index) => {
    const models = [model('sale', 't.Sale', { searchFields: ['number'], label: 'number' })];
    const { service } = await serviceOfTest(startService({ dialect: 'postgres', setup, models }));
    await service.database.execute(entries);
    await service.database.execute('ANALYZE grimoire_audit_log');
    const { plans, signIn } = watchPlans(service, models, ['plan_cache_mode=force_generic_plan']);
    const root = await signIn('root');
    for (let run = 1; run <= 10; run++) {
      plans.length = 0;
      const answer = await root.get(path);
      expect([run, answer.status]).toEqual([run, 200]);
      const ofTable = plans.map(nodesOf).filter((nodes) => nodes.some((node) => node['Relation Name'] === table));
      expect([run, ofTable.length > 0]).toEqual([run, true]);
      for (const nodes of ofTable) expect([run, nodes.map((node) => node['Index Name'])]).toEqual([run, expect.arrayContaining([index])]);
    }
  });
});

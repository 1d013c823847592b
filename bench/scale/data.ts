import { numbers } from '../data.ts';
import { execute, startDatabase, type BenchDatabase } from '../databases.ts';
import type { Dialect } from '../options.ts';
import { benchAdmin, prepareOwnTables } from '../service-admin.ts';

/** The audit log has half as many entries as there are orders: 500 users, and one action in ten thousand is a failed login. */
function auditStatement(dialect: Dialect, orders: number): string {
  const table = dialect === 'postgres' ? 'grimoire.audit_log' : 'grimoire_audit_log';
  const seconds = '1704067200 + i * 31';
  const at = dialect === 'postgres' ? `to_timestamp(${seconds})` : `strftime('%Y-%m-%d %H:%M:%f', ${seconds}, 'unixepoch')`;
  return `INSERT INTO ${table} (created_at, actor_id, actor_key, actor_repr, action, model_label, object_pk, object_repr, diff, targets,
      targets_count, request_id, status)
    SELECT ${at}, 1 + i % 500, CAST(1 + i % 500 AS varchar(20)), 'user ' || (1 + i % 500),
      CASE WHEN i % 10000 = 0 THEN 'login_failed' WHEN i % 10 = 0 THEN 'delete' ELSE 'update' END,
      CASE WHEN i % 50 = 0 THEN 'sales.Customer' ELSE 'sales.Order' END, CAST(1 + i % ${orders} AS varchar(20)), 'S-' || (1000000 + i),
      '{"note": ["a", "b"]}', '[]', 0, 'r' || i, CASE WHEN i % 10000 = 0 THEN 'failed' ELSE 'ok' END
    FROM ${numbers(dialect, orders / 2)}`;
}

/** Fills a database with so many orders, half as many entries of the audit log, and the indexes that `grimoire doctor` proposes. */
export async function startLargeDatabase(dialect: Dialect, orders: number): Promise<BenchDatabase> {
  const database = await startDatabase(dialect, orders);
  const admin = benchAdmin({ dialect, address: database.address });
  try {
    await prepareOwnTables(admin);
    await execute(dialect, database.address, [auditStatement(dialect, orders), 'ANALYZE']);
    const { unserved } = await admin.operations.diagnose();
    const cures = [...new Set(unserved.flatMap(({ cure }) => cure ?? []))];
    // Each statement by itself: no index is made concurrently in a transaction.
    const statements = cures.flatMap((cure) => cure.split('\n'));
    await execute(dialect, database.address, [...statements, dialect === 'postgres' ? 'VACUUM (FREEZE, ANALYZE)' : 'ANALYZE']);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  } finally {
    await admin.close();
  }
}

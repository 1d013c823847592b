import type { Kysely } from 'kysely';
import { type MigrationPlace, type MigrationSteps, required } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';

/** The migrations of the audit log. */
export const auditMigrations: MigrationSteps = {
  '0003_audit_log': createAuditLog,
  '0008_failed_targets': (db, { tables }) => db.schema.alterTable(tables.auditLog).addColumn('failed_targets', 'json').execute(),
  '0012_audit_log_indexes': indexAuditLog,
};

/** No foreign keys: an entry outlives the user and the row that it names (CONTRACT §8). */
async function createAuditLog(
  db: Kysely<AnyTables>,
  { tables, names, words: { asKey, bigKey, momentType } }: MigrationPlace,
): Promise<void> {
  await db.schema
    .createTable(tables.auditLog)
    .addColumn('id', bigKey, asKey)
    .addColumn('created_at', momentType, required)
    .addColumn('actor_id', 'integer')
    .addColumn('actor_key', 'varchar(255)')
    .addColumn('actor_repr', 'varchar(255)', required)
    .addColumn('action', 'varchar(150)', required)
    .addColumn('model_label', 'varchar(255)', required)
    .addColumn('object_pk', 'text')
    .addColumn('object_repr', 'text', required)
    .addColumn('diff', 'json', required)
    .addColumn('targets', 'json', required)
    .addColumn('targets_count', 'integer', required)
    .addColumn('ip', 'varchar(45)')
    .addColumn('request_id', 'varchar(64)', required)
    .addColumn('status', 'varchar(10)', required)
    .execute();
  await db.schema.createIndex(`${names.auditLog}_object_idx`).on(tables.auditLog).columns(['model_label', 'object_pk']).execute();
}

/** What staff look for: the entries of a user, of an action, of a model, of a day, and the failed ones. */
async function indexAuditLog(db: Kysely<AnyTables>, { tables, names }: MigrationPlace): Promise<void> {
  for (const column of ['actor_id', 'actor_key', 'actor_repr', 'action', 'model_label', 'created_at', 'status']) {
    // The newest entries first: the key is the end of each index.
    await db.schema.createIndex(`${names.auditLog}_${column}_idx`).on(tables.auditLog).columns([column, 'id']).execute();
  }
}

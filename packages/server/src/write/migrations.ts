import type { Kysely } from 'kysely';
import { type MigrationPlace, type MigrationSteps, required } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';
import type { SystemTableNames } from '../model/system-tables.ts';

/** The migrations of the table of idempotency keys. */
export const idempotencyMigrations: MigrationSteps = {
  '0005_outcomes': createOutcomes,
  '0009_idempotency_keys': renameOutcomes,
};

/** The former name of the table of idempotency keys. */
function formerOutcomes({ idempotencyKey }: SystemTableNames): string {
  return idempotencyKey.replace(/idempotency_key$/, 'outcome');
}

/** The rows are copied into a new table: SQLite renames no table while a view of the application refers to a missing one. */
async function renameOutcomes(db: Kysely<AnyTables>, { tables, names }: MigrationPlace): Promise<void> {
  const { idempotencyKey } = tables;
  await db.schema
    .createTable(idempotencyKey)
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('body_hash', 'varchar(64)', required)
    .addColumn('response', 'text')
    .addColumn('at', 'bigint', required)
    .execute();
  const rows = db.selectFrom(formerOutcomes(tables)).select(['id', 'body', 'outcome', 'at']);
  await db.insertInto(idempotencyKey).columns(['id', 'body_hash', 'response', 'at']).expression(rows).execute();
  await db.schema.dropTable(formerOutcomes(tables)).execute();
  await db.schema.createIndex(`${names.idempotencyKey}_at_idx`).on(idempotencyKey).column('at').execute();
}

async function createOutcomes(db: Kysely<AnyTables>, { tables, names }: MigrationPlace): Promise<void> {
  await db.schema
    .createTable(formerOutcomes(tables))
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('body', 'varchar(64)', required)
    .addColumn('outcome', 'text')
    .addColumn('at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex(`${formerOutcomes(names)}_at_idx`)
    .on(formerOutcomes(tables))
    .column('at')
    .execute();
}

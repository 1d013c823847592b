import type { Kysely } from 'kysely';
import { type MigrationPlace, type MigrationSteps, required } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';

/** The migrations of the table of previews. */
export const previewMigrations: MigrationSteps = { '0016_previews': createPreviews };

async function createPreviews(db: Kysely<AnyTables>, { tables, names }: MigrationPlace): Promise<void> {
  await db.schema
    .createTable(tables.preview)
    .addColumn('id', 'varchar(22)', (column) => column.primaryKey())
    .addColumn('user_key', 'varchar(300)', required)
    .addColumn('request', 'varchar(64)', required)
    .addColumn('digest', 'varchar(64)', required)
    .addColumn('effects', 'text')
    .addColumn('expires_at', 'bigint', required)
    .addColumn('spent', 'integer', required)
    .execute();
  await db.schema.createIndex(`${names.preview}_expires_at_idx`).on(tables.preview).column('expires_at').execute();
}

import type { Kysely } from 'kysely';
import { type MigrationPlace, type MigrationSteps, required } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';

/** The migrations of saved views. */
export const viewMigrations: MigrationSteps = { '0014_saved_views': createSavedViews };

/** `default_for` names the model and the users whose list opens with the view: no two views have the same. */
async function createSavedViews(db: Kysely<AnyTables>, { tables, names, words: { asKey, momentType } }: MigrationPlace): Promise<void> {
  await db.schema
    .createTable(tables.savedView)
    .addColumn('id', 'integer', asKey)
    .addColumn('owner', 'varchar(255)')
    .addColumn('model', 'varchar(255)', required)
    .addColumn('name', 'varchar(150)', required)
    .addColumn('query', 'text', required)
    .addColumn('display', 'text', required)
    .addColumn('sharing', 'varchar(10)', required)
    .addColumn('group_id', 'integer', (column) => column.references(`${tables.group}.id`).onDelete('cascade'))
    .addColumn('default_for', 'varchar(300)')
    .addColumn('version', 'integer', required)
    .addColumn('created_at', momentType, required)
    .addColumn('changed_at', momentType, required)
    .addUniqueConstraint(`${names.savedView}_default_for_uniq`, ['default_for'])
    .execute();
  for (const column of ['owner', 'group_id'])
    await db.schema.createIndex(`${names.savedView}_${column}_idx`).on(tables.savedView).column(column).execute();
}

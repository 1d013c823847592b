import type { Kysely } from 'kysely';
import { type MigrationPlace, type MigrationSteps } from '../../databases/migration-step.ts';
import type { AnyTables } from '../../databases/statement.ts';

/** The migrations of the table that says where users have written last. */
export const replicaMigrations: MigrationSteps = { '0013_write_positions': createWritePositions };

async function createWritePositions(db: Kysely<AnyTables>, { tables }: MigrationPlace): Promise<void> {
  await db.schema
    .createTable(tables.writePosition)
    .addColumn('user_key', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('position', 'varchar(30)', (column) => column.notNull())
    .execute();
}

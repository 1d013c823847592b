import type { Kysely } from 'kysely';
import { type MigrationPlace, type MigrationSteps, required } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';

/** The migrations of the journal. */
export const journalMigrations: MigrationSteps = { '0015_journal': createJournal };

/** Change sets and their rows (CONTRACT §21). Values are those of the columns; no foreign key names a user or a row, which a set outlives. */
async function createJournal(db: Kysely<AnyTables>, place: MigrationPlace): Promise<void> {
  const { tables, names, words } = place;
  const { asKey, bigKey, momentType } = words;
  await db.schema
    .createTable(tables.changeSet)
    .addColumn('id', bigKey, asKey)
    .addColumn('created_at', momentType, required)
    .addColumn('actor_key', 'varchar(255)')
    .addColumn('actor_repr', 'varchar(255)', required)
    .addColumn('actor_link', 'text')
    .addColumn('action', 'varchar(150)', required)
    .addColumn('model_label', 'varchar(255)')
    .addColumn('reason', 'text')
    .addColumn('via', 'varchar(20)')
    .addColumn('ip', 'varchar(45)')
    .addColumn('request_id', 'varchar(64)', required)
    .addColumn('undo_of', bigKey)
    .addColumn('undoes_part', 'integer', required)
    .addColumn('irreversible', 'text')
    .addColumn('rows', 'integer', required)
    .addColumn('gaps', 'json', required)
    .addColumn('pruned', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex(`${names.changeSet}_undo_of_idx`).on(tables.changeSet).column('undo_of').execute();
  await createChangeRows(db, place);
  const additions = { change_set: bigKey, input: 'json', reason: 'text', via: 'varchar(20)' } as const;
  for (const [name, type] of Object.entries(additions)) await db.schema.alterTable(tables.auditLog).addColumn(name, type).execute();
}

async function createChangeRows(db: Kysely<AnyTables>, { tables, names, words: { bigKey } }: MigrationPlace): Promise<void> {
  await db.schema
    .createTable(tables.changeRow)
    .addColumn('change_set', bigKey, required)
    .addColumn('tab', 'text', required)
    .addColumn('row_key', 'text', required)
    .addColumn('op', 'char(1)', required)
    .addColumn('indirect', 'integer', required)
    .addColumn('before', 'jsonb')
    .addColumn('after', 'jsonb')
    .addColumn('omitted', 'jsonb')
    .addPrimaryKeyConstraint(`${names.changeRow}_key`, ['tab', 'row_key', 'change_set'])
    .execute();
  await db.schema.createIndex(`${names.changeRow}_change_set_idx`).on(tables.changeRow).column('change_set').execute();
}

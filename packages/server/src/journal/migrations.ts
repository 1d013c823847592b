import { type Kysely, sql } from 'kysely';
import { type MigrationPlace, type MigrationSteps, required } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';

/** The migrations of the journal. */
export const journalMigrations: MigrationSteps = { '0015_journal': createJournal };

/** Change sets and their rows (CONTRACT §21). Values are those of the columns; no foreign key names a user or a row, which a set outlives. */
async function createJournal(db: Kysely<AnyTables>, place: MigrationPlace): Promise<void> {
  await createSets(db, place);
  await createRows(db, place);
  const { bigKey } = place.words;
  const additions = { change_set: bigKey, input: 'json', reason: 'text', via: 'varchar(20)' } as const;
  for (const [name, type] of Object.entries(additions)) await db.schema.alterTable(place.tables.auditLog).addColumn(name, type).execute();
}

async function createSets(db: Kysely<AnyTables>, { tables, names, words: { asKey, bigKey, momentType } }: MigrationPlace): Promise<void> {
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
  // Few sets take back another one.
  const undoing = db.schema.createIndex(`${names.changeSet}_undo_of_idx`).on(tables.changeSet).column('undo_of');
  await undoing.where(sql.ref('undo_of'), 'is not', null).execute();
}

/** The rows of a set stand together, and those of a row are found by an index. */
async function createRows(db: Kysely<AnyTables>, { tables, names, words: { bigKey, byKey } }: MigrationPlace): Promise<void> {
  const rows = db.schema
    .createTable(tables.changeRow)
    .addColumn('change_set', bigKey, required)
    .addColumn('tab', 'text', required)
    .addColumn('row_key', 'text', required)
    .addColumn('op', 'char(1)', required)
    .addColumn('indirect', 'integer', required)
    .addColumn('before', 'jsonb')
    .addColumn('after', 'jsonb')
    .addColumn('omitted', 'jsonb')
    .addPrimaryKeyConstraint(`${names.changeRow}_key`, ['change_set', 'tab', 'row_key']);
  await byKey(rows).execute();
  const ofRow = ['tab', 'row_key', 'change_set'] as const;
  await db.schema
    .createIndex(`${names.changeRow}_row_idx`)
    .on(tables.changeRow)
    .columns([...ofRow])
    .execute();
}

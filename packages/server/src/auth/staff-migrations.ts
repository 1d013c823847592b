import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { createTexts, type MigrationPlace, type MigrationSteps, required } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';

/** The migrations of users, groups and permissions, and of the secret. */
export const staffMigrations: MigrationSteps = {
  '0001_staff': async (db, place) => {
    await createUsers(db, place);
    await createPermissions(db, place);
    await createLinks(db, place);
  },
  // The secret itself is made after the migrations, so that their script does not contain it.
  '0002_secret': (db, { tables }) => createTexts(db, tables.secret),
  '0006_sync_permissions': (db, { tables }) =>
    db.schema
      .createTable(tables.actionPermission)
      .addColumn('permission_id', 'integer', (column) => column.primaryKey().references(`${tables.permission}.id`).onDelete('cascade'))
      .execute(),
  '0011_staff_links': linkStaff,
};

async function createUsers(db: Kysely<AnyTables>, { tables, words: { asKey: key, momentType: time } }: MigrationPlace): Promise<void> {
  const text = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo('');
  await db.schema
    .createTable(tables.user)
    .addColumn('id', 'integer', key)
    .addColumn('password', 'varchar(128)', required)
    .addColumn('last_login', time)
    .addColumn('is_superuser', 'boolean', required)
    .addColumn('username', 'varchar(150)', (column) => column.notNull().unique())
    .addColumn('first_name', 'varchar(150)', text)
    .addColumn('last_name', 'varchar(150)', text)
    .addColumn('email', 'varchar(254)', text)
    .addColumn('is_staff', 'boolean', required)
    .addColumn('is_active', 'boolean', required)
    .addColumn('date_joined', time, (column) => column.notNull().defaultTo(sql`CURRENT_TIMESTAMP`))
    .execute();
  await db.schema
    .createTable(tables.group)
    .addColumn('id', 'integer', key)
    .addColumn('name', 'varchar(150)', (column) => column.notNull().unique())
    .execute();
}

async function createPermissions(db: Kysely<AnyTables>, { tables, names, words: { asKey: key } }: MigrationPlace): Promise<void> {
  await db.schema
    .createTable(tables.contentType)
    .addColumn('id', 'integer', key)
    .addColumn('app_label', 'varchar(100)', required)
    .addColumn('model', 'varchar(100)', required)
    .addUniqueConstraint(`${names.contentType}_app_label_model_uniq`, ['app_label', 'model'])
    .execute();
  await db.schema
    .createTable(tables.permission)
    .addColumn('id', 'integer', key)
    .addColumn('name', 'varchar(255)', required)
    .addColumn('content_type_id', 'integer', (column) => column.notNull().references(`${tables.contentType}.id`).onDelete('cascade'))
    .addColumn('codename', 'varchar(100)', required)
    .addUniqueConstraint(`${names.permission}_content_type_codename_uniq`, ['content_type_id', 'codename'])
    .execute();
}

async function createLinks(db: Kysely<AnyTables>, { tables, names, words: { asKey: key } }: MigrationPlace): Promise<void> {
  const links = [
    { table: 'userGroups', from: ['user_id', tables.user], to: ['group_id', tables.group] },
    { table: 'userPermissions', from: ['user_id', tables.user], to: ['permission_id', tables.permission] },
    { table: 'groupPermissions', from: ['group_id', tables.group], to: ['permission_id', tables.permission] },
  ] as const;
  for (const { table, from, to } of links) {
    await db.schema
      .createTable(tables[table])
      .addColumn('id', 'integer', key)
      .addColumn(from[0], 'integer', (column) => column.notNull().references(`${from[1]}.id`).onDelete('cascade'))
      .addColumn(to[0], 'integer', (column) => column.notNull().references(`${to[1]}.id`).onDelete('cascade'))
      .addUniqueConstraint(`${names[table]}_uniq`, [from[0], to[0]])
      .execute();
    await db.schema.createIndex(`${names[table]}_${to[0]}_idx`).on(tables[table]).column(to[0]).execute();
  }
}

async function linkStaff(db: Kysely<AnyTables>, { tables }: MigrationPlace): Promise<void> {
  await db.schema.alterTable(tables.user).addColumn('linked_row', 'text').execute();
  await db.schema.alterTable(tables.auditLog).addColumn('actor_link', 'text').execute();
}

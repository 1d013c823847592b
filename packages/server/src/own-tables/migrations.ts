import { hash, randomBytes } from 'node:crypto';
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import type { OwnTableWords } from '../databases/own-table-words.ts';
import type { Sql } from '../databases/words.ts';
import type { OwnTables } from './tables.ts';

/** The result of a run of the migrations: the names of the new ones. */
export interface MigrationResult {
  readonly applied: readonly string[];
}

/** Brings the service's own tables up to date. It is idempotent and may run concurrently. */
export async function migrate(database: Database, tables: OwnTables): Promise<MigrationResult> {
  await renameRecords(database, tables);
  const { error, results } = await migrator(database, tables).migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('The migrations failed.', { cause: error });
  return { applied: (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName) };
}

/** The migrations that the database lacks, and those that only a newer version knows. */
export interface MigrationState {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Records of migrations that have been renamed. An older version does not find the former name: it then reports that the tables are not its
 * own, and does not misread what newer migrations have changed.
 */
const renamed: Readonly<Record<string, string>> = { '0006_action_permissions': '0006_sync_permissions' };

async function renameRecords(database: Database, tables: OwnTables): Promise<void> {
  const done = await recorded(database, tables);
  for (const [from, to] of Object.entries(renamed)) {
    if (done?.has(from)) await database.tables().updateTable(tables.migration).set({ name: to }).where('name', '=', from).execute();
  }
}

/** The state of the migrations in the database; changes nothing. */
export async function migrationState(database: Database, tables: OwnTables): Promise<MigrationState> {
  const known = Object.keys(migrations(database.dialect.ownTables, tables));
  const done = await recorded(database, tables);
  if (!done) return { pending: known, unknown: [] };
  const unknown = [...done].filter((name) => !known.includes(name) && !Object.hasOwn(renamed, name));
  return { pending: known.filter((name) => !done.has(name)), unknown };
}

/** The names of the migrations that have run; null if there is no record of any. */
async function recorded(database: Database, tables: OwnTables): Promise<ReadonlySet<string> | null> {
  if (!(await database.dialect.catalog.hasTable(database, tables.migration))) return null;
  const done = await database.tables().selectFrom(tables.migration).select('name').execute();
  return new Set(done.map((row) => String(row['name'])));
}

function migrator(database: Database, tables: OwnTables): Migrator {
  return new Migrator({
    db: database.tables(),
    provider: { getMigrations: async () => migrations(database.dialect.ownTables, tables) },
    migrationTableName: tables.migration,
    migrationLockTableName: tables.migrationLock,
  });
}

type Column = ColumnDefinitionBuilder;

function migrations(words: OwnTableWords, tables: OwnTables): Record<string, Migration> {
  const { asKey: key, momentType: time } = words;
  return {
    '0001_staff': {
      up: async (db: Kysely<unknown>) => {
        await createUsers(db, tables, key, time);
        await createPermissions(db, tables, key);
        await createLinks(db, tables, key);
      },
    },
    '0002_secret': {
      up: async (db: Kysely<unknown>) => {
        await db.schema
          .createTable(tables.secret)
          .addColumn('name', 'varchar(50)', (column) => column.primaryKey())
          .addColumn('value', 'varchar(200)', (column) => column.notNull())
          .execute();
        const value = randomBytes(48).toString('base64url');
        await (db as Kysely<AnyTables>).insertInto(tables.secret).values({ name: 'signing', value }).execute();
      },
    },
    '0003_audit_log': { up: (db: Kysely<unknown>) => createAuditLog(db, tables, words) },
    '0004_sign_ins': { up: (db: Kysely<unknown>) => createSignIns(db, tables, key) },
    '0005_outcomes': { up: (db: Kysely<unknown>) => createOutcomes(db, tables) },
    '0006_sync_permissions': {
      up: (db: Kysely<unknown>) =>
        db.schema
          .createTable(tables.actionPermission)
          .addColumn('permission_id', 'integer', (column) => column.primaryKey().references(`${tables.permission}.id`).onDelete('cascade'))
          .execute(),
    },
    '0007_sign_in_security': { up: (db: Kysely<unknown>) => secureSignIns(db as Kysely<AnyTables>, tables) },
    '0008_failed_targets': {
      up: (db: Kysely<unknown>) => db.schema.alterTable(tables.auditLog).addColumn('failed_targets', 'json').execute(),
    },
  };
}

/** Seconds that a token family of an earlier version stays valid, counted from now, so that no user is signed out. */
const familyOfOld = 90 * 24 * 3600;

/** The form of a sign-in's id since this migration. It is written here, because what a migration does never changes. */
function hashed(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** Families get an end, remember the places of their refreshes, and are stored under a hash; attempts record the browser. */
async function secureSignIns(db: Kysely<AnyTables>, tables: OwnTables): Promise<void> {
  await db.schema.alterTable(tables.signIn).addColumn('ends_at', 'bigint').execute();
  await db.schema.alterTable(tables.signIn).addColumn('seen', 'text').execute();
  await db.schema
    .alterTable(tables.loginAttempt)
    .addColumn('device', 'varchar(64)', (column) => column.notNull().defaultTo(''))
    .execute();
  const now = Math.floor(Date.now() / 1000);
  const families = await db.selectFrom(tables.signIn).select('id').where('kind', '=', 'token').execute();
  for (const row of families) {
    const id = String(row['id']);
    const change = { id: hashed(id), ends_at: now + familyOfOld };
    await db.updateTable(tables.signIn).set(change).where('id', '=', id).execute();
  }
}

async function createSignIns(db: Kysely<unknown>, tables: OwnTables, key: (column: Column) => Column): Promise<void> {
  const required = (column: Column): Column => column.notNull();
  await db.schema
    .createTable(tables.signIn)
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('kind', 'varchar(10)', required)
    .addColumn('user_id', 'integer', (column) => column.notNull().references(`${tables.user}.id`).onDelete('cascade'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('password_mark', 'varchar(20)', required)
    .addColumn('generation', 'integer', required)
    .addColumn('generation_at', 'bigint', required)
    .execute();
  await db.schema.createIndex(`${tables.signIn}_user_idx`).on(tables.signIn).column('user_id').execute();
  await db.schema
    .createTable(tables.loginAttempt)
    .addColumn('id', 'integer', key)
    .addColumn('account', 'varchar(64)', required)
    .addColumn('address', 'varchar(45)', required)
    .addColumn('at', 'bigint', required)
    .execute();
  for (const column of ['account', 'address', 'at'])
    await db.schema.createIndex(`${tables.loginAttempt}_${column}_idx`).on(tables.loginAttempt).column(column).execute();
}

async function createOutcomes(db: Kysely<unknown>, tables: OwnTables): Promise<void> {
  const required = (column: Column): Column => column.notNull();
  await db.schema
    .createTable(tables.outcome)
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('body', 'varchar(64)', required)
    .addColumn('outcome', 'text')
    .addColumn('at', 'bigint', required)
    .execute();
  await db.schema.createIndex(`${tables.outcome}_at_idx`).on(tables.outcome).column('at').execute();
}

/** No foreign keys: an entry outlives the user and the row that it names (CONTRACT §8). */
async function createAuditLog(db: Kysely<unknown>, tables: OwnTables, { asKey, bigKey, momentType }: OwnTableWords): Promise<void> {
  const required = (column: Column): Column => column.notNull();
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
  await db.schema.createIndex(`${tables.auditLog}_object_idx`).on(tables.auditLog).columns(['model_label', 'object_pk']).execute();
}

async function createUsers(db: Kysely<unknown>, tables: OwnTables, key: (column: Column) => Column, time: Sql): Promise<void> {
  const required = (column: Column): Column => column.notNull();
  const text = (column: Column): Column => column.notNull().defaultTo('');
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

async function createPermissions(db: Kysely<unknown>, tables: OwnTables, key: (column: Column) => Column): Promise<void> {
  const required = (column: Column): Column => column.notNull();
  await db.schema
    .createTable(tables.contentType)
    .addColumn('id', 'integer', key)
    .addColumn('app_label', 'varchar(100)', required)
    .addColumn('model', 'varchar(100)', required)
    .addUniqueConstraint(`${tables.contentType}_app_label_model_uniq`, ['app_label', 'model'])
    .execute();
  await db.schema
    .createTable(tables.permission)
    .addColumn('id', 'integer', key)
    .addColumn('name', 'varchar(255)', required)
    .addColumn('content_type_id', 'integer', (column) => column.notNull().references(`${tables.contentType}.id`).onDelete('cascade'))
    .addColumn('codename', 'varchar(100)', required)
    .addUniqueConstraint(`${tables.permission}_content_type_codename_uniq`, ['content_type_id', 'codename'])
    .execute();
}

async function createLinks(db: Kysely<unknown>, tables: OwnTables, key: (column: Column) => Column): Promise<void> {
  const links = [
    { table: tables.userGroups, from: ['user_id', tables.user], to: ['group_id', tables.group] },
    { table: tables.userPermissions, from: ['user_id', tables.user], to: ['permission_id', tables.permission] },
    { table: tables.groupPermissions, from: ['group_id', tables.group], to: ['permission_id', tables.permission] },
  ] as const;
  for (const { table, from, to } of links) {
    await db.schema
      .createTable(table)
      .addColumn('id', 'integer', key)
      .addColumn(from[0], 'integer', (column) => column.notNull().references(`${from[1]}.id`).onDelete('cascade'))
      .addColumn(to[0], 'integer', (column) => column.notNull().references(`${to[1]}.id`).onDelete('cascade'))
      .addUniqueConstraint(`${table}_uniq`, [from[0], to[0]])
      .execute();
    await db.schema.createIndex(`${table}_${to[0]}_idx`).on(table).column(to[0]).execute();
  }
}

import { hash } from 'node:crypto';
import { type ColumnDefinitionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { AnyTables } from '../databases/statement.ts';
import type { OwnLocationSettings } from '../databases/settings.ts';
import type { SystemTableFragments } from '../databases/system-table-fragments.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import { type SystemTableNames, systemTables } from '../model/system-tables.ts';

type Column = ColumnDefinitionBuilder;

/** The tables as queries name them, and the names from which those of their indexes and constraints are made. */
interface Own {
  readonly tables: SystemTableNames;
  readonly names: SystemTableNames;
}

/** The migrations of the service's own tables, by their names, in their order. What a migration does never changes. */
export function migrationSteps(words: SystemTableFragments, settings: OwnLocationSettings): Record<string, Migration> {
  const { asKey: key, momentType: time } = words;
  const own: Own = {
    tables: systemTables(words.location.of(settings)),
    names: systemTables({ schema: undefined, prefix: settings.tablePrefix }),
  };
  const { tables } = own;
  return {
    '0001_staff': {
      up: async (db: Kysely<unknown>) => {
        await createUsers(db, tables, key, time);
        await createPermissions(db, own, key);
        await createLinks(db, own, key);
      },
    },
    // The secret itself is made after the migrations, so that their script does not contain it.
    '0002_secret': { up: (db: Kysely<unknown>) => createTexts(db, tables.secret) },
    '0003_audit_log': { up: (db: Kysely<unknown>) => createAuditLog(db, own, words) },
    '0004_sign_ins': { up: (db: Kysely<unknown>) => createSignIns(db, own, key) },
    '0005_outcomes': { up: (db: Kysely<unknown>) => createOutcomes(db, own) },
    '0006_sync_permissions': {
      up: (db: Kysely<unknown>) =>
        db.schema
          .createTable(tables.actionPermission)
          .addColumn('permission_id', 'integer', (column) => column.primaryKey().references(`${tables.permission}.id`).onDelete('cascade'))
          .execute(),
    },
    '0007_sign_in_security': { up: (db: Kysely<unknown>) => secureSignIns(db as Kysely<AnyTables>, tables, words) },
    '0008_failed_targets': {
      up: (db: Kysely<unknown>) => db.schema.alterTable(tables.auditLog).addColumn('failed_targets', 'json').execute(),
    },
    '0009_idempotency_keys': { up: (db: Kysely<unknown>) => renameOutcomes(db as Kysely<AnyTables>, own) },
    '0010_properties': { up: (db: Kysely<unknown>) => createTexts(db, tables.property) },
    '0011_staff_links': { up: (db: Kysely<unknown>) => linkStaff(db, tables) },
    '0012_audit_log_indexes': { up: (db: Kysely<unknown>) => indexAuditLog(db, own) },
    '0013_write_positions': { up: (db: Kysely<unknown>) => createWritePositions(db, tables) },
    '0014_saved_views': { up: (db: Kysely<unknown>) => createSavedViews(db, own, words) },
  };
}

/** Seconds that a token family of an earlier version stays valid, counted from now, so that no user is signed out. */
const familyOfOld = 90 * 24 * 3600;

/** The form of a sign-in's id since this migration. It is written here, because what a migration does never changes. */
function hashed(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** Families get an end, remember the places of their refreshes, and are stored under a hash; attempts record the browser. */
async function secureSignIns(db: Kysely<AnyTables>, tables: SystemTableNames, { digestUrl }: SystemTableFragments): Promise<void> {
  await db.schema.alterTable(tables.signIn).addColumn('ends_at', 'bigint').execute();
  await db.schema.alterTable(tables.signIn).addColumn('seen', 'text').execute();
  await db.schema
    .alterTable(tables.loginAttempt)
    .addColumn('device', 'varchar(64)', (column) => column.notNull().defaultTo(''))
    .execute();
  const now = Math.floor(Date.now() / 1000);
  if (digestUrl) {
    const change = { id: digestUrl(sql.ref('id')) as RawBuilder<string>, ends_at: now + familyOfOld };
    await db.updateTable(tables.signIn).set(change).where('kind', '=', 'token').execute();
    return;
  }
  const families = await db.selectFrom(tables.signIn).select('id').where('kind', '=', 'token').execute();
  for (const row of families) {
    const id = String(row['id']);
    const change = { id: hashed(id), ends_at: now + familyOfOld };
    await db.updateTable(tables.signIn).set(change).where('id', '=', id).execute();
  }
}

/** A table of texts by name. */
async function createTexts(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('name', 'varchar(50)', (column) => column.primaryKey())
    .addColumn('value', 'varchar(200)', (column) => column.notNull())
    .execute();
}

async function createSignIns(db: Kysely<unknown>, { tables, names }: Own, key: (column: Column) => Column): Promise<void> {
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
  await db.schema.createIndex(`${names.signIn}_user_idx`).on(tables.signIn).column('user_id').execute();
  await db.schema
    .createTable(tables.loginAttempt)
    .addColumn('id', 'integer', key)
    .addColumn('account', 'varchar(64)', required)
    .addColumn('address', 'varchar(45)', required)
    .addColumn('at', 'bigint', required)
    .execute();
  for (const column of ['account', 'address', 'at'])
    await db.schema.createIndex(`${names.loginAttempt}_${column}_idx`).on(tables.loginAttempt).column(column).execute();
}

/** The former name of the table of idempotency keys. */
function formerOutcomes({ idempotencyKey }: SystemTableNames): string {
  return idempotencyKey.replace(/idempotency_key$/, 'outcome');
}

/** The rows are copied into a new table: SQLite renames no table while a view of the application refers to a missing one. */
async function renameOutcomes(db: Kysely<AnyTables>, { tables, names }: Own): Promise<void> {
  const required = (column: Column): Column => column.notNull();
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

async function createOutcomes(db: Kysely<unknown>, { tables, names }: Own): Promise<void> {
  const required = (column: Column): Column => column.notNull();
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

/** No foreign keys: an entry outlives the user and the row that it names (CONTRACT §8). */
async function createAuditLog(
  db: Kysely<unknown>,
  { tables, names }: Own,
  { asKey, bigKey, momentType }: SystemTableFragments,
): Promise<void> {
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
  await db.schema.createIndex(`${names.auditLog}_object_idx`).on(tables.auditLog).columns(['model_label', 'object_pk']).execute();
}

async function linkStaff(db: Kysely<unknown>, tables: SystemTableNames): Promise<void> {
  await db.schema.alterTable(tables.user).addColumn('linked_row', 'text').execute();
  await db.schema.alterTable(tables.auditLog).addColumn('actor_link', 'text').execute();
}

async function createWritePositions(db: Kysely<unknown>, tables: SystemTableNames): Promise<void> {
  await db.schema
    .createTable(tables.writePosition)
    .addColumn('user_key', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('position', 'varchar(30)', (column) => column.notNull())
    .execute();
}

/** `default_for` names the model and the users whose list opens with the view: no two views have the same. */
async function createSavedViews(db: Kysely<unknown>, { tables, names }: Own, { asKey, momentType }: SystemTableFragments): Promise<void> {
  const required = (column: Column): Column => column.notNull();
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

/** What staff look for: the entries of a user, of an action, of a model, of a day, and the failed ones. */
async function indexAuditLog(db: Kysely<unknown>, { tables, names }: Own): Promise<void> {
  for (const column of ['actor_id', 'actor_key', 'actor_repr', 'action', 'model_label', 'created_at', 'status']) {
    // The newest entries first: the key is the end of each index.
    await db.schema.createIndex(`${names.auditLog}_${column}_idx`).on(tables.auditLog).columns([column, 'id']).execute();
  }
}

async function createUsers(db: Kysely<unknown>, tables: SystemTableNames, key: (column: Column) => Column, time: Sql): Promise<void> {
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

async function createPermissions(db: Kysely<unknown>, { tables, names }: Own, key: (column: Column) => Column): Promise<void> {
  const required = (column: Column): Column => column.notNull();
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

async function createLinks(db: Kysely<unknown>, { tables, names }: Own, key: (column: Column) => Column): Promise<void> {
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

import { hash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type MigrationPlace, type MigrationSteps, required } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';

/** The migrations of sign-ins and of failed attempts. */
export const signInMigrations: MigrationSteps = {
  '0004_sign_ins': createSignIns,
  '0007_sign_in_security': secureSignIns,
};

/** Seconds that a token family of an earlier version stays valid, counted from now, so that no user is signed out. */
const familyOfOld = 90 * 24 * 3600;

/** The form of a sign-in's id since this migration. It is written here, because what a migration does never changes. */
function hashed(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** Families get an end, remember the places of their refreshes, and are stored under a hash; attempts record the browser. */
async function secureSignIns(db: Kysely<AnyTables>, { tables, words: { digestUrl } }: MigrationPlace): Promise<void> {
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

async function createSignIns(db: Kysely<AnyTables>, { tables, names, words: { asKey: key } }: MigrationPlace): Promise<void> {
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

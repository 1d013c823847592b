import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { AnyTables } from '../databases/statement.ts';
import type { Database } from '../databases/database.ts';
import type { OwnLocationSettings } from '../databases/settings.ts';
import { AdminError, StartError } from '../errors/errors.ts';
import { migrationSteps } from './migration-steps.ts';
import { type SystemTableNames, systemTableName, systemTables } from '../model/system-tables.ts';

/** The service's own tables do not exist, or are not up to date. */
export class NotMigratedError extends Error {
  readonly pending: readonly string[];

  constructor(description: string, pending: readonly string[]) {
    super(`The service's own tables are missing or out of date in ${description}.`);
    this.name = 'NotMigratedError';
    this.pending = pending;
  }
}

/** A newer version has created the service's own tables. */
export class NewerTablesError extends Error {
  constructor(description: string, unknown: readonly string[]) {
    super(`The service's own tables in ${description} were made by a newer version of Grimoire (${unknown.join(', ')}). Update Grimoire.`);
    this.name = 'NewerTablesError';
  }
}

/** Where the service's own tables are. */
interface Installation {
  readonly database: Database;
  readonly settings: OwnLocationSettings;
  /** A description of the database for users. */
  readonly description: string;
}

/** The result of a run of the migrations: the names of the new ones, and whether tables of an earlier version were moved. */
export interface MigrationResult {
  readonly applied: readonly string[];
  readonly hasMoved: boolean;
}

/** Brings the service's own tables up to date. It is idempotent and may run concurrently. Throws a {@link NewerTablesError}. */
export async function migrate({ database, settings, description }: Installation): Promise<MigrationResult> {
  const { unknown } = await migrationState(database, settings);
  if (unknown.length > 0) throw new NewerTablesError(description, unknown);
  const { location } = database.dialect.systemTables;
  const hasMoved = await location.prepare(database.queries(), settings);
  const tables = systemTables(location.of(settings));
  await renameRecords(database.queries(), tables, (await recordedIn(database, tables)) ?? new Set());
  const { error, results } = await migrator(database, tables, settings).migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('The migrations failed.', { cause: error });
  await location.record(database.queries(), settings);
  return { applied: (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName), hasMoved };
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

/** @param done the recorded names. @returns the names as they are afterwards. */
export async function renameRecords(
  db: Kysely<AnyTables>,
  tables: SystemTableNames,
  done: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  for (const [from, to] of Object.entries(renamed)) {
    if (done.has(from)) await db.updateTable(tables.migration).set({ name: to }).where('name', '=', from).execute();
  }
  return new Set(Array.from(done, (name) => renamed[name] ?? name));
}

/** The state of the migrations in the database; changes nothing. */
export async function migrationState(database: Database, settings: OwnLocationSettings): Promise<MigrationState> {
  const { systemTables: words } = database.dialect;
  const tables = systemTables(words.location.of(settings));
  const names = Object.keys(migrationSteps(words, settings));
  const done = (await recordedIn(database, tables)) ?? (await recordedFormerly(database, settings));
  if (!done) return { pending: names, unknown: [] };
  const unknown = [...done].filter((name) => !names.includes(name) && !Object.hasOwn(renamed, name));
  return { pending: names.filter((name) => !done.has(name)), unknown };
}

/** The names of the migrations of an earlier version that has kept the tables elsewhere; null if there are none. */
export async function recordedFormerly(database: Database, settings: OwnLocationSettings): Promise<ReadonlySet<string> | null> {
  const { location } = database.dialect.systemTables;
  return location.locked(database.queries(), async (db) => {
    const former = await location.former(db, settings);
    if (!former) return null;
    const name = `${former.prefix}migration`;
    const table = former.schema === undefined ? sql.id(name) : sql.id(former.schema, name);
    const { rows } = await sql<{ name: string }>`SELECT name FROM ${table}`.execute(db);
    return new Set(rows.map((row) => row.name));
  });
}

/** Throws if the service's own tables are not those of this version, must not stand where the settings put them, or must not be used. */
export async function requireMigrated({ database, settings, description }: Installation): Promise<void> {
  await requireLocation(database, settings);
  const { pending, unknown } = await migrationState(database, settings);
  if (unknown.length > 0) throw new NewerTablesError(description, unknown);
  if (pending.length > 0) throw new NotMigratedError(description, pending);
  const missing = await database.dialect.systemTables.location.missingRights(database.queries(), settings);
  if (missing.length > 0) throw new StartError(`The database role lacks ${missing.join(', ')}. ${grantCure}`);
}

/** Throws a `StartError` if the tables must not stand where the settings put them. */
export async function requireLocation(database: Database, settings: OwnLocationSettings): Promise<void> {
  const { location } = database.dialect.systemTables;
  const reason = await location.locked(database.queries(), (db) => location.obstacle(db, settings));
  if (reason !== null) throw new StartError(reason);
}

/** The names of the migrations that have run; null if there is no record of any. */
export async function recordedIn(database: Database, tables: SystemTableNames): Promise<ReadonlySet<string> | null> {
  if (!(await database.dialect.catalog.hasTable(database, systemTableName(tables.migration)))) return null;
  const reading = database.queries().selectFrom(tables.migration).select('name').execute();
  const done = await reading.catch((error: unknown) => {
    throw mayNotRead(database.translateError(error), tables);
  });
  return new Set(done.map((row) => String(row['name'])));
}

const grantCure = 'The owner of the tables prints the GRANT statements by "grimoire migrate --sql --role ROLE".';

function mayNotRead(error: unknown, tables: SystemTableNames): unknown {
  if (!(error instanceof AdminError) || error.code !== 'permission_denied') return error;
  const message = `The database role may not use the service's own tables, such as ${tables.migration}. ${grantCure}`;
  return new StartError(message, { cause: error });
}

function migrator(database: Database, tables: SystemTableNames, settings: OwnLocationSettings): Migrator {
  const { schema, name } = systemTableName(tables.migration);
  return new Migrator({
    db: database.queries(),
    provider: { getMigrations: async () => migrationSteps(database.dialect.systemTables, settings) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    migrationTableName: name,
    migrationLockTableName: systemTableName(tables.migrationLock).name,
  });
}

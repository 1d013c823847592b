import { type CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, type QueryResult } from 'kysely';
import type { Database } from '../databases/database.ts';
import type { OwnLocationSettings } from '../databases/settings.ts';
import type { AnyTables } from '../databases/statement.ts';
import { recordedFormerly, recordedIn, renameRecords } from './migrations.ts';
import { migrationSteps } from './migration-steps.ts';
import { systemTables } from '../model/system-tables.ts';

/**
 * The statements that bring the service's own tables up to date, for an administrator of the database, if the role of the service may not
 * create tables, and that let a role use the tables. It reads the database and changes nothing. Throws a `StartError` if the tables must not
 * stand where the settings put them.
 * @param role the role of the service; by default the current one.
 * @returns one statement in each element; none if the tables are up to date, and no role is given.
 */
export async function migrationScript(database: Database, settings: OwnLocationSettings, role?: string): Promise<readonly string[]> {
  const { location } = database.dialect.systemTables;
  const tables = systemTables(location.of(settings));
  const here = await recordedIn(database, tables);
  const recorded = here ?? (await recordedFormerly(database, settings));
  const statements: string[] = [];
  await location.prepare(recorder(database, statements, 'the database'), settings);
  const db = recorder(database, statements, here ? 'the database' : recorded ? 'nothing' : 'no rows');
  if (!recorded) await createRecords(db, tables);
  const done = await renameRecords(db, tables, recorded ?? new Set());
  for (const [name, step] of Object.entries(migrationSteps(database.dialect.systemTables, settings))) {
    if (done.has(name)) continue;
    await step.up(db);
    await db.insertInto(tables.migration).values({ name, timestamp: new Date().toISOString() }).execute();
  }
  if (statements.length === 0 && role === undefined) return [];
  return [...statements, ...(await location.grants(database.queries(), settings, role))];
}

/** The tables of Kysely's migrator, as it creates them. */
async function createRecords(db: Kysely<AnyTables>, tables: ReturnType<typeof systemTables>): Promise<void> {
  await db.schema
    .createTable(tables.migration)
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable(tables.migrationLock)
    .addColumn('id', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('is_locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.insertInto(tables.migrationLock).values({ id: 'migration_lock', is_locked: 0 }).execute();
}

/**
 * Queries that record every statement that would change the database.
 * @param reads what a SELECT reads: the database, or no rows if the script itself creates the tables, or nothing if the script moves the
 * tables: then a SELECT is an error, because its rows would be missing in the script.
 */
function recorder(database: Database, statements: string[], reads: 'the database' | 'no rows' | 'nothing'): Kysely<AnyTables> {
  const real = database.queries();
  const executor = database.dialect.systemTables.queries.getExecutor();
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (/^\s*select\b/i.test(query.sql)) {
        if (reads === 'nothing') throw new Error('A migration reads rows that its script cannot contain.');
        return reads === 'no rows' ? { rows: [] } : real.executeQuery<Row>(query);
      }
      statements.push(withValues(query));
      return { rows: [] };
    },
    streamQuery(): never {
      throw new Error('A migration streams nothing.');
    },
  };
  class RecordingDriver extends DummyDriver {
    override acquireConnection = async (): Promise<DatabaseConnection> => connection;
  }
  return new Kysely<AnyTables>({
    dialect: {
      createAdapter: () => executor.adapter,
      createDriver: () => new RecordingDriver(),
      createIntrospector: () => real.introspection,
      createQueryCompiler: () => ({ compileQuery: (node, id) => executor.compileQuery(node, id) }),
    },
  });
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  // A backslash may start an escape sequence.
  if (typeof value === 'string' && !value.includes('\\')) return `'${value.replaceAll("'", "''")}'`;
  throw new Error('A migration writes a value that has no literal.');
}

function withValues({ sql, parameters }: CompiledQuery): string {
  let place = 0;
  // Placeholders, but not in a quoted name or text.
  return sql.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\$\d+|\?/g, (part) => (/^["']/.test(part) ? part : literal(parameters[place++])));
}

import { type DatabaseIntrospector, type Kysely, PostgresDialect, sql } from 'kysely';
import type { TableName } from '../../model/table.ts';
import type { AnyTables } from '../statement.ts';

/** The schemas that statements of this connection look for tables in, whether they exist or not. */
export async function searchPath(db: Kysely<AnyTables>): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT CASE trim(both '" ' from p) WHEN '$user' THEN current_user::text ELSE trim(both '" ' from p) END AS name
    FROM unnest(string_to_array(current_setting('search_path'), ',')) p`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether a schema contains tables, views or sequences. */
export async function hasRelations(db: Kysely<AnyTables>, schema: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ${schema} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether there is a table of this name. The system catalog is read, because `to_regclass` needs the right to use the schema. */
export async function isThere(db: Kysely<AnyTables>, { schema, name }: TableName): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ${schema ?? null} AND c.relname = ${name}`.execute(db);
  return rows.length > 0;
}

/** The schemas that contain tables of an earlier version under a prefix; those only that the search path finds, if that is wanted. */
export async function formerSchemas(db: Kysely<AnyTables>, prefix: string, areVisible = false): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`SELECT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = ${`${prefix}migration`} AND c.relkind = 'r' AND (NOT ${areVisible} OR pg_table_is_visible(c.oid))
      AND EXISTS (SELECT 1 FROM pg_class s WHERE s.relnamespace = c.relnamespace AND s.relname = ${`${prefix}sign_in`}) ORDER BY 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/**
 * Kysely's dialect with an introspection of table names alone, which is what migrations need. Kysely's own fails if another transaction
 * drops or moves any table of the database while it runs.
 */
export class TableNamesDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const introspector = super.createIntrospector(db);
    return {
      getSchemas: () => introspector.getSchemas(),
      async getTables() {
        const { rows } = await sql<{ name: string; schema: string }>`SELECT c.relname AS name, n.nspname AS schema
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r'`.execute(db);
        return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }));
      },
    };
  }
}

import { sql } from 'kysely';
import { AdminError } from '../errors/errors.ts';
import type { TableDescription, TableName } from '../model/table.ts';
import type { Database } from '../databases/database.ts';
import { type OwnLocation, systemTables } from '../model/system-tables.ts';

/**
 * Finds the service's own tables, of this installation and of every other one in the database. It uses the records of their migrations and
 * not this installation's location: another installation keeps its secret and its sign-ins in a schema, or under a prefix, of its own.
 */
export async function findServiceTables(
  database: Database,
  present: readonly TableDescription[],
  own: OwnLocation,
): Promise<{ has(table: TableName): boolean }> {
  const ownTables = new Set(tablesAt(own));
  for (const { schema, prefix } of candidates(present)) {
    if (!(await isInstallation(database, { schema, name: `${prefix}migration` }))) continue;
    for (const table of tablesAt({ schema, prefix })) ownTables.add(table);
  }
  return { has: (table) => ownTables.has(idOf(table)) };
}

/** The ids of the tables of an installation, with those that earlier versions have made. */
function tablesAt({ schema, prefix }: OwnLocation): string[] {
  const names = [...Object.values(systemTables({ schema: undefined, prefix })), `${prefix}outcome`];
  return names.map((name) => idOf({ schema, name }));
}

function idOf({ schema, name }: TableName): string {
  return JSON.stringify([schema ?? null, name]);
}

/** Prefixes under which a table of migrations, one of secrets and one of sign-ins exist. */
function candidates(tables: readonly TableDescription[]): { readonly schema: string | undefined; readonly prefix: string }[] {
  const present = new Set(tables.map(({ table }) => idOf(table)));
  return tables.flatMap(({ table: { schema, name }, columns }) => {
    const [, prefix] = /^(.*)migration$/.exec(name) ?? [];
    const isRecord = ['name', 'timestamp'].every((wanted) => columns.some(({ column }) => column === wanted));
    if (prefix === undefined || !isRecord) return [];
    return ['secret', 'sign_in'].every((other) => present.has(idOf({ schema, name: `${prefix}${other}` }))) ? [{ schema, prefix }] : [];
  });
}

/** Whether the first of the service's migrations is recorded there; a table that cannot be read counts as such a record. */
async function isInstallation(database: Database, { schema, name }: TableName): Promise<boolean> {
  const table = schema === undefined ? sql.id(name) : sql.id(schema, name);
  try {
    const { rows } = await sql`SELECT 1 AS found FROM ${table} WHERE CAST(name AS text) = '0001_staff'`.execute(database.queries());
    return rows.length > 0;
  } catch (error) {
    const translated = database.translateError(error);
    if (translated instanceof AdminError && translated.code === 'permission_denied') return true;
    // Another process may have moved the table since the catalog was read.
    if (!(await database.dialect.catalog.hasTable(database, { schema, name }))) return true;
    throw error;
  }
}

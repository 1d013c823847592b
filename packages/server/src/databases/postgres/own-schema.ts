import { type Kysely, sql } from 'kysely';
import { StartError } from '../../errors.ts';
import { type OwnLocation, ownTableName, ownTables, schemaOfPrefix } from '../../model/own-tables.ts';
import type { OwnLocations, OwnLocationSettings } from '../own-table-words.ts';
import type { AnyTables } from '../statement.ts';

/** The schema of the service's own tables. Versions before 0.2 kept them in the default schema, under a prefix. */
export const ownSchema: OwnLocations = {
  of: locationOf,
  prepare,
  async former(db, { tablePrefix }) {
    const schema = await formerSchema(db, tablePrefix);
    return schema === undefined ? undefined : { schema, prefix: tablePrefix };
  },
  async grants(db, settings) {
    const schema = JSON.stringify(locationOf(settings).schema);
    const { rows } = await sql<{ role: string }>`SELECT quote_ident(current_user) AS role`.execute(db);
    const role = rows[0]?.role ?? 'PUBLIC';
    return [
      `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    ];
  },
};

function locationOf({ schema, tablePrefix }: OwnLocationSettings): OwnLocation & { readonly schema: string } {
  return { schema: schema ?? schemaOfPrefix(tablePrefix), prefix: '' };
}

/** The number of the advisory lock under which the schema is made. */
const lock = 4_837_120_993;

async function prepare(tables: Kysely<AnyTables>, settings: OwnLocationSettings): Promise<void> {
  const { schema } = locationOf(settings);
  await tables.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(db);
    await createSchema(db, schema);
    const former = await formerSchema(db, settings.tablePrefix);
    if (former === undefined) return;
    if (await isThere(db, `${schema}.migration`)) throw tablesTwice(former, schema, settings.tablePrefix);
    await moveTables(db, former, settings);
  });
}

/** A role that may not create a schema can use one that is there. */
async function createSchema(db: Kysely<AnyTables>, schema: string): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`.execute(db);
  if (rows.length === 0) await db.schema.createSchema(schema).execute();
  const { rows: path } = await sql<{ name: string | null }>`SELECT current_schema() AS name`.execute(db);
  if (path[0]?.name === schema) throw schemaIsDefault(schema);
}

function schemaIsDefault(schema: string): StartError {
  return new StartError(
    `The schema "${schema}" of the service's own tables comes first in the search path of the database role, so that tables of the application would be looked for there. Set \`settings.schema\` to another name, or the \`search_path\` of the role to the schema of the application.`,
  );
}

function tablesTwice(former: string, schema: string, prefix: string): StartError {
  return new StartError(
    `The service's own tables stand in the schema "${schema}", and tables of an earlier version in "${former}" under the prefix "${prefix}". If "${former}" belongs to another installation, set \`settings.schema\` to a name of its own. If an earlier version was started by mistake, drop its tables.`,
  );
}

/** The schema in which an earlier version has made its tables; undefined if there is none. */
async function formerSchema(db: Kysely<AnyTables>, prefix: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`SELECT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass(quote_ident(${`${prefix}migration`}))`.execute(db);
  const schema = rows[0]?.name;
  if (schema === undefined || !(await isThere(db, `${schema}.${prefix}secret`))) return undefined;
  const record = await sql`SELECT 1 FROM ${sql.table(`${schema}.${prefix}migration`)} WHERE name = '0001_staff'`.execute(db);
  return record.rows.length > 0 ? schema : undefined;
}

async function isThere(db: Kysely<AnyTables>, table: string): Promise<boolean> {
  const { schema, name } = ownTableName(table);
  const { rows } = await sql`SELECT 1 WHERE to_regclass(quote_ident(${schema}) || '.' || quote_ident(${name})) IS NOT NULL`.execute(db);
  return rows.length > 0;
}

/** Keys, indexes, sequences, privileges and the foreign keys of other tables go with a table. */
async function moveTables(db: Kysely<AnyTables>, former: string, settings: OwnLocationSettings): Promise<void> {
  const { schema } = locationOf(settings);
  const names = Object.values(ownTables({ schema: undefined, prefix: '' }));
  for (const name of [...names, 'outcome']) {
    const table = `${settings.tablePrefix}${name}`;
    if (!(await isThere(db, `${former}.${table}`))) continue;
    await db.schema.alterTable(`${former}.${table}`).setSchema(schema).execute();
    await db.schema.alterTable(`${schema}.${table}`).renameTo(name).execute();
  }
}

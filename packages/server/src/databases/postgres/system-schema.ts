import { type Kysely, sql } from 'kysely';
import { StartError } from '../../errors/errors.ts';
import { defaultPrefix, neededRights, type OwnLocation, type SystemTableNames, systemTables } from '../../model/system-tables.ts';
import type { OwnLocationSettings } from '../settings.ts';
import type { OwnLocations } from '../system-table-fragments.ts';
import type { AnyTables } from '../statement.ts';
import { formerSchemas, hasRelations, isThere, searchPath } from './schemas.ts';

/** The schema of the service's own tables. Versions before 0.2 kept them in the default schema, under a prefix. */
export const ownSchema: OwnLocations = {
  of: locationOf,
  locked,
  obstacle,
  prepare,
  async former(db, { tablePrefix }) {
    const schema = await visibleFormer(db, tablePrefix);
    return schema === undefined ? undefined : { schema, prefix: tablePrefix };
  },
  record: recordDefaultSchema,
  missingRights,
  grants,
};

/** Another prefix than the default one belongs to a schema of its own, so that two installations of an earlier version stay apart. */
function locationOf({ schema, tablePrefix }: OwnLocationSettings): OwnLocation & { readonly schema: string } {
  return { schema: schema ?? (tablePrefix === defaultPrefix ? 'grimoire' : `grimoire_${tablePrefix}`), prefix: '' };
}

/** The number of the advisory lock under which the schema is made. */
const lock = 4_837_120_993;

function locked<T>(tables: Kysely<AnyTables>, job: (db: Kysely<AnyTables>) => Promise<T>): Promise<T> {
  return tables.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(db);
    return job(db);
  });
}

async function prepare(tables: Kysely<AnyTables>, settings: OwnLocationSettings): Promise<boolean> {
  const { schema } = locationOf(settings);
  return locked(tables, async (db) => {
    const reason = await obstacle(db, settings);
    if (reason !== null) throw new StartError(reason);
    const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`.execute(db);
    // A role that may not create a schema can use one that is there.
    if (rows.length === 0) await db.schema.createSchema(schema).execute();
    const former = await visibleFormer(db, settings.tablePrefix);
    if (former === undefined) return false;
    await moveTables(db, former, settings);
    return true;
  });
}

async function obstacle(db: Kysely<AnyTables>, settings: OwnLocationSettings): Promise<string | null> {
  const { schema } = locationOf(settings);
  const cure = 'Set `settings.schema` to a name of its own.';
  if ((await searchPath(db)).includes(schema))
    return `The schema "${schema}" of the service's own tables is in the search path of the database role, so that tables of the application would be looked for there. Set \`settings.schema\` to another name, or the \`search_path\` of the role to the schemas of the application.`;
  const isOwn = await isThere(db, { schema, name: 'migration' });
  const former = await visibleFormer(db, settings.tablePrefix);
  if (isOwn && former !== undefined)
    return `The service's own tables stand in the schema "${schema}", and tables of an earlier version in "${former}" under the prefix "${settings.tablePrefix}". If "${former}" belongs to another installation: ${cure} If an earlier version was started by mistake, drop its tables.`;
  if (isOwn) return otherOwner(db, settings);
  if (await hasRelations(db, schema)) return `The schema "${schema}" contains tables, and none of them is the service's own. ${cure}`;
  const [other] = await formerSchemas(db, settings.tablePrefix);
  if (former !== undefined || other === undefined || settings.schema !== undefined) return null;
  return `Tables of an earlier version stand in the schema "${other}", which is not in the search path of this connection. Connect as the service does to move them. If they belong to another installation: ${cure}`;
}

/** Whether the tables were made for an application in another schema, as those of tenants are. With `settings.schema` they may be shared. */
async function otherOwner(db: Kysely<AnyTables>, settings: OwnLocationSettings): Promise<string | null> {
  const { schema, prefix } = locationOf(settings);
  if (settings.schema !== undefined || !(await isThere(db, { schema, name: `${prefix}property` }))) return null;
  // A role without this right is refused later, with the cure.
  const { rows: rights } = await sql<{ may: boolean }>`SELECT has_schema_privilege(${schema}, 'USAGE')
    AND has_table_privilege(quote_ident(${schema}) || '.' || quote_ident(${`${prefix}property`}), 'SELECT') AS may`.execute(db);
  if (!rights[0]?.may) return null;
  const { rows } = await sql<{ value: string; current: string | null }>`SELECT value, current_schema() AS current
    FROM ${sql.id(schema, `${prefix}property`)} WHERE name = 'default_schema'`.execute(db);
  const [owner] = rows;
  if (owner === undefined || owner.current === owner.value) return null;
  return `The service's own tables in "${schema}" belong to the admin of the schema "${owner.value}"; the default schema of this connection is "${owner.current ?? ''}". Set \`settings.schema\`: to a name of its own for staff of its own, or to "${schema}" to share them.`;
}

async function recordDefaultSchema(db: Kysely<AnyTables>, settings: OwnLocationSettings): Promise<void> {
  await sql`INSERT INTO ${sql.table(systemTables(locationOf(settings)).property)} (name, value)
    SELECT 'default_schema', current_schema() WHERE current_schema() IS NOT NULL ON CONFLICT DO NOTHING`.execute(db);
}

/** The schema in which the search path finds the tables of an earlier version; undefined if there are none. */
async function visibleFormer(db: Kysely<AnyTables>, prefix: string): Promise<string | undefined> {
  const [found] = await formerSchemas(db, prefix, true);
  if (found === undefined) return undefined;
  const record = await sql`SELECT 1 FROM ${sql.id(found, `${prefix}migration`)} WHERE name = '0001_staff'`.execute(db);
  return record.rows.length > 0 ? found : undefined;
}

/**
 * Keys, indexes, sequences, privileges and the foreign keys of other tables go with a table. Roles that may use one of the tables get the
 * right to use the schema.
 */
async function moveTables(db: Kysely<AnyTables>, former: string, settings: OwnLocationSettings): Promise<void> {
  const { schema } = locationOf(settings);
  const names = [...Object.values(systemTables({ schema: undefined, prefix: '' })), 'outcome'];
  const tables = names.map((name) => `${settings.tablePrefix}${name}`);
  const { rows } = await sql<{ role: string | null }>`SELECT DISTINCT r.rolname AS role
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN aclexplode(c.relacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
    WHERE n.nspname = ${former} AND c.relname IN (${sql.join(tables)})`.execute(db);
  // A grant without a role is one to PUBLIC.
  for (const { role } of rows)
    await sql`GRANT USAGE ON SCHEMA ${sql.id(schema)} TO ${role === null ? sql`PUBLIC` : sql.id(role)}`.execute(db);
  for (const [index, table] of tables.entries()) {
    if (!(await isThere(db, { schema: former, name: table }))) continue;
    await sql`ALTER TABLE ${sql.id(former, table)} SET SCHEMA ${sql.id(schema)}`.execute(db);
    await sql`ALTER TABLE ${sql.id(schema, table)} RENAME TO ${sql.id(names[index] ?? '')}`.execute(db);
  }
}

/** The table whose ids the service takes from the sequence before it inserts a row. */
const numbered = systemTables({ schema: undefined, prefix: '' }).changeSet;

async function missingRights(db: Kysely<AnyTables>, settings: OwnLocationSettings): Promise<readonly string[]> {
  const { schema } = locationOf(settings);
  const names = Object.entries(systemTables({ schema: undefined, prefix: '' }));
  const needed = names.flatMap(([table, name]) => neededRights(table as keyof SystemTableNames).map((right) => sql`(${name}, ${right})`));
  const { rows } = await sql<{ missing: string }>`SELECT needed."right" || ' on ' || ${schema}::text || '.' || needed.name AS missing
    FROM (VALUES ${sql.join(needed)}) AS needed (name, "right")
    JOIN pg_class c ON c.relname = needed.name JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = ${schema}
    WHERE NOT has_table_privilege(c.oid, needed."right")
    UNION SELECT 'USAGE on the sequence of ' || ${schema}::text || '.' || c.relname
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = ${schema}
    WHERE c.relname = ${numbered} AND NOT has_sequence_privilege(pg_get_serial_sequence(c.oid::regclass::text, 'id'), 'USAGE')
    ORDER BY 1`.execute(db);
  return rows.map(({ missing }) => missing);
}

async function grants(db: Kysely<AnyTables>, settings: OwnLocationSettings, role: string | undefined): Promise<readonly string[]> {
  const location = locationOf(settings);
  const { rows } = await sql<{ role: string; schema: string }>`SELECT quote_ident(coalesce(${role ?? null}::text, current_user)) AS role,
    quote_ident(${location.schema}) AS schema`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('The database does not name its current role.');
  const tables = Object.values(systemTables({ schema: undefined, prefix: '' })).map((name) => `${found.schema}.${name}`);
  return [
    `GRANT USAGE ON SCHEMA ${found.schema} TO ${found.role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables.join(', ')} TO ${found.role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${found.schema} TO ${found.role}`,
  ];
}

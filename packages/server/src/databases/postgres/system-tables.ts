import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import pg from 'pg';
import { numberSql, textSql } from '../literals.ts';
import type { AnyTables } from '../statement.ts';
import type { OwnColumns, SystemTableFragments } from '../system-table-fragments.ts';
import type { Sql } from '../sql-fragments.ts';
import { ownSchema } from './system-schema.ts';

const types = { moment: sql`timestamptz`, integer: sql`integer`, text: sql`text`, json: sql`json` };

/**
 * The setting of a transaction that has the id of its change set, which its first statement takes from the sequence. `currval` would search the
 * catalog for the sequence each time.
 */
export const currentSetName = 'grimoire.change_set';

/** The service's own tables on PostgreSQL. */
export const postgresSystemTables: SystemTableFragments = {
  location: ownSchema,
  queries: new Kysely<AnyTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  asKey: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  byKey: (table) => table,
  bigKey: 'bigint',
  // A subquery: the function would be called for each row.
  currentSet: () => sql`(SELECT current_setting(${textSql(currentSetName)})::bigint)`,
  momentType: types.moment,
  momentColumn: { dbType: 'timestamptz' },
  writtenMomentColumn: { dbType: 'timestamptz' },
  moment: (moment) => moment.toISOString(),
  sharing: (query) => query.forShare(),
  locking: (query) => query.forUpdate(),
  lockingFree: (query) => query.forUpdate().skipLocked(),
  unlessTaken: (query) => query.onConflict((conflict) => conflict.doNothing()),
  lockWait: (milliseconds) => sql`SET LOCAL lock_timeout = ${numberSql(milliseconds)}`,
  namedLock: (name) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  // `JSON.stringify` writes a pair of surrogates as it is: one that is written as an escape is alone.
  storableJson: (text) =>
    text.includes('\\u')
      ? text.replace(/\\(?:\\|u(?:0000|d[89a-f][0-9a-f]{2}))/g, (found) => (found === '\\\\' ? found : '\\ufffd'))
      : text,
  rowsOfJson(shared, each) {
    // OFFSET: the values are read from the JSON once, and not again for each row.
    const once = sql`SELECT ${sql.join(elements(sql`${shared.json}::json`, shared.columns))} OFFSET 0`;
    const names = Object.keys(shared.columns).map((name) => sql.id('shared', name));
    return sql`SELECT ${sql.join([...names, ...elements(sql`"each"`, each.columns)])} FROM (${once}) AS "shared", json_array_elements(${each.json}::json) AS "rows"("each")`;
  },
  logPosition: sql`pg_current_wal_insert_lsn()::text`,
  digestUrl: (text) => sql`rtrim(translate(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), '+/', '-_'), '=')`,
  // The transaction that wrote the row and, if it wrote the row twice, its place.
  rowVersion: (alias) => sql`${sql.id(alias, 'xmin')} || ' ' || ${sql.id(alias, 'ctid')}`,
};

/** The name of a table as a text that PostgreSQL reads. */
export function identifierText(table: string): string {
  return table
    .split('.')
    .map((name) => pg.escapeIdentifier(name))
    .join('.');
}

/** The elements of a JSON list as columns. */
function elements(json: Sql, columns: OwnColumns): Sql[] {
  return Object.entries(columns).map(([name, type], index) => {
    const at = numberSql(index);
    const value = type === 'json' ? sql`${json} -> ${at}` : sql`(${json} ->> ${at})::${types[type]}`;
    return sql`${value} AS ${sql.id(name)}`;
  });
}

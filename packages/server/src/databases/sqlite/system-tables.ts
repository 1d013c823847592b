import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { textSql } from '../literals.ts';
import type { AnyTables } from '../statement.ts';
import type { OwnColumns, SystemTableFragments } from '../system-table-fragments.ts';
import type { Sql } from '../sql-fragments.ts';
import { storedDateTime } from './date-times.ts';

/** The service's own tables on SQLite. Only one transaction writes at a time, so none locks rows or waits for a lock. */
export const sqliteSystemTables: SystemTableFragments = {
  location: {
    of: ({ tablePrefix }) => ({ schema: undefined, prefix: tablePrefix }),
    locked: (db, job) => job(db),
    obstacle: async () => null,
    prepare: async () => false,
    former: async () => undefined,
    record: async () => {},
    missingRights: async () => [],
    grants: async () => [],
  },
  queries: new Kysely<AnyTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  asKey: (column) => column.primaryKey().autoIncrement(),
  byKey: (table) => table.modifyEnd(sql`WITHOUT ROWID`),
  bigKey: 'integer',
  // Only one transaction writes.
  currentSet: (table) => sql`(SELECT max("id") FROM ${sql.table(table)})`,
  momentType: sql`datetime`,
  momentColumn: { dbType: 'datetime', storage: 'text' },
  writtenMomentColumn: { dbType: 'datetime', storage: 'sortable text' },
  moment: (moment) => storedDateTime(moment.toISOString()),
  sharing: (query) => query,
  locking: (query) => query,
  lockingFree: (query) => query,
  unlessTaken: (query) => query.onConflict((conflict) => conflict.doNothing()),
  lockWait: () => null,
  namedLock: null,
  logPosition: null,
  storableJson: (text) => text,
  rowsOfJson(shared, each) {
    const elements = (json: Sql, columns: OwnColumns): Sql[] =>
      Object.keys(columns).map((name, index) => sql`json_extract(${json}, ${textSql(`$[${index}]`)}) AS ${sql.id(name)}`);
    // LIMIT: the values are read from the JSON once, and not again for each row. It is one parameter, which may be long: a run has its keys there.
    const once = sql`SELECT ${sql.join(elements(sql.id('json'), shared.columns))} FROM (SELECT ${shared.json} AS "json") LIMIT 1`;
    const names = Object.keys(shared.columns).map((name) => sql.id('shared', name));
    const values = [...names, ...elements(sql.id('each', 'value'), each.columns)];
    return sql`SELECT ${sql.join(values)} FROM (${once}) AS "shared", json_each(${each.json}) AS "each"`;
  },
  digestUrl: null,
  rowVersion: null,
};

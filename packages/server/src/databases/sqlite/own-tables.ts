import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { textSql } from '../../sql/literals.ts';
import type { AnyTables } from '../statement.ts';
import type { OwnColumns, OwnTableWords } from '../own-table-words.ts';
import type { Sql } from '../words.ts';
import { storedDateTime } from './date-times.ts';

/** The service's own tables on SQLite. Only one transaction writes at a time, so none locks rows or waits for a lock. */
export const sqliteOwnTables: OwnTableWords = {
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
  bigKey: 'integer',
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
  rowsOfJson(shared, each) {
    const elements = (json: Sql, columns: OwnColumns): Sql[] =>
      Object.keys(columns).map((_, index) => sql`json_extract(${json}, ${textSql(`$[${index}]`)})`);
    const values = [...elements(shared.json, shared.columns), ...elements(sql`value`, each.columns)];
    return sql`SELECT ${sql.join(values)} FROM json_each(${each.json})`;
  },
  digestUrl: null,
  rowVersion: null,
};

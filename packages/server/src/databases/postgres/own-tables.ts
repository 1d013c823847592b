import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { numberSql, textSql } from '../../sql/literals.ts';
import type { AnyTables } from '../statement.ts';
import type { OwnColumns, OwnTableWords } from '../own-table-words.ts';
import type { Sql } from '../words.ts';
import { ownSchema } from './own-schema.ts';

const types = { moment: sql`timestamptz`, integer: sql`integer`, text: sql`text`, json: sql`json` };

/** The service's own tables on PostgreSQL. */
export const postgresOwnTables: OwnTableWords = {
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
  bigKey: 'bigint',
  momentType: types.moment,
  momentColumn: { dbType: 'timestamptz' },
  writtenMomentColumn: { dbType: 'timestamptz' },
  moment: (moment) => moment.toISOString(),
  sharing: (query) => query.forShare(),
  locking: (query) => query.forUpdate(),
  lockingFree: (query) => query.forUpdate().skipLocked(),
  unlessTaken: (query) => query.onConflict((conflict) => conflict.doNothing()),
  lockWait: (milliseconds) => sql`SET LOCAL lock_timeout = ${numberSql(milliseconds)}`,
  rowsOfJson(json, columns) {
    const names = Object.keys(columns).map((name) => sql.id(name));
    return sql`SELECT ${sql.join(names)} FROM json_to_recordset(${json}::json) AS "entries"(${sql.join(typed(columns))})`;
  },
  digestUrl: (text) => sql`rtrim(translate(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), '+/', '-_'), '=')`,
  digest: (query) => sql`SELECT encode(sha256(convert_to((${query}), 'UTF8')), ${textSql('base64')})`,
};

function typed(columns: OwnColumns): Sql[] {
  return Object.entries(columns).map(([name, type]) => sql`${sql.id(name)} ${types[type]}`);
}

/** The SQL dialects, for tests: the one place of them that names their files. */
export { postgresDialect } from '../sql/postgres.ts';
export { sqliteDialect } from '../sql/sqlite.ts';

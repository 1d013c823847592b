/** The SQL dialects, for tests: the one place of them that names their files. */
export { postgresDialect } from '../databases/postgres/dialect.ts';
export { sqliteDialect } from '../databases/sqlite/dialect.ts';

import type { TableDescription } from '../model/table.ts';

/** Tables in which tools note what they have done to the database, by their names; some only with these columns. */
const tools: readonly (readonly [name: RegExp, tool: string, columns?: readonly string[]])[] = [
  [/^_prisma_migrations$/, 'Prisma'],
  [/^__drizzle_migrations(__.+)?$/, 'Drizzle'],
  [/^knex_migrations(_lock)?$/, 'Knex'],
  [/^kysely_migration(_lock)?$/, 'Kysely'],
  [/^sequelizemeta$/i, 'Sequelize'],
  [/^typeorm_metadata$/, 'TypeORM'],
  [/^mikro_orm_migrations$/, 'MikroORM'],
  [/^pgmigrations$/, 'node-pg-migrate'],
  [/^migrations$/, 'TypeORM', ['timestamp', 'name']],
  [/^migrations$/, 'Laravel', ['migration', 'batch']],
  [/^ar_internal_metadata$/, 'Rails'],
  [/^schema_migrations$/, 'Rails or another tool', ['version']],
  [/^django_migrations$/, 'Django'],
  [/^alembic_version$/, 'Alembic'],
  [/^flyway_schema_history$/, 'Flyway'],
  [/^databasechangelog(lock)?$/i, 'Liquibase'],
  [/^goose_db_version$/, 'goose'],
  [/^_sqlx_migrations$/, 'SQLx'],
  [/^atlas_schema_revisions$/, 'Atlas'],
  [/^__EFMigrationsHistory$/, 'Entity Framework'],
];

/** The tool whose migrations a table notes; undefined for any other table. A wrong row there makes the next migration fail. */
export function migrationToolOf({ table, columns }: Pick<TableDescription, 'table' | 'columns'>): string | undefined {
  const names = new Set(columns.map(({ column }) => column));
  return tools.find(([name, , needed = []]) => name.test(table.name) && needed.every((column) => names.has(column)))?.[1];
}

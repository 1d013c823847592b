import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { AnyTables } from './statement.ts';
import type { SystemTableFragments } from './system-table-fragments.ts';

/** Where a migration of the service's own tables works. */
export interface MigrationPlace {
  /** The tables as queries name them. */
  readonly tables: SystemTableNames;
  /** The names from which those of their indexes and constraints are made. */
  readonly names: SystemTableNames;
  readonly words: SystemTableFragments;
}

/** Migrations by their names. A name begins with its place among those of all features; what a migration does never changes. */
export type MigrationSteps = Readonly<Record<string, (db: Kysely<AnyTables>, place: MigrationPlace) => Promise<void>>>;

/** Makes a column one that is never null. */
export function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}

/** A table of texts by name. */
export async function createTexts(db: Kysely<AnyTables>, table: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('name', 'varchar(50)', (column) => column.primaryKey())
    .addColumn('value', 'varchar(200)', (column) => column.notNull())
    .execute();
}

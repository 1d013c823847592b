import { toCamelCase, toSnakeCase } from 'drizzle-orm/casing';
import type { LiveTables } from '../databases/catalog.ts';
import type { DrizzleConfig } from '../databases/drizzle-tables.ts';

/** The name of a table's column in the database, by its name in Drizzle. */
export type ColumnNames = (name: string) => string;

/** What Drizzle's `casing` makes of a column without a name of its own. A table does not say which one `drizzle()` and drizzle-kit are given. */
const casings: readonly ColumnNames[] = [(name) => name, toSnakeCase, toCamelCase];

/**
 * The names of a table's columns as the database has them: columns without a name of their own have that of their property in the first casing
 * under which most of them exist.
 */
export function columnNames({ name, schema, columns }: DrizzleConfig, live: LiveTables | undefined): ColumnNames {
  const unnamed = new Set(columns.filter((column) => isUnnamed(column)).map((column) => column.name));
  const stored = live?.tables.find(
    ({ table }) => table.name === name && (table.schema ?? live.defaultSchema) === (schema ?? live.defaultSchema),
  );
  const there = new Set(stored?.columns.map(({ column }) => column));
  const matchCount = (casing: ColumnNames): number => [...unnamed].filter((column) => there.has(casing(column))).length;
  const [usual, ...others] = casings.map((casing) => ({ casing, found: matchCount(casing) }));
  const best = others.reduce((most, one) => (one.found > (most?.found ?? 0) ? one : most), usual);
  return (column) => (best && unnamed.has(column) ? best.casing(column) : column);
}

function isUnnamed(column: object): boolean {
  return (column as { readonly keyAsName?: boolean }).keyAsName === true;
}

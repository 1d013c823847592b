import { type Column, getTableColumns, type Table } from 'drizzle-orm';

/** A column of an INSERT and the property of the rows that fills it. */
export interface InsertColumn {
  readonly property: string;
  readonly column: Column;
}

/** The columns that the first of the rows fills; the others keep their defaults. */
export function insertColumns(table: Table, rows: readonly Record<string, unknown>[]): InsertColumn[] {
  const [first = {}] = rows;
  return Object.entries(getTableColumns(table))
    .filter(([property]) => Object.hasOwn(first, property))
    .map(([property, column]) => ({ property, column }));
}

/** A row's value of a column, in the form that Drizzle hands to the driver. */
export function driverValue({ property, column }: InsertColumn, row: Record<string, unknown>): unknown {
  const value = row[property];
  return value === null || value === undefined ? null : column.mapToDriverValue(value);
}

import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Storage } from '../../model/field.ts';
import type { ColumnDescription } from '../../model/table.ts';
import type { DrizzleColumn, DrizzleTables } from '../drizzle-tables.ts';
import { sqliteType } from './column-types.ts';
import { sqliteDefault } from './defaults.ts';

/** Drizzle's tables of SQLite. */
export const sqliteDrizzle: DrizzleTables = {
  configOf: (table) => (is(table, SQLiteTable) ? getTableConfig(table) : null),
  describe(column, common) {
    const isRowId = column.primary && common.dbType.toLowerCase() === 'integer';
    return {
      ...common,
      ...sqliteType(common.dbType),
      ...(column.length === undefined ? {} : { maxLength: column.length }),
      ...ofMode(column),
      ...(isRowId ? { hasDefault: true, isAutomatic: true } : {}),
    };
  },
  defaultOf: sqliteDefault,
  textOf: (value) => new SQLiteSyncDialect().sqlToQuery(value),
  givesForeignKeys: true,
  sendsDefaults: true,
};

/** What a column's mode says of its values, beyond its declared type. */
function ofMode(column: DrizzleColumn): Partial<ColumnDescription> {
  switch (column.columnType) {
    case 'SQLiteTimestamp': {
      const storage: Storage = (column as { mode?: string }).mode === 'timestamp_ms' ? 'milliseconds' : 'seconds';
      return { type: 'DateTimeField', storage };
    }
    case 'SQLiteBoolean':
      return { type: 'BooleanField' };
    case 'SQLiteTextJson':
      return { type: 'JSONField' };
    case 'SQLiteBlobJson':
      return { type: 'JSONField', toDriver: (value: unknown) => blobOf(column, JSON.parse(String(value)) as unknown) };
    default:
      return {};
  }
}

function blobOf(column: DrizzleColumn, value: unknown): unknown {
  return value === null ? null : column.mapToDriverValue(value);
}

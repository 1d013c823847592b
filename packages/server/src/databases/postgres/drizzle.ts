import { is } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import type { DrizzleTables } from '../drizzle-tables.ts';
import { postgresType } from './column-types.ts';
import { postgresDefault } from './defaults.ts';

/** Drizzle's tables of PostgreSQL. */
export const postgresDrizzle: DrizzleTables = {
  configOf: (table) => (is(table, PgTable) ? getTableConfig(table) : null),
  describe(column, common) {
    const isSerial = common.dbType.endsWith('serial') || column.generatedIdentity !== undefined;
    const values = column.baseColumn?.enumValues;
    const element = column.baseColumn ? postgresType(column.baseColumn.getSQLType(), values !== undefined) : undefined;
    const choices = values?.length ? { choices: values } : {};
    return {
      ...common,
      ...(column.baseColumn && element
        ? { type: 'ArrayField' as const, element: { ...element, ...choices, dbType: column.baseColumn.getSQLType() } }
        : postgresType(common.dbType, column.enumValues !== undefined && /^Pg(Enum|Text|Varchar|Char)/.test(column.columnType))),
      ...(isSerial ? { hasDefault: true, isAutomatic: true } : {}),
      // Drizzle itself writes such a `Date` as UTC.
      ...(column.columnType === 'PgTimestamp' ? { isZoneless: false } : {}),
    };
  },
  defaultOf: postgresDefault,
  textOf: (value) => new PgDialect().sqlToQuery(value),
  givesForeignKeys: false,
  sendsDefaults: false,
};

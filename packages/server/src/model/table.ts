import type { FieldTypeName } from '@grimoire/protocol';
import type { OnDelete, Storage, ValueLimits } from './field.ts';

/** Where a table stands; no schema means the database's default one. */
export interface TableName {
  readonly schema: string | undefined;
  readonly name: string;
  /**
   * The columns that a query over it selects, which is then read in its place: of a table of SQLite with a collation of
   * the application's own. Those that have it are compared byte by byte, and no index is used.
   */
  readonly readAs?: readonly { readonly name: string; readonly isCollated: boolean }[];
}

/** Why the database refuses something to the service, as the end of a sentence; nothing where it does not. */
export interface Refusals {
  readonly insert?: string;
  readonly update?: string;
}

/** What a source says of one column. */
export interface ColumnDescription {
  /** The name that the field shall have on the wire. */
  readonly name: string;
  readonly column: string;
  readonly type: FieldTypeName;
  /** Whether no field type fits, so that the column is served as read-only text. */
  readonly isOpaque?: boolean;
  readonly dbType: string;
  readonly null: boolean;
  readonly storage?: Storage;
  readonly maxLength?: number;
  readonly maxDigits?: number;
  readonly decimalPlaces?: number;
  readonly range?: readonly [min: bigint, max: bigint];
  readonly limits?: ValueLimits;
  readonly choices?: readonly string[];
  /** Whether the column may be left out of an INSERT. */
  readonly hasDefault?: boolean;
  readonly defaultValue?: string | number | boolean;
  /** Filled by the database or the source alone: generated columns, keys made by a sequence, times that touch themselves. */
  readonly isAutomatic?: boolean;
  /** What the source itself puts in at an INSERT, and at an UPDATE, in the driver's form. */
  readonly makeDefault?: () => unknown;
  readonly makeUpdate?: () => unknown;
  /** The driver's form of a value, where the source has one of its own. */
  readonly toDriver?: (value: unknown) => unknown;
  /** Why the column can not be written, or read, although others of its table can, or its default not be had. */
  readonly refused?: Refusals & { readonly read?: string; readonly default?: string };
  /** Type of an array's elements. */
  readonly element?: Pick<ColumnDescription, 'type' | 'dbType' | 'maxLength' | 'maxDigits' | 'decimalPlaces' | 'range' | 'limits'>;
}

/** What a source says of one foreign key. */
export interface ForeignKeyDescription {
  readonly columns: readonly string[];
  readonly table: TableName;
  readonly targetColumns: readonly string[];
  readonly onDelete: OnDelete;
}

/** What a source says of one table or view. Columns are named by their database names in keys. */
export interface TableDescription {
  readonly table: TableName;
  readonly isView: boolean;
  readonly columns: readonly ColumnDescription[];
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKeyDescription[];
  /** Why rows can not be written, as far as it is not for one column. */
  readonly refused?: Refusals & { readonly delete?: string };
  /** Whether a trigger may fill in what an INSERT leaves out. */
  readonly hasFillingTrigger?: boolean;
  /** Whether some rows may have a null in the key: these can't be told apart. */
  readonly hasNullKeys?: boolean;
}

/** A table's name as one text, to find it by. */
export function tableId(table: TableName): string {
  return `${table.schema ?? ''}\u0000${table.name}`;
}

/** A table's name for people, with its schema where that is not the default one. */
export function tableText({ schema, name }: TableName): string {
  return schema === undefined ? name : `${schema}.${name}`;
}

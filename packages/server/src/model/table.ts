import type { FieldTypeName } from '@grimoire/protocol';
import type { Choice, Fill, OnDelete, Refusals, Storage, ValueLimits } from './field.ts';

/** The schema and name of a table; without a schema it is in the database's default one. */
export interface TableName {
  readonly schema: string | undefined;
  readonly name: string;
  /** Whether other tables inherit from it: their rows are not its own. */
  readonly hasHeirs?: boolean;
  /** The query that is read in place of the table, in the dialect that has described it. */
  readonly readAs?: string;
  /** An index that finds its rows by texts within texts. */
  readonly searchIndex?: SearchIndex;
}

/** An index of a table that finds, for a text, every row with the text in one of its columns, and perhaps more rows. */
export interface SearchIndex {
  readonly name: string;
  /** The column by which it names rows. */
  readonly key: string;
  readonly columns: readonly string[];
}

/** A constant as a column stores it: its text, `1` and `0` for booleans; for a list, its elements. */
export type Constant = string | readonly (Constant | null)[];

/** A source's description of one column. */
export interface ColumnDescription {
  /** The name that the field gets in the API. */
  readonly name: string;
  readonly column: string;
  readonly type: FieldTypeName;
  /** Whether no field type fits, so that the column is served as read-only text. */
  readonly isOpaque?: boolean;
  /** Whether it holds what a search of the database reads, and says nothing that other columns do not. */
  readonly isForSearch?: boolean;
  readonly dbType: string;
  readonly null: boolean;
  readonly storage?: Storage;
  /** Whether it holds what clocks show, without a time zone. */
  readonly isZoneless?: boolean;
  readonly maxLength?: number;
  readonly maxDigits?: number;
  readonly decimalPlaces?: number;
  readonly range?: readonly [min: bigint, max: bigint];
  readonly limits?: ValueLimits;
  /** The values that it accepts; a plain text is its own label. */
  readonly choices?: readonly (string | Choice)[];
  readonly helpText?: string;
  /** For a foreign key whose column holds a text: what stands there before the key. */
  readonly keyPrefix?: string;
  /** What the service writes into it at each save, as the source's own client does. */
  readonly fill?: Fill;
  /** Whether the column may be left out of an INSERT. */
  readonly hasDefault?: boolean;
  /** Whether a trigger names it that runs before an INSERT, and so may fill it where it is left out. */
  readonly mayBeFilled?: boolean;
  /** What it gets then, if that is the same for each row. */
  readonly constant?: Constant;
  /** Whether only the database or the source fills it: generated columns, keys from a sequence. */
  readonly isAutomatic?: boolean;
  /** Whether the database computes it from other columns of the row. */
  readonly isGenerated?: boolean;
  /** The time that the database or the source writes by itself: the current one, if the column is left out, or that of each update. */
  readonly ownTime?: 'default' | 'update';
  /** The values that the source itself adds to an INSERT and to an UPDATE, in the driver's form. */
  readonly makeDefault?: () => unknown;
  readonly makeUpdate?: () => unknown;
  /** Makes the key of a new row that is sent without one, as text in the form of the API. */
  readonly makeKey?: () => string;
  /** Converts a value to the driver's form, if the source has its own. */
  readonly toDriver?: (value: unknown) => unknown;
  /** Why the column cannot be written or read, although others of its table can, or why its default cannot be used. */
  readonly refused?: Refusals & { readonly read?: string; readonly default?: string };
  /** Type of an array's elements. */
  readonly element?: Pick<
    ColumnDescription,
    'choices' | 'type' | 'dbType' | 'maxLength' | 'maxDigits' | 'decimalPlaces' | 'range' | 'limits'
  >;
}

/** A source's description of one foreign key. */
export interface ForeignKeyDescription {
  readonly columns: readonly string[];
  readonly table: TableName;
  readonly targetColumns: readonly string[];
  readonly onDelete: OnDelete;
}

/** A many-to-many relation that the source knows: a config does not have to name it. */
export interface LinkDescription {
  readonly name: string;
  readonly through: TableDescription;
  /** The columns of the link table that reference this table, and the other one. */
  readonly source: string;
  readonly target: string;
}

/** Which writes a trigger or a rule may turn into something else: a delete that keeps the row, a save that takes it away. */
export interface Redirects {
  readonly delete: boolean;
  readonly save: boolean;
}

/** A source's description of one table or view. Keys name columns by their database names. */
export interface TableDescription {
  readonly table: TableName;
  /** The name that the source gives it, if that is another one. */
  readonly sourceName?: string;
  readonly isView: boolean;
  readonly columns: readonly ColumnDescription[];
  readonly primaryKey: readonly string[];
  /** A column that the database adds to each row, which identifies the rows of a table without a key. */
  readonly rowIdentity?: string;
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKeyDescription[];
  readonly links?: readonly LinkDescription[];
  /** Why rows cannot be written, if the reason is not a single column. */
  readonly refused?: Refusals & { readonly delete?: string };
  /** Whether a trigger may fill in columns that an INSERT leaves out. */
  readonly hasFillingTrigger?: boolean;
  readonly redirects?: Redirects;
  /** Whether a write runs triggers, which may write elsewhere. */
  readonly hasTriggers?: boolean;
  /** Whether a write may change rows that the same role can not read, or others than it names. */
  readonly hidesChanges?: boolean;
  /** Whether some rows may have a null in the key: these cannot be told apart. */
  readonly hasNullKeys?: boolean;
}

/** A table's name as one text, for lookups. */
export function tableId(table: TableName): string {
  return `${table.schema ?? ''}\u0000${table.name}`;
}

/** A table's name for users, with its schema if that is not the default one. */
export function tableText({ schema, name }: TableName): string {
  return schema === undefined ? name : `${schema}.${name}`;
}

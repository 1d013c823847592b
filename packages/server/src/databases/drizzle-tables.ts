import type { Column, SQL, Table } from 'drizzle-orm';
import type { ColumnDescription } from '../model/table.ts';
import type { ColumnDefault } from './column-default.ts';

/** The parts of a Drizzle table's configuration that all dialects share. */
export interface DrizzleConfig {
  readonly name: string;
  readonly schema?: string | undefined;
  readonly columns: readonly Column[];
  readonly primaryKeys: readonly { readonly columns: readonly Column[] }[];
  readonly uniqueConstraints: readonly { readonly columns: readonly Column[] }[];
  readonly indexes: readonly {
    readonly config: { readonly unique?: boolean; readonly columns: readonly unknown[]; readonly where?: SQL | undefined };
  }[];
  readonly foreignKeys: readonly {
    readonly onDelete?: string | undefined;
    reference(): { readonly columns: readonly Column[]; readonly foreignColumns: readonly Column[]; readonly foreignTable: Table };
  }[];
}

/** A column, with properties that only some kinds of columns have. */
export type DrizzleColumn = Column & { readonly length?: number; readonly baseColumn?: Column };

/** What every column says, whatever its dialect. */
export type CommonColumn = Omit<ColumnDescription, 'name' | 'column' | 'type'>;

/** How Drizzle's tables of one dialect are read. A dialect that Drizzle lacks has none. */
export interface DrizzleTables {
  /** The configuration of a table; null if it is a table of another dialect, or none. */
  readonly configOf: (table: unknown) => DrizzleConfig | null;
  /** The description of a column. @param common what every column says. */
  readonly describe: (column: DrizzleColumn, common: CommonColumn) => Omit<ColumnDescription, 'name' | 'column'>;
  /** What an expression writes into a column of this type as its default. */
  readonly defaultOf: (expression: string, type: string) => ColumnDefault;
  /** The text of a piece of SQL and its parameters. */
  readonly textOf: (value: SQL) => { readonly sql: string; readonly params: readonly unknown[] };
  /** Whether a key that is also a foreign key must be given, although the database would generate one. */
  readonly givesForeignKeys: boolean;
  /** Whether Drizzle sends a constant default itself, because an INSERT has no DEFAULT keyword. */
  readonly sendsDefaults: boolean;
}

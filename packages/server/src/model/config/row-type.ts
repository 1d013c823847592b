import type { Key } from '@grimoire/protocol';

/** A row whose fields the compiler does not know. */
export type AnyRow = Readonly<Record<string, unknown>>;

declare const rowOfTable: unique symbol;

/** A table whose source knows the type of its rows, in the form of the API. The property exists only in the type. */
export interface TypedTable<Row extends object> {
  readonly [rowOfTable]: Row;
}

/** The name of a table of the database, with the type of its rows: what `grimoire pull` writes. */
export type LiveTable<Row extends object> = string & TypedTable<{ readonly [N in keyof Row]: Row[N] }>;

/** The type information of a Drizzle column. */
interface ColumnTypes {
  readonly dataType: string;
  readonly columnType: string;
  readonly data: unknown;
  readonly notNull: boolean;
}

/** The type of a value in the API: times are text, and integers are text if a number would be rounded (CONTRACT §1). */
type Wire<T> = T extends Date ? string : T extends bigint ? Key : T extends readonly (infer E)[] ? readonly Wire<E>[] : T;

type WireOf<C extends ColumnTypes> = C['columnType'] extends `${string}Numeric${string}`
  ? string
  : C['columnType'] extends `${string}BigInt${string}`
    ? Key
    : C['dataType'] extends 'custom' | 'buffer'
      ? unknown
      : C['dataType'] extends 'json'
        ? C['data']
        : Wire<C['data']>;

type ValueOf<Column> = Column extends { readonly _: infer C extends ColumnTypes }
  ? WireOf<C> | (C['notNull'] extends true ? never : null)
  : unknown;

/**
 * A row of a table in the form of the API: with the types of its source; any, for a table that is given by its name. Fields
 * that the config hides, or that the reader may not see, are in the type as well.
 */
export type RowType<Source, Many extends string = never> = Source extends { readonly _: { readonly columns: infer Columns } }
  ? { readonly [N in keyof Columns & string]: ValueOf<Columns[N]> } & { readonly [M in Many]: readonly Key[] }
  : Source extends TypedTable<infer Row>
    ? Row & { readonly [M in Many]: readonly Key[] }
    : AnyRow;

import type { Key } from '@grimoire/protocol';

/** A row of which the compiler knows nothing. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** What a Drizzle column says of its values. */
interface ColumnTypes {
  readonly dataType: string;
  readonly columnType: string;
  readonly data: unknown;
  readonly notNull: boolean;
}

/** A value as an answer has it: times are text, and integers are text where a number would be rounded (CONTRACT §1). */
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
 * A row of a table as answers have it: of a Drizzle table with the types of its columns, of a table that is named any.
 * What the config hides, or the reader may not see, is typed all the same.
 */
export type RowType<Source, Many extends string = never> = Source extends { readonly _: { readonly columns: infer Columns } }
  ? { readonly [N in keyof Columns & string]: ValueOf<Columns[N]> } & { readonly [M in Many]: readonly Key[] }
  : AnyRow;

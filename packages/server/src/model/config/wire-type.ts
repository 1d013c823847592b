import type { Key } from '@grimoire/protocol';

/** A decimal of Prisma's client, which is a decimal.js object. */
interface DecimalObject {
  readonly toFixed: unknown;
  readonly d: unknown;
}

/**
 * The type in the API of a value that an application holds as a `T`: times and decimals are text, and integers are text if a number would be
 * rounded (CONTRACT §1). Bytes are not part of rows.
 */
export type Wire<T> = T extends Date
  ? string
  : T extends bigint
    ? Key
    : T extends DecimalObject
      ? string
      : T extends Uint8Array
        ? unknown
        : T extends readonly (infer E)[]
          ? readonly Wire<E>[]
          : T;

/** The type information of a Drizzle column. */
export interface ColumnTypes {
  readonly dataType: string;
  readonly columnType: string;
  readonly data: unknown;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
}

/** Kinds of columns that the service shows as text and does not edit, because no field type fits them. */
type ShownAsText =
  `Pg${'Cidr' | 'Macaddr' | 'Line' | 'Point' | 'Geometry' | 'Vector' | 'HalfVector' | 'SparseVector' | 'BinaryVector'}${string}`;

/** Kinds of columns whose values are bytes, or are known to the application alone. */
type IsBytes<C extends ColumnTypes> = C['dataType'] extends 'custom' | 'buffer'
  ? true
  : C['columnType'] extends 'SQLiteBigInt'
    ? true
    : false;

/** The type in the API of the values of a Drizzle column, without null. */
export type WireOfColumn<C extends ColumnTypes> = C['columnType'] extends ShownAsText | `${string}Numeric${string}`
  ? string
  : IsBytes<C> extends true
    ? unknown
    : C['columnType'] extends `${string}Big${'Int' | 'Serial'}${string}`
      ? Key
      : C['dataType'] extends 'json'
        ? C['data']
        : Wire<C['data']>;

/** Whether a new row needs a value for a Drizzle column from the user who creates it: it may not be null, has no default, and is edited. */
export type IsGivenColumn<C extends ColumnTypes> = C['columnType'] extends ShownAsText
  ? false
  : IsBytes<C> extends true
    ? false
    : [C['notNull'], C['hasDefault']] extends [true, false]
      ? true
      : false;

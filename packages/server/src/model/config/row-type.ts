import type { FieldTypeName, Key } from '@grimoire/protocol';
import type { NeverEdited, WireOfType } from '../field-types/all.ts';
import type { ColumnTypes, IsGivenColumn, WireOfColumn } from './wire-type.ts';

/** A row whose fields the compiler does not know. */
export type AnyRow = Readonly<Record<string, unknown>>;

declare const rowOfTable: unique symbol;
declare const givenOfTable: unique symbol;

/**
 * A table whose source knows the type of its rows, in the form of the API. `Given` are the names of the fields that may not be null and have
 * no default. The properties exist only in the type.
 */
export interface TypedTable<Row extends object, Given extends string = never> {
  readonly [rowOfTable]: Row;
  readonly [givenOfTable]: Given;
}

/**
 * The name of a table of the database, with the type of its rows, and the names of the fields that a new row needs from the user who creates
 * it: what `grimoire pull` writes.
 */
export type LiveTable<Row extends object, Given extends keyof Row & string = never> = string &
  TypedTable<{ readonly [N in keyof Row]: Row[N] }, Given>;

type ValueOf<Column> = Column extends { readonly _: infer C extends ColumnTypes }
  ? WireOfColumn<C> | (C['notNull'] extends true ? never : null)
  : unknown;

/** A row of a table as its source describes it, without many-to-many fields. */
export type SourceRow<Source> = Source extends { readonly _: { readonly columns: infer Columns } }
  ? { readonly [N in keyof Columns & string]: ValueOf<Columns[N]> }
  : Source extends TypedTable<infer Row, string>
    ? Row
    : AnyRow;

/** The names of a table's fields, as its source knows them; any text for a table that is given by its name. */
export type FieldNames<Source> = keyof SourceRow<Source> & string;

/** A row with many-to-many fields beside its own. */
export type WithLinks<Row extends object, Many extends string> = string extends Many | keyof Row
  ? Row
  : [Many] extends [never]
    ? Row
    : Row & { readonly [M in Many]: readonly Key[] };

/** The `fields` of a config, as the compiler reads them: options by the fields' names. */
export type FieldsOptions = Readonly<Record<string, object>>;

/** The values of choices, if the compiler knows them. */
export type ChoiceValue<C> = C extends { readonly value: infer V } ? V : C;

type Known<T> = unknown extends T ? never : T;

/** A value of a field, whose config may say what the source does not: another type, or the choices. */
type Refined<T, Options> = Options extends { readonly epoch: string }
  ? string | Extract<T, null>
  : Options extends { readonly schema: { readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined } } }
    ? unknown extends T
      ? Output | null
      : T
    : Options extends { readonly type: infer Type extends FieldTypeName }
      ? Known<Exclude<T, null>> extends WireOfType<Type>
        ? T
        : WireOfType<Type> | Extract<T, null>
      : Options extends { readonly choices: readonly (infer C)[] }
        ? string extends Exclude<T, null>
          ? Extract<ChoiceValue<C>, string> | Extract<T, null>
          : T
        : T;

/**
 * A row with what the config's `fields` say of its values. `Fields` is never where the compiler checks a part of a config before it has read
 * all of it.
 */
type RefinedRow<Row extends object, Fields> = [Fields] extends [never]
  ? Row
  : [keyof Fields] extends [never]
    ? Row
    : { readonly [N in keyof Row]: N extends keyof Fields ? Refined<Row[N], Fields[N]> : Row[N] };

/**
 * A row of a table in the form of the API: with the types of its source; any, for a table that is given by its name. Fields
 * that the config hides, or that the reader may not see, are in the type as well.
 */
export type RowType<Source, Many extends string = never, Fields = object> = WithLinks<RefinedRow<SourceRow<Source>, Fields>, Many>;

/** The names of the fields that may not be null and have no default, as the source knows them. */
type SourceGiven<Source> = Source extends { readonly _: { readonly columns: infer Columns } }
  ? {
      [N in keyof Columns & string]: Columns[N] extends { readonly _: infer C extends ColumnTypes }
        ? IsGivenColumn<C> extends true
          ? N
          : never
        : never;
    }[keyof Columns & string]
  : Source extends TypedTable<object, infer Given>
    ? Given
    : never;

/** Whether users do not send the field, or send it as no value: the config says so. */
type IsWithheld<Options> = Options extends
  | { readonly readonly: true }
  | { readonly required: false }
  | { readonly fill: string }
  | { readonly type: NeverEdited }
  ? true
  : Options extends { readonly hidden: true }
    ? Options extends { readonly writeOnly: true }
      ? false
      : true
    : false;

type Withheld<Fields> = { [N in keyof Fields]: IsWithheld<Fields[N]> extends true ? N : never }[keyof Fields];

/**
 * The names of the fields that a new row needs from the user who creates it: they may not be null, have no default, and are edited, as far as
 * the source and the config know. `Locked` are the names of the config's `readonlyFields`.
 */
export type GivenFields<Source, Fields = object, Locked extends string = never> = Exclude<SourceGiven<Source>, Withheld<Fields> | Locked>;

/** Those of them that a create must send: a boolean that is left out is false (CONTRACT §3). */
export type RequiredFields<Row extends object, Given extends string> = {
  [N in Given & keyof Row]: Known<Exclude<Row[N], null>> extends boolean ? ([Known<Exclude<Row[N], null>>] extends [never] ? N : never) : N;
}[Given & keyof Row];

import type { FieldTypeName, FieldWidget } from '@grimoire/protocol';
import type { Field } from './field.ts';
import { type Said } from '../texts/message.ts';

/** A schema of JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A value for the database, the same for every dialect; each dialect binds it in its own form. */
export type Value = string | number | bigint | boolean | null;

/** Thrown by {@link FieldType.parse}; its message is shown beside the parameter. */
export class InvalidValue extends Error {
  readonly said: Said;
  /** The first message and others: a value of several parts may have several that are wrong. */
  readonly all: readonly Said[];

  constructor(said: Said, others: readonly Said[] = []) {
    super(String(said));
    this.said = said;
    this.all = [said, ...others];
  }
}

/** What the rest of the service asks of a type, beside its values. Left out is no. */
export interface TypeTraits {
  /** Texts, or whole numbers: where columns hold one type only, a config may call a type by another one of its family. */
  readonly family?: 'text' | 'integer';
  /** True or false. */
  readonly isFlag?: boolean;
  /** The value is JSON. */
  readonly isJson?: boolean;
  /** The value is a list. */
  readonly isList?: boolean;
  /** Text of any form: the beginning of one is one too. */
  readonly isFree?: boolean;
  /** Text of any length. */
  readonly isLongText?: boolean;
  /** The column has a type that no field type fits. */
  readonly isOpaque?: boolean;
  /** A number that is told apart from others by its nearest double only. */
  readonly isInexact?: boolean;
  /** Has `maxDigits` and `decimalPlaces`. */
  readonly hasDigits?: boolean;
  /** A value for programs, which tells rows apart. */
  readonly isIdentifier?: boolean;
  /** Points to rows of a model. */
  readonly isRelation?: boolean;
  /** No form edits it (CONTRACT §1). */
  readonly isNeverEdited?: boolean;
  /** No list is sorted by it. */
  readonly isUnsortable?: boolean;
  /** Not among the columns that a list has by default. */
  readonly isUnlisted?: boolean;
  /** No row is called by it. */
  readonly isNoLabel?: boolean;
  /** What `fill` may put into it; the key of one of the service's own users is no UUID. */
  readonly fills?: 'moment' | 'user' | 'user of the host';
  /** Rows can have a smallest and a largest value. */
  readonly hasExtremes?: boolean;
  /** Rows can be grouped by it. */
  readonly isGrouped?: boolean;
  /** How it may hold a secret. */
  readonly secret?: 'text' | 'number' | 'value of several parts';
}

/** A value of an aggregate as it is sent. */
export type AggregateValue = number | string | null;

/**
 * How the sum and the average of values are sent. The databases compute only the exact sum and the number of the values, as one text whose
 * form each type defines (`databases/type-sql.ts`), so that averages are the same on each of them.
 */
export interface Totals {
  sum(total: string, field: Pick<Field, 'decimalPlaces'>): AggregateValue;
  average(total: string, field: Pick<Field, 'decimalPlaces'>): AggregateValue;
}

/** What a field type answers about itself, whatever the database: a dialect says its SQL (`databases/type-sql.ts`). */
export interface FieldType {
  readonly name: FieldTypeName;
  readonly traits: TypeTraits;
  /** What filters may ask of such a field: only whether it has a value, also what is more or less, or also what is in its text. */
  readonly compares: 'as equal' | 'in order' | 'as text';
  /** The kind of time that it holds, if filters for days and years are allowed. */
  readonly calendar?: 'day' | 'instant';
  /** Turns text from an address or a key into a value. Throws {@link InvalidValue}. */
  parse(text: string, field: Field): Value;
  /** The OpenAPI schema of its JSON value, without null. */
  jsonSchema(field: Field): JsonSchema;
  /**
   * The JSON value of a constant default, from the text that the column stores; undefined if that is not certain. By default the text is read by `parse`.
   * Throws {@link InvalidValue}, or a `SyntaxError`.
   */
  fromDefault?(text: string, field: Field): unknown;
  /** Turns a JSON value of a body into a value; by default a text is expected, and read by `parse`. Throws {@link InvalidValue}. */
  fromJson?(input: unknown, field: Field): Value;
  /** Whether a body may contain a JSON number for it. */
  readonly takesNumbers?: boolean;
  /** Checks a value beyond what its type can hold. Throws {@link InvalidValue}. */
  check?(value: Value, field: Field): void;
  /** A text that is equal for equal values; by default the value's own text. */
  canonical?(value: Value, field: Field): string;
  /** How its sums are sent; left out if its values can not be added. */
  readonly totals?: Totals;
  /** Whether lists leave the field out. */
  readonly leftOutOfLists?: boolean;
  /** Whether a search can use it directly, without a cast. */
  readonly isText?: boolean;
  /** Whether parameters of actions and widgets may have it: their values are one value of a request. */
  readonly isParam: boolean;
  /** The integers that a parameter may be, where the type alone does not say it. */
  readonly paramRange?: readonly [min: bigint, max: bigint];
  /** The field editors (the option `widget`) that are not for every type, and take this one. */
  readonly editors?: readonly FieldWidget['kind'][];
  /** A value of the field in the API, for documentation; it may be longer than `maxLength`. */
  example(field: Field): unknown;
}

/**
 * A field type, with what the compiler tells hosts of its values: their type in the API, and that of a parameter in a request, which is never
 * where no parameter has the type.
 */
export interface FieldTypeOf<Wire, Sent = never, IsNeverEdited extends boolean = false> extends FieldType {
  readonly isParam: [Sent] extends [never] ? false : true;
  readonly traits: TypeTraits & (IsNeverEdited extends true ? { readonly isNeverEdited: true } : { readonly isNeverEdited?: never });
  /** For the compiler only. */
  readonly $values?: { readonly wire: Wire; readonly sent: Sent };
}

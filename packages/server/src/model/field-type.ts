import type { FieldTypeName } from '@grimoire/protocol';
import type { RawBuilder } from 'kysely';
import type { Field } from './field.ts';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A piece of SQL, not yet of any dialect. */
export type Sql = RawBuilder<unknown>;

/** The databases that the service speaks to. */
export type DialectName = 'postgres' | 'sqlite';

/** A value on its way to the database, the same for every dialect; each dialect binds it in its own form. */
export type Value = string | number | bigint | boolean | null;

/** Thrown by {@link FieldType.parse}; its message is shown beside the parameter. */
export class InvalidValue extends Error {}

/** What the rest of the service asks of a type, beside its values. Left out is no. */
export interface TypeTraits {
  /** Texts, or whole numbers: on PostgreSQL a config may call a type by another one of its family. */
  readonly family?: 'text' | 'integer';
  /** True or false. */
  readonly isFlag?: boolean;
  /** The column holds the address of a file. */
  readonly isFile?: boolean;
  /** The value is JSON. */
  readonly isJson?: boolean;
  /** The value is a list. */
  readonly isList?: boolean;
  /** Text of any length. */
  readonly isLongText?: boolean;
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
  /** How it may hold a secret. */
  readonly secret?: 'text' | 'number' | 'value of several parts';
}

/** What a field type answers about itself; adding a type is adding one of these (DESIGN, "Field types"). */
export interface FieldType {
  readonly name: FieldTypeName;
  readonly traits: TypeTraits;
  /** What filters may ask of such a field: only whether it has a value, also what is more or less, or also what is in its text. */
  readonly compares: 'as equal' | 'in order' | 'as text';
  /** What it says of time, where filters may ask for days and years. */
  readonly calendar?: 'day' | 'instant';
  /** Turns text from an address or a key into a value. Throws {@link InvalidValue}. */
  parse(text: string, field: Field): Value;
  /** What its JSON value is, null aside, as OpenAPI says it. */
  jsonSchema(field: Field): JsonSchema;
  /** SQL that yields the field's JSON value in CONTRACT §1's encoding, from the SQL of its column. */
  readonly json: { readonly [D in DialectName]: (column: Sql, field: Field) => Sql };
  /** SQL that is compared and, unless `sortsByColumn`, sorted by; the column itself when left out. */
  readonly operand?: { readonly [D in DialectName]?: (column: Sql, field: Field) => Sql };
  /** Whether a sort goes by the bare column, so that its index serves, although comparisons go by `operand`. */
  readonly sortsByColumn?: boolean;
  /** The parameter that SQLite compares with; the value itself when left out. PostgreSQL takes every value as text. */
  bindSqlite?(value: Value, field: Field): Value;
  /** SQL of the value that a parameter stands for, where the parameter is a text of another form. */
  readonly decode?: { readonly [D in DialectName]: (parameter: Sql) => Sql };
  /** Turns a JSON value of a body into a value; left out, it is a text, read by `parse`. Throws {@link InvalidValue}. */
  fromJson?(input: unknown, field: Field): Value;
  /** Whether a body may have a JSON number for it. */
  readonly takesNumbers?: boolean;
  /** What a value must be beyond what its type can hold. Throws {@link InvalidValue}. */
  check?(value: Value, field: Field): void;
  /** The parameter that is written, where it is another than the one that is compared. */
  readonly stored?: { readonly [D in DialectName]?: (value: Value, field: Field) => Value };
  /** A text that is the same for values that are; the value's own text when left out. */
  canonical?(value: Value, field: Field): string;
  /** Whether a row's JSON value names its exact place in a sort, so that a page can start after it. */
  readonly positions: { readonly [D in DialectName]: (field: Field) => boolean };
  /** Whether a row's JSON in a list leaves the field out. */
  readonly leftOutOfLists?: boolean;
  /** SQL of the JSON value that names the place, where that is not `json`. */
  readonly position?: { readonly [D in DialectName]?: (column: Sql) => Sql };
  /** Whether SQLite may hold it in upper or lower case alike. */
  readonly isCaseless?: boolean;
  /** Whether a search may look into it as it stands, without a cast. */
  readonly isText?: boolean;
}

export const always = (): boolean => true;
export const never = (): boolean => false;

import type { FieldConditions, FieldWidget, ToneName } from '@grimoire/protocol';
import type { FieldType } from './field-type.ts';
import type { ValueSchema } from './json-schema/value-schema.ts';
import type { TableName } from './table.ts';

/** A value that a field may have, and the text shown for it. */
export interface Choice {
  readonly value: string | number;
  readonly label: string;
}

/** The form in which a column without a type of its own for them keeps UUIDs, if it is not text in lower case with hyphens. */
export type UuidStorage = 'bytes' | 'digits' | 'upper case' | 'upper case digits';

/** The form of a column's values, if it is not the database's own type for them. */
export type Storage = 'native' | 'text' | 'sortable text' | 'seconds' | 'milliseconds' | UuidStorage;

/** What happens to a row when the row that it references is deleted. */
export type OnDelete = 'cascade' | 'set null' | 'set default' | 'restrict' | 'no action';

/** What the service itself writes into a field at a save: the time, or the user. */
export type Fill = 'createdAt' | 'updatedAt' | 'createdBy' | 'updatedBy';

/** How the values of a column differ from those of its type. */
export interface ValueLimits {
  /** The number of digits beyond which numbers are rounded. */
  readonly exactDigits?: number;
  /** Whether it holds only floats of four bytes. */
  readonly isSingle?: boolean;
  /** Digits before the decimal point that the column rounds to zero. */
  readonly roundedDigits?: number;
  /** Whether it can hold infinity and, for numbers, NaN. */
  readonly hasInfinity?: boolean;
  /** Whether its nondeterministic collation treats different texts as equal: patterns cannot be used on such texts. */
  readonly isNondeterministic?: boolean;
  /** Whether it stores NaN as null. */
  readonly hasNoNaN?: boolean;
  /** The SQL of the type as which it is compared, where its own type has no operators: a domain over an enum. */
  readonly comparedAs?: string;
}

/** Functions of a column's source that create or convert its values. */
export interface SourceValues {
  readonly makeDefault?: (() => unknown) | undefined;
  readonly makeUpdate?: (() => unknown) | undefined;
  /** Makes a key, as text in the form of the API. */
  readonly makeKey?: (() => string) | undefined;
  readonly toDriver?: ((value: unknown) => unknown) | undefined;
}

/** Why the database refuses an operation, as the end of a sentence; undefined if it does not. */
export interface Refusals {
  readonly insert?: string;
  readonly update?: string;
}

/** The target of a foreign key. */
export interface Relation {
  /** Key of the model that it references. */
  readonly model: string;
  /** Column of that model's table that the foreign key references. */
  readonly column: string;
  readonly onDelete: OnDelete;
}

/** The table between the two sides of a many-to-many field. */
export interface Link {
  readonly table: TableName;
  /** Its column that references the model that has the field, and the column there. */
  readonly source: string;
  readonly sourceKey: string;
  /** Its column that references the target, and the column there. */
  readonly target: string;
  readonly targetKey: string;
}

/** One field of a model: the source's description, overridden by the config. */
export interface Field {
  /** Name in the API. */
  readonly name: string;
  /** Name of the column; for a many-to-many field, the model's own column that the link table references. */
  readonly column: string;
  readonly type: FieldType;
  /** For a foreign or many-to-many key: the key that it holds. For an array: the type of its elements. */
  readonly inner: Field | undefined;
  readonly relation: Relation | undefined;
  readonly link: Link | undefined;
  readonly storage: Storage;
  /** The time zone of its date-times, if that is not UTC, and the column itself has none. */
  readonly timeZone?: string;
  /** The column's type as named by the database. */
  readonly dbType: string;
  /** Whether no field type fits the column's type, so that it is served as text. */
  readonly isOpaque: boolean;
  readonly verboseName: string;
  readonly helpText: string | undefined;
  readonly null: boolean;
  readonly unique: boolean;
  readonly primaryKey: boolean;
  readonly maxLength: number | undefined;
  readonly maxDigits: number | undefined;
  readonly decimalPlaces: number | undefined;
  /** Smallest and largest integer that the column holds. */
  readonly range: readonly [min: bigint, max: bigint] | undefined;
  readonly limits: ValueLimits | undefined;
  readonly choices: readonly Choice[] | undefined;
  /** What the values of a JSON field have to be, if the config says it. */
  readonly schema?: ValueSchema;
  /** Whether the database fills the column if it is left out. */
  readonly hasDefault: boolean;
  /** The default in the form of the API; undefined if it is no constant, or if a row could get another value by it. */
  readonly defaultValue: unknown;
  readonly editable: boolean;
  /** Why the database refuses its values in inserts or updates; undefined if the field is not edited anyway. */
  readonly refused: Refusals | undefined;
  /** May be written, but is never returned: a password. */
  readonly writeOnly: boolean;
  /** Whether the digits of a number stand in groups; undefined if it is no number. */
  readonly grouping?: boolean;
  /** What choices mean, by their values. */
  readonly tones?: Readonly<Record<string, ToneName>>;
  /** How frontends show the field, if that does not follow from its type. */
  readonly widget?: FieldWidget;
  /** While what holds forms show it; undefined if always. */
  readonly visibleWhen?: FieldConditions;
  /** While what holds forms take no input for it; undefined if never. */
  readonly readonlyWhen?: FieldConditions;
  /** What the service writes into it at each save. */
  readonly fill: Fill | undefined;
  /** Whether `fill` writes the key of the row that the user is linked to, and not the user's own key or name. */
  readonly fillsLink?: boolean;
  /** For a foreign key whose column holds a text: what stands there before the key. */
  readonly keyPrefix?: string;
  /** The functions of its source, in the driver's form. */
  readonly source: SourceValues;
  /** Returned with a single row, not in lists. */
  readonly detailOnly: boolean;
  /** Whether a list may be filtered and sorted by it. */
  readonly queryable: boolean;
  /** Never leaves the service, for any user. */
  readonly hidden: boolean;
  /** Permission that reading it needs in addition to the model's `view`, as `{app}.{codename}`. */
  readonly viewPermission: string | undefined;
}

/** The field whose type decides how a value is read, written and compared: for a foreign key, the key of its target. */
export function valueField(field: Field): Field {
  return field.relation && !field.link && field.inner ? field.inner : field;
}

/** The field of the key that a foreign or many-to-many key holds. Throws if it holds none. */
export function innerOf({ name, inner }: Field): Field {
  if (!inner) throw new Error(`${name} points to nothing`);
  return inner;
}

/** Whether a foreign key references another column than its target's key. In the API its values are keys all the same (CONTRACT §1). */
export function isIndirect({ relation, link, inner }: Field): boolean {
  return relation !== undefined && !link && relation.column !== inner?.column;
}

/** Whether the values of the field are read from another table. */
export function isOfOtherTable(field: Field): boolean {
  return field.link !== undefined || isIndirect(field);
}

/** Whether the values of the field may be large: rows of lists, writes and the audit log leave it out. A key never counts as large. */
export function isLarge(field: Field): boolean {
  return field.type.leftOutOfLists === true && !field.primaryKey;
}

/** Whether a new row needs a value for the field from the user who creates it: it is edited, not null, and without a default. */
export function isGiven(field: Field): boolean {
  const isTaken = field.editable && field.refused?.insert === undefined;
  return isTaken && !field.null && !field.hasDefault;
}

/** Whether a create must send the field: a boolean that is left out is false (CONTRACT §3). */
export function isRequired(field: Field): boolean {
  return isGiven(field) && !field.type.traits.isFlag;
}

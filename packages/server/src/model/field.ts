import type { FieldWidget } from '@grimoire/protocol';
import type { FieldType } from './field-type.ts';
import type { Refusals } from './table.ts';

/** A value that a field may take and the text shown for it. */
export interface Choice {
  readonly value: string | number;
  readonly label: string;
}

/** How a column holds its values when that is not the database's own type for them. */
export type Storage = 'native' | 'text' | 'seconds' | 'milliseconds';

/** What happens to a row when the row that it points to is deleted. */
export type OnDelete = 'cascade' | 'set null' | 'set default' | 'restrict' | 'no action';

/** What the service itself writes into a field at a save: when, or by whom. */
export type Fill = 'createdAt' | 'updatedAt' | 'createdBy' | 'updatedBy';

/** What a column holds otherwise than its type says. */
export interface ValueLimits {
  /** Digits beyond which numbers are rounded. */
  readonly exactDigits?: number;
  /** Whether it holds floats of four bytes only. */
  readonly isSingle?: boolean;
  /** Digits before the decimal point that the column rounds to zero. */
  readonly roundedDigits?: number;
  /** Whether it holds infinity and, of numbers, NaN. */
  readonly hasInfinity?: boolean;
  /** Whether texts that differ are equal in it, by a nondeterministic collation: patterns do not take such texts. */
  readonly isNondeterministic?: boolean;
  /** Whether "not a number" becomes null in it. */
  readonly hasNoNaN?: boolean;
}

/** What the source of a column does with its values. */
export interface SourceValues {
  readonly makeDefault?: (() => unknown) | undefined;
  readonly makeUpdate?: (() => unknown) | undefined;
  readonly toDriver?: ((value: unknown) => unknown) | undefined;
}

/** Where a foreign key points. */
export interface Relation {
  /** Key of the model that it points to. */
  readonly model: string;
  /** Column of that model's table that the foreign key holds. */
  readonly column: string;
  readonly onDelete: OnDelete;
}

/** The table between the two sides of a many-to-many field. */
export interface Link {
  readonly schema: string | undefined;
  readonly table: string;
  /** Its column that points to the model that has the field, and the column there. */
  readonly source: string;
  readonly sourceKey: string;
  /** Its column that points to the target, and the column there. */
  readonly target: string;
  readonly targetKey: string;
}

/** One field of a model, resolved: what the source says with what the config says on top. */
export interface Field {
  /** Name on the wire. */
  readonly name: string;
  /** Name of the column; of a many-to-many field, the model's own column that the link points to. */
  readonly column: string;
  readonly type: FieldType;
  /** Of a foreign or many-to-many key: the type of the key that it holds. Of an array: the type of its elements. */
  readonly inner: Field | undefined;
  readonly relation: Relation | undefined;
  readonly link: Link | undefined;
  readonly storage: Storage;
  /** The column's type in the database's own words. */
  readonly dbType: string;
  /** Whether the type is one that no field type fits, so that it is served as text. */
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
  /** Whether the database fills the column when it is left out. */
  readonly hasDefault: boolean;
  /** That value, where it is a plain one. */
  readonly defaultValue: string | number | boolean | undefined;
  readonly editable: boolean;
  /** Why the database refuses its values in new rows, or in changed ones; nothing of a field that is not edited anyway. */
  readonly refused: Refusals | undefined;
  /** May be sent, and is never served: a password. */
  readonly writeOnly: boolean;
  /** How frontends are to show it, where its type does not say it. */
  readonly widget?: FieldWidget;
  /** What the service puts in at each save. */
  readonly fill: Fill | undefined;
  /** What the source puts in by itself, in the driver's form. */
  readonly source: SourceValues;
  /** Served with one row, not in lists. */
  readonly detailOnly: boolean;
  /** Whether a list may be filtered and sorted by it. */
  readonly queryable: boolean;
  /** Never leaves the service, for nobody. */
  readonly hidden: boolean;
  /** Permission that reading it needs beyond the model's `view`, as `{app}.{codename}`. */
  readonly viewPermission: string | undefined;
}

/** Whether rows of lists have the field; a key is always there. */
export function isInLists(field: Field): boolean {
  return field.type.leftOutOfLists !== true || field.primaryKey;
}

/** Whether a create must send the field: editable, not null, without a default, not a boolean (CONTRACT §3). */
export function isRequired(field: Field): boolean {
  const isTaken = field.editable && field.refused?.insert === undefined;
  return isTaken && !field.null && !field.hasDefault && !field.type.traits.isFlag;
}

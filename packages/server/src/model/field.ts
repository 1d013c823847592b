import type { FieldType } from './field-type.ts';

/** A value that a field may take and the text shown for it. */
export interface Choice {
  readonly value: string | number;
  readonly label: string;
}

/** How a column holds its values when that is not the database's own type for them. */
export type Storage = 'native' | 'text' | 'seconds' | 'milliseconds';

/** What happens to a row when the row that it points to is deleted. */
export type OnDelete = 'cascade' | 'set null' | 'set default' | 'restrict' | 'no action';

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
  readonly choices: readonly Choice[] | undefined;
  /** Whether the database fills the column when it is left out. */
  readonly hasDefault: boolean;
  /** That value, where it is a plain one. */
  readonly defaultValue: string | number | boolean | undefined;
  readonly editable: boolean;
  /** Never leaves the service, for nobody. */
  readonly hidden: boolean;
  /** Permission that reading it needs beyond the model's `view`, as `{app}.{codename}`. */
  readonly viewPermission: string | undefined;
}

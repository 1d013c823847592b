import type { FieldTypeName, FieldWidget } from '@grimoire/protocol';
import type { Action, BareAction } from './action.ts';
import type { ActionInputs } from './action-type.ts';
import type { Actor } from '../actor.ts';
import type { Choice, Fill } from '../field.ts';
import type { Hooks, Validate } from './hooks.ts';
import type { RowRule } from './row-rule.ts';
import type { AnyRow, RowType } from './row-type.ts';

/** What a config may say of one field. */
export interface FieldConfig {
  /** Name for people. */
  readonly label?: string;
  readonly helpText?: string;
  /** Never leaves the service, not even for superusers. */
  readonly hidden?: boolean;
  readonly readonly?: boolean;
  /** May be sent, and is never served, filtered or shown in the audit log: a PIN, a password. */
  readonly writeOnly?: boolean;
  /** How frontends are to show it, where its type does not say it. */
  readonly widget?: FieldWidget;
  /** The service fills it at each save, with the time or with who saved: the key or the name of the user, as the column takes. */
  readonly fill?: Fill;
  /** Served with one row, not in lists. */
  readonly detailOnly?: boolean;
  /** False keeps lists from being filtered and sorted by it. */
  readonly queryable?: boolean;
  /** Permission `{app}.{codename}` that reading the field needs beyond the model's `view`. */
  readonly view?: string;
  /** The field type, where the column's own says too little: `EmailField`, `UUIDField` over text, `ArrayField` over JSON. */
  readonly type?: FieldTypeName;
  /** The values that the field takes; a bare text is its own label. */
  readonly choices?: readonly (string | Choice)[];
  readonly maxLength?: number;
  readonly maxDigits?: number;
  readonly decimalPlaces?: number;
}

/** A many-to-many field through a link table, by that table's property or column names. */
export interface ManyToManyConfig {
  /** The link table: a Drizzle table, or the name of a table of the database. */
  readonly through: unknown;
  /** Its foreign key to this model; found by itself where there is one. */
  readonly source?: string;
  /** Its foreign key to the other model; found by itself where there is one. */
  readonly target?: string;
  readonly label?: string;
}

/** A child model shown with its parent; made by {@link inline}. */
export interface InlineConfig {
  readonly table: unknown;
  readonly foreignKey: string;
}

/** A field of this model, or a path along foreign keys: `customer.country`. */
export type PathName<Name extends string> = Name | `${Name}.${string}`;

/**
 * How a model is served: SPEC's `AdminConfig`. Every part may be left out; CONTRACT §3 says what then holds.
 * `Name` are the model's own field names, `Many` those of its many-to-many fields.
 */
export interface AdminConfig<Name extends string = string, Many extends string = string> {
  readonly verboseName?: string;
  readonly verboseNamePlural?: string;
  /** A field, or a function from the fields that the reader may see. */
  readonly label?: Name | ((row: Readonly<Record<Name, unknown>>) => string);
  readonly listDisplay?: readonly (Name | NoInfer<Many>)[];
  readonly searchFields?: readonly PathName<Name>[];
  readonly autocompleteFields?: readonly PathName<Name>[];
  readonly listFilter?: readonly (PathName<Name> | NoInfer<Many>)[];
  readonly ordering?: readonly (Name | `-${Name}` | 'pk' | '-pk')[];
  /** SPEC's `is_readonly`. */
  readonly readonly?: boolean;
  readonly readonlyFields?: readonly (Name | NoInfer<Many>)[];
  /** Also of many-to-many fields: what is said of labels and of who may see and change them. */
  readonly fields?: { readonly [N in Name | NoInfer<Many>]?: FieldConfig };
  readonly manyToMany?: { readonly [M in Many]: ManyToManyConfig };
  readonly inlines?: readonly InlineConfig[];
  /** Row scope: the rows that this actor may see and touch. */
  readonly rows?: (request: { readonly actor: Actor }) => RowRule;
  /** Looks at the whole row as it would be after a save; what it says is a 400 on those fields. */
  readonly validate?: Validate<Name>;
  /** What else happens in the transaction of a write. */
  readonly hooks?: Hooks<Name>;
  /** What may be run on rows, by key; needs `change`, unless `adminActions` says otherwise. */
  readonly actions?: ConfigActions<Name>;
  /** The columns that make the key, where the database does not say: of a view. */
  readonly primaryKey?: readonly Name[];
}

/** The actions of a config, by key. */
export type ConfigActions<Name extends string> = Readonly<Record<string, Action<Name> | BareAction<Name>>>;

/** Those of a config that has none. */
export type NoActions = { readonly [name: symbol]: never };

/** A table or view under the key that it is served by; made by {@link model}. */
export interface ModelRegistration<K extends string = string, Row extends object = AnyRow, Actions = unknown> {
  /** A Drizzle table, or the name of a table or view of the database, with its schema before a dot if it has one. */
  readonly source: unknown;
  readonly key: K;
  readonly config: AdminConfig;
  /** Only a type: a row of the model as answers have it. */
  readonly $row?: Row;
  /** Only a type: the input of each action of the model's config. */
  readonly $actions?: Actions;
}

/** The names of a Drizzle table's properties; any text for a table that is named. */
export type FieldNames<Source> = Source extends { readonly _: { readonly columns: infer Columns } } ? keyof Columns & string : string;

/**
 * Registers a table: a Drizzle table, whose field names the compiler then checks, or the name of one in the database.
 * @param key `{app}.{Model}`, the model's name in every address.
 * @example model(orders, 'sales.Order', { searchFields: ['number', 'customer.name'] })
 */
export function model<
  Source,
  const K extends `${string}.${string}`,
  Many extends string = never,
  const Actions extends ConfigActions<FieldNames<Source>> = NoActions,
>(
  source: Source,
  key: K,
  config: AdminConfig<FieldNames<Source>, Many> & { readonly actions?: Actions } = {},
): ModelRegistration<K, RowType<Source, NoInfer<Many>>, ActionInputs<Actions>> {
  return { source, key, config };
}

/**
 * A child model that is edited together with its parent.
 * @param foreignKey the child's field that points to the parent.
 */
export function inline<Source>(table: Source, foreignKey: FieldNames<Source>): InlineConfig {
  return { table, foreignKey };
}

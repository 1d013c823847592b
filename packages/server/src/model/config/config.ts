import type { FieldTypeName, FieldWidget, IconName, ToneName, ReasonedWrite } from '@grimoire/protocol';
import type { Action, BareAction } from './action.ts';
import type { ActionInputs } from './action-type.ts';
import type { Actor } from '../actor.ts';
import type { Choice, Fill } from '../field.ts';
import type { FormCondition, FormConfig } from './form.ts';
import type { SchemaOption } from '../json-schema/read-schema.ts';
import type { Hooks, Suggest, Validate } from './hooks.ts';
import type { PathName, RowRule } from './row-rule.ts';
import type { AnyRow, FieldNames, FieldsOptions, GivenFields, RequiredFields, RowType, WithLinks } from './row-type.ts';

/** Options of one field. */
export interface FieldConfig<Name extends string = string> {
  /** The name for users. */
  readonly label?: string;
  readonly helpText?: string;
  /** Never leaves the service, not even for superusers. */
  readonly hidden?: boolean;
  /** Whether users do not edit it; false gives them a column that fills itself with the current time. */
  readonly readonly?: boolean;
  /** False of a column without a default that may not be null: the database fills it where a new row is sent without it, such as by a trigger. */
  readonly required?: false;
  /** May be written, but is never returned, filtered or shown in the audit log: a PIN, a password. */
  readonly writeOnly?: boolean;
  /** How frontends show the field, if that does not follow from its type. */
  readonly widget?: FieldWidget;
  /** The service fills the field at each save, with the time or with the current user: their key or their name, by the column's type. */
  readonly fill?: Fill;
  /** Returned with a single row, not in lists. */
  readonly detailOnly?: boolean;
  /** False forbids to filter and sort lists by it. */
  readonly queryable?: boolean;
  /** Permission `{app}.{codename}` that reading the field needs in addition to the model's `view`. */
  readonly view?: string;
  /** Forms show the field only while this holds. It is no right: the API serves and takes the field in any case. */
  readonly visibleWhen?: FormCondition<Name>;
  /** Forms take no input for the field while this holds. It is no right either. */
  readonly readOnlyWhen?: FormCondition<Name>;
  /** The field type, if the column's own is too general: `EmailField`, `UUIDField` for text, `ArrayField` for JSON. */
  readonly type?: FieldTypeName;
  /** The values that the field accepts; a plain text is its own label. */
  readonly choices?: readonly (string | Choice)[];
  /** What choices mean, by their values, for the color and the dot that show them. Without it, they are guessed from the words. */
  readonly tones?: Readonly<Record<string, ToneName>>;
  /**
   * What the values of a JSON field have to be: a JSON Schema, or a schema of Zod, Valibot or ArkType. Every write is checked by it, and
   * dashboards make a form of it.
   */
  readonly schema?: SchemaOption;
  readonly maxLength?: number;
  readonly maxDigits?: number;
  readonly decimalPlaces?: number;
  /** The time zone of date-times in a column without one, such as `Europe/Berlin`; by default that of the model. */
  readonly timeZone?: string;
  /** Of a column of integers that holds times: as seconds or as milliseconds since 1970. The field is then a `DateTimeField`. SQLite only. */
  readonly epoch?: 'seconds' | 'milliseconds';
  /**
   * Whether the digits of a number stand in groups, such as 12,000. Without it, they do not where the number identifies something: a key, a
   * unique number, and a number whose name says so (`year`, `barcode`).
   */
  readonly grouping?: boolean;
}

/** A many-to-many field through a link table, by that table's property or column names. */
export interface ManyToManyConfig {
  /** The link table: a Drizzle table, or the name of a table of the database. */
  readonly through: unknown;
  /** Its foreign key to this model; needed only if there are several. */
  readonly source?: string;
  /** Its foreign key to the other model; needed only if there are several. */
  readonly target?: string;
  readonly label?: string;
}

/** A child model shown with its parent; created by {@link inline}. */
export interface InlineConfig {
  readonly table: unknown;
  readonly foreignKey: string;
  /** An integer field of the child by whose values its rows stand in an order that users change; false for none. */
  readonly position?: string | false;
}

/**
 * The name of a number of related rows: `tags.count`, `OrderLine.count`, `OrderLine.order.count` by the foreign key, `sales.OrderLine.count`. A name
 * without a dot before it begins with a capital letter, unless it is that of a many-to-many field.
 */
export type CountName<Many extends string = string> = `${Many | Capitalize<string> | `${string}.${string}`}.count`;

/**
 * How a model is served. Every part is optional; CONTRACT §3 has the defaults. `Row` is the type of a row with the model's own fields, `Many`
 * the names of its many-to-many fields, `Sure` those of the fields that have a value also in a new row before its save.
 */
export interface AdminConfig<Row extends object = AnyRow, Many extends string = string, Sure extends string = string> {
  readonly verboseName?: string;
  readonly verboseNamePlural?: string;
  /** The icon in the menu; without it, one is chosen by the name. */
  readonly icon?: IconName;
  /** What a list without rows says: who or what makes them, where that is not the person at the screen. */
  readonly emptyText?: string;
  /** The writes for which staff must say why. The reason is kept with the change; without one, the request is refused. */
  readonly reasonRequired?: readonly ReasonedWrite[];
  /** A field, or a function that gets the fields that the reader may see. */
  readonly label?: (keyof Row & string) | ((row: Readonly<Partial<Row>>) => string);
  /**
   * The columns of a list: fields, paths along foreign keys (`customer.country`), and numbers of related rows: `tags.count` of a many-to-many
   * field, `OrderLine.count` of the rows of a model that point to the row.
   */
  readonly listDisplay?: readonly (PathName<keyof Row & string> | NoInfer<Many> | CountName<NoInfer<Many>>)[];
  readonly searchFields?: readonly PathName<keyof Row & string>[];
  readonly autocompleteFields?: readonly PathName<keyof Row & string>[];
  /** What a picker of its rows shows beside their labels, such as an e-mail address: three fields at most, and one picture. */
  readonly pickerFields?: readonly (keyof Row & string)[];
  readonly listFilter?: readonly (PathName<keyof Row & string> | NoInfer<Many>)[];
  readonly ordering?: readonly ((keyof Row & string) | `-${keyof Row & string}` | 'pk' | '-pk')[];
  /** The time zone of date-times in columns without one, such as `Europe/Berlin`; by default `databaseTimeZone` of the settings. */
  readonly timeZone?: string;
  /** Whether no row can be written (`is_readonly` in the schema). */
  readonly readonly?: boolean;
  readonly readonlyFields?: readonly ((keyof Row & string) | NoInfer<Many>)[];
  /** Options of fields. For many-to-many fields, only labels and the options that decide who may see and change them. */
  readonly fields?: { readonly [N in (keyof Row & string) | NoInfer<Many>]?: FieldConfig<keyof Row & string> };
  /** The layout of the form; without it, dashboards decide. */
  readonly form?: FormConfig<(keyof Row & string) | NoInfer<Many>>;
  readonly manyToMany?: { readonly [M in Many]: ManyToManyConfig };
  readonly inlines?: readonly InlineConfig[];
  /** Row scope: the rows that this actor may see and change. */
  readonly rows?: (request: { readonly actor: Actor }) => RowRule<WithLinks<Row, NoInfer<Many>>>;
  /** Checks the whole row as it will be after a save; its messages are a 400 on those fields. */
  readonly validate?: Validate<WithLinks<Row, NoInfer<Many>>, Sure | NoInfer<Many>>;
  /** By field: functions that are asked, when a user has chosen its value in a form, which values other fields should have. */
  readonly suggest?: { readonly [N in keyof Row & string]?: Suggest<Row, Row[N]> };
  /**
   * A date-time field that may be null and marks deleted rows: a delete sets it, and the row is then in the trash, which only users with
   * `restore_{model}` or `purge_{model}` see. The service alone writes the field.
   */
  readonly softDelete?: keyof Row & string;
  /** Functions that run in the transaction of a write. */
  readonly hooks?: Hooks<WithLinks<Row, NoInfer<Many>>, NoInfer<Many>>;
  /** The actions on rows, by key; they need `change`, unless `adminActions` sets another permission. */
  readonly actions?: ConfigActions<WithLinks<Row, NoInfer<Many>>>;
  /** Whether users with `export_{model}` may export its rows as CSV without an entry of `adminActions`; by default as the settings say. */
  readonly export?: boolean;
  /** The columns of the key, if the database does not define one: for a view. */
  readonly primaryKey?: readonly (keyof Row & string)[];
}

/** The actions of a config, by key. */
export type ConfigActions<Row extends object> = Readonly<Record<string, Action<Row> | BareAction<Row>>>;

/** The type of the actions of a config that has none. */
export type NoActions = { readonly [name: symbol]: never };

/** A table or view with the key that it is served under; created by {@link model}. */
export interface ModelRegistration<
  K extends string = string,
  Row extends object = AnyRow,
  Actions = unknown,
  Required extends string = string,
> {
  /** A Drizzle table, or the name of a table or view of the database, with its schema before a dot if it has one. */
  readonly source: unknown;
  readonly key: K;
  readonly config: AdminConfig;
  /** Whether a table whose rows can not be identified in the API is left out, instead of being an error. */
  readonly $isOptional?: boolean;
  /** Only a type: a row of the model in the form of the API. */
  readonly $row?: Row;
  /** Only a type: the input of each action of the model's config. */
  readonly $actions?: Actions;
  /** Only a type: the names of the fields that a create must send. */
  readonly $required?: Required;
}

/**
 * The type of a part of a config, from which the compiler infers `T`. It checks nothing: the config's own type does. The condition is open
 * during the inference, and afterwards gives a type that every part has.
 */
type Inferred<T, Part = T> = [T] extends [never] ? Part : object;

/**
 * Registers a table: a Drizzle table, whose field names and values the compiler then checks, or the name of one in the database.
 * @param key `{app}.{Model}`, the model's name in every address.
 * @example model(orders, 'sales.Order', { searchFields: ['number', 'customer.name'] })
 */
export function model<
  Source,
  const K extends `${string}.${string}`,
  Many extends string = never,
  const Fields extends FieldsOptions = {},
  const Locked extends string = never,
  const Actions extends ConfigActions<RowType<Source, Many, Fields>> = NoActions,
>(
  source: Source,
  key: K,
  config: AdminConfig<RowType<Source, never, Fields>, Many, GivenFields<Source, Fields, Locked>> & {
    readonly fields?: Inferred<Fields>;
    readonly readonlyFields?: Inferred<Locked, readonly Locked[]>;
    readonly actions?: Actions;
  } = {},
): ModelRegistration<
  K,
  RowType<Source, NoInfer<Many>, Fields>,
  ActionInputs<Actions>,
  RequiredFields<RowType<Source, never, Fields>, GivenFields<Source, Fields, Locked>>
> {
  // The service calls the functions of a config with rows that have the fields of the table.
  return { source, key, config: config as unknown as AdminConfig };
}

/**
 * A child model that is edited together with its parent.
 * @param foreignKey the child's field that references the parent.
 * @param options `position`: the integer field of the child by which users put its rows in order, or false. By default it is an integer field
 * that is named `position`, `sort_order`, `sort`, `rank`, `ordinal`, `order_index` or `sequence`.
 */
export function inline<Source>(
  table: Source,
  foreignKey: FieldNames<Source>,
  options: { readonly position?: FieldNames<Source> | false } = {},
): InlineConfig {
  return { table, foreignKey, ...options };
}

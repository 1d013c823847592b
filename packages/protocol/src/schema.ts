import type { ActionVariant, CodeLanguage, IconName, ToneName } from './looks.ts';
import type { FieldTypeName } from './field-types.ts';

/** The rights of the current user on a model. */
export interface ModelPermissions {
  readonly view: boolean;
  readonly add: boolean;
  readonly change: boolean;
  readonly delete: boolean;
}

/** A value that a field may have, and its label. */
export type ChoicePair = readonly [value: string | number, label: string];

/**
 * How a field is shown and edited where its type does not determine it. `model` and `key` are names of fields of the same row:
 * the one that holds the model's key (`sales.Order`), and the one that holds the row's key.
 */
export type FieldWidget =
  /** A text that is hidden while it is entered. */
  | { readonly kind: 'password' }
  /** Many-to-many to rows that have `name`, `codename` and `content_type_label`: a table of models and rights with check boxes. */
  | { readonly kind: 'permissions' }
  /** The key of a model, shown as the model's name. */
  | { readonly kind: 'model' }
  /** The label of a row of any model, with a link to it. */
  | { readonly kind: 'row'; readonly model: string; readonly key: string }
  /** Fields of a row of any model, each with its value before and after: `{"status": ["open", "paid"]}`. */
  | { readonly kind: 'changes'; readonly model: string }
  /** The number of a change set, with the way to it. */
  | { readonly kind: 'change-set' }
  /**
   * A number with its currency: a code of ISO 4217 (`EUR`), or the field of the same row that holds it. `minorUnits` are the decimal places of an amount
   * that is stored as a whole number: with 2, 1234 is 12.34.
   */
  | { readonly kind: 'money'; readonly currency: string | { readonly field: string }; readonly minorUnits?: number }
  /** A number as a part of `max`, which is 100 by default. */
  | { readonly kind: 'progress'; readonly max?: number }
  /** A color of CSS: its numbers, such as `rgb(27 88 176)` or the hexadecimal ones. */
  | { readonly kind: 'color' }
  /** A text that is the address of a page, of a person's mail or of a telephone. */
  | { readonly kind: 'link' | 'email' | 'phone' }
  /** The address of a picture, such as of a product (square) or of a person (round). */
  | { readonly kind: 'image'; readonly shape?: 'square' | 'round' }
  /** A text in Markdown. */
  | { readonly kind: 'markdown' }
  /** A text in a language of programs. */
  | { readonly kind: 'code'; readonly language: CodeLanguage }
  /** What an extension of the dashboard shows and edits it with; without it, as the field's type. `options` are for the extension alone. */
  | { readonly kind: 'own'; readonly name: string; readonly options?: Readonly<Record<string, unknown>> };

/** Values by the names of fields, of which each has one of its values (CONTRACT §15); null for an empty field. */
export type FieldConditions = Readonly<Record<string, readonly (string | number | boolean | null)[]>>;

/** One entry of `fields` in a model's schema (CONTRACT §3). */
export interface FieldSchema {
  readonly name: string;
  readonly type: FieldTypeName;
  readonly verbose_name: string;
  readonly required: boolean;
  readonly editable: boolean;
  readonly null: boolean;
  readonly unique?: boolean;
  readonly max_length?: number;
  /** Of a list: the values of its elements, with their labels. */
  readonly item_choices?: readonly ChoicePair[];
  readonly choices?: readonly ChoicePair[];
  readonly related_model?: string;
  readonly related_search_fields?: readonly string[];
  /** What a field takes whose files a store keeps; there is no such store yet. */
  readonly upload?: 'image' | 'file';
  readonly max_digits?: number;
  readonly decimal_places?: number;
  readonly help_text?: string;
  readonly default?: unknown;
  /** The field may be left out of a new row, and then gets a value that is not known before: the database or the source makes it. */
  readonly has_default?: true;
  /** The field is a key that the service makes at random where a new row is sent without one: forms leave it out. */
  readonly made_key?: true;
  readonly db_type?: string;
  /** Accepted and never served, such as a password. */
  readonly write_only?: boolean;
  readonly widget?: FieldWidget;
  /** False: its digits stand without separators, because the number identifies something, such as a year or a bar code. */
  readonly grouping?: false;
  /** What choices mean, by their values; a choice that is not in it is `neutral`. */
  readonly tones?: Readonly<Record<string, ToneName>>;
  /**
   * What may be sent as the value of a JSON field, as JSON Schema of draft 2020-12: forms are made of it. Stored values may be others, which
   * are older than it.
   */
  readonly json_schema?: Readonly<Record<string, unknown>>;
  /** Forms show the field only while this holds of their values. It is no right. */
  readonly visible_when?: FieldConditions;
  /** Forms take no input for the field while this holds of their values. It is no right. */
  readonly readonly_when?: FieldConditions;
  /** Whether values of other fields are suggested when a form has a new value of this one: `POST /r/{app}.{Model}/suggest/`. */
  readonly suggests?: true;
  /**
   * Of a column of related rows, which is read-only, and by which lists are not sorted: the value at the end of a path (`customer__country`), or
   * the number of rows that point to the row.
   */
  readonly related?: 'value' | 'count';
}

/** An action in the schema, v1 and planned forms in one object (CONTRACT §3). */
export interface ActionSchema {
  readonly name: string;
  readonly key: string;
  readonly label: string;
  readonly destructive: boolean;
  readonly scope: 'bulk' | 'toolbar';
  readonly kind: 'server' | 'client';
  readonly allowed: boolean;
  /** What a user is asked before it runs, if the config has a question. */
  readonly confirm?: string;
  /** Why a run can not be taken back, if it can not. */
  readonly irreversible?: string;
  /** Whether a run needs a reason. */
  readonly reason?: true;
  /** How its button looks, if the config says so. */
  readonly variant?: ActionVariant;
  readonly params?: readonly FieldSchema[];
}

/** A child model that is edited together with its parent. */
export interface InlineSchema {
  readonly model: string;
  readonly fk_field: string;
  readonly verbose_name: string;
  /** An integer of the child that says in which order its rows stand (CONTRACT §15). */
  readonly position_field?: string;
}

/** A section of a form. */
export interface FormSectionSchema {
  readonly title?: string;
  /** A text under the heading. */
  readonly help?: string;
  /** One of the form's `tabs`; given where there are tabs. */
  readonly tab?: string;
  /** Given and true for a section that is closed at first. */
  readonly collapsed?: boolean;
  readonly fields: readonly { readonly name: string; readonly width?: 'full' | 'half' | 'third' }[];
}

/** The layout of a form (CONTRACT §15): every field that the user may see is in one section, or in `aside`. */
export interface FormSchema {
  readonly tabs: readonly string[];
  readonly sections: readonly FormSectionSchema[];
  /** Fields beside the form. */
  readonly aside: readonly string[];
}

/** The answer of `GET /schema/` (CONTRACT §3). */
export interface ModelList {
  readonly models: readonly ModelSummary[];
}

/** One entry of `GET /schema/` (CONTRACT §3). */
export interface ModelSummary {
  readonly model: string;
  readonly app_label: string;
  readonly verbose_name: string;
  readonly verbose_name_plural: string;
  readonly is_readonly: boolean;
  readonly permissions: ModelPermissions;
  readonly group: string;
  readonly group_order: number;
  readonly model_order: number;
  readonly section: string;
  readonly section_order: number;
  /** Given and true of the models of the service itself: users, groups, the audit log. */
  readonly is_of_service?: true;
  /** Of a model whose config sets one. */
  readonly icon?: IconName;
}

/** The answer of `GET /schema/{app}.{Model}/` (CONTRACT §3). */
export interface ModelSchema {
  readonly model: string;
  readonly app_label: string;
  readonly model_name: string;
  readonly verbose_name: string;
  readonly verbose_name_plural: string;
  /** How its rows come to be, where the config says it: lists without rows show it. */
  readonly empty_text?: string;
  readonly pk_field: string;
  /** For a key of several columns: its fields, without those that the user may not see. */
  readonly pk_fields?: readonly string[];
  readonly fields: readonly FieldSchema[];
  readonly list_display: readonly string[];
  readonly search_fields: readonly string[];
  readonly list_filter: readonly string[];
  readonly ordering: readonly string[];
  /** The fields that its autocomplete has beside the labels, for pickers to show; left out if there are none. */
  readonly picker_fields?: readonly string[];
  readonly readonly_fields: readonly string[];
  readonly is_readonly: boolean;
  readonly actions: readonly ActionSchema[];
  readonly allowed_actions: readonly string[];
  readonly inlines: readonly InlineSchema[];
  readonly permissions: ModelPermissions;
  /** The action that exports rows as CSV, for who may run it. */
  readonly export?: { readonly action: string };
  /** Of a model whose deleted rows go to a trash. */
  readonly soft_delete?: SoftDeleteSchema;
  /** The writes that need a reason (CONTRACT §21). */
  readonly reason_required?: readonly ReasonedWrite[];
  /** Of a model whose config sets the layout of its form. */
  readonly form?: FormSchema;
}

/** A kind of write for which a model may demand a reason. */
export type ReasonedWrite = 'create' | 'update' | 'delete' | 'restore' | 'purge';

/** The trash of a model: the field that marks its rows, and whether the user may restore them and delete them for good. */
export interface SoftDeleteSchema {
  readonly field: string;
  readonly restore: boolean;
  readonly purge: boolean;
}

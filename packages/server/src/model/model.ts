import type { IconName, ReasonedWrite } from '@grimoire/protocol';
import type { Actor } from './actor.ts';
import { type Field, isLarge } from './field.ts';
import type { Guard, Suggest, Validate } from './config/hooks.ts';
import type { FormLayout } from './form-layout.ts';
import type { LabelFields } from './build/label-fields.ts';
import type { ModelAction } from './model-action.ts';
import type { ModelHooks } from './model-hooks.ts';
import type { RowRule } from './config/row-rule.ts';
import type { ForeignKeyDescription, Redirects, TableName } from './table.ts';
import type { WithheldRights } from './withheld.ts';

export type { ReasonedWrite };

/** One step along a foreign key. */
export interface Step {
  readonly field: Field;
  readonly target: Model;
}

/** A field of the model, or of one that its foreign keys lead to. */
export interface FieldPath {
  /** The name of the filter: `customer__country`. */
  readonly name: string;
  readonly steps: readonly Step[];
  readonly field: Field;
}

/** What a column of related rows ends with: a field of the last model of its path, or the number of the rows that point to the row. */
export type PathEnd =
  | { readonly kind: 'value'; readonly field: Field }
  | {
      readonly kind: 'count';
      readonly of: Model;
      /** The foreign key of the rows that are counted, or the model's own many-to-many field. */
      readonly by: Field;
      /** Whether another foreign key of the same model points here as well. */
      readonly isOneOfSeveral: boolean;
    };

/** A read-only column of a list that shows something of related rows. */
export interface PathColumn {
  /** Its name in answers: `customer__country`, `OrderLine__count`. */
  readonly name: string;
  /** The foreign keys to the model of the field; none for a number of rows. */
  readonly steps: readonly Step[];
  readonly end: PathEnd;
}

/** How the label of a row is made. */
export type Label =
  /** From the first of these candidates that is not empty. */
  | { readonly kind: 'fields'; readonly candidates: readonly LabelFields[] }
  /** By a function of the config; `failed` is called with its errors. */
  | {
      readonly kind: 'computed';
      readonly compute: (row: Readonly<Record<string, unknown>>) => string;
      readonly failed: (error: unknown) => void;
    }
  | { readonly kind: 'key' };

/** A child model that is edited together with its parent. */
export interface Inline {
  readonly model: string;
  readonly field: string;
  /** The field by whose values its rows are in order. */
  readonly orderField: string | undefined;
}

/** What the reader of a log entry may see of other models. */
export interface LogReader {
  /** The names of the fields that the reader may see of a model; null if they may not view it. */
  readonly fieldsOf: (modelKey: string) => ReadonlySet<string> | null;
  /** Whether every row of the model is in their scope. */
  readonly reachesAll: (modelKey: string) => boolean;
  /** The fields of a model that decide whether its rows are in their scope; none if every row is. */
  readonly decidingFields: (modelKey: string) => ReadonlySet<string>;
  /** The models to which parameters of an action point, by the names of the parameters; `action` is as in the log. */
  readonly paramTargets: (modelKey: string, action: string) => ReadonlyMap<string, string>;
}

/** Removes from a row the parts about other models that its reader may not see. */
export type Redact = (row: Readonly<Record<string, unknown>>, reader: LogReader) => Readonly<Record<string, unknown>>;

/** A permission that a model has in addition to the four. */
export interface OwnPermission {
  readonly codename: string;
  /** The name for users. */
  readonly name: string;
  readonly isAction: boolean;
  /** Whether it says nothing about the model: who holds it alone does not know of the model. */
  readonly isApart?: boolean;
}

/** One registered model: the source's description and the config, resolved and checked. */
export interface Model {
  /** `{app}.{Model}`, in its canonical spelling. */
  readonly key: string;
  readonly app: string;
  readonly name: string;
  readonly verboseName: string;
  readonly verboseNamePlural: string;
  /** Both names as the config has them, whatever the language: for texts that are stored. */
  readonly stored: { readonly one: string; readonly many: string };
  /** The icon that the config sets. */
  readonly icon: IconName | undefined;
  /** How its rows come to be, where the config says it. */
  readonly emptyText: string | undefined;
  /** The writes that need a reason. */
  readonly reasonRequired: readonly ReasonedWrite[];
  readonly table: TableName;
  /** Own fields in the source's order, many-to-many fields last. */
  readonly fields: readonly Field[];
  /** Columns that are left out and that the service or the source fills, such as a token: no request reads, writes or names them. */
  readonly unseen: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
  /** The fields of the key; several fields are a composite key. */
  readonly primaryKey: readonly [Field, ...Field[]];
  readonly label: Label;
  /** Names of fields and of columns of related rows. */
  readonly listDisplay: readonly string[];
  /** The columns of related rows that its rows carry. */
  readonly pathColumns: readonly PathColumn[];
  readonly searchFields: readonly FieldPath[];
  readonly autocompleteFields: readonly FieldPath[];
  /** The fields that a picker shows beside the label of a row. */
  readonly pickerFields: readonly Field[];
  readonly listFilter: readonly FieldPath[];
  /** Default order, as the schema reports it: names with an optional `-`. */
  readonly ordering: readonly string[];
  /** Whether the config sets it. */
  readonly isOrdered: boolean;
  readonly readonlyFields: readonly string[];
  readonly isReadonly: boolean;
  /** Rights that no user has on it, whatever their permissions. */
  readonly withheld: WithheldRights;
  readonly inlines: readonly Inline[];
  /** The layout of its form; undefined where the config sets none. */
  readonly form: FormLayout | undefined;
  /** Returns the rows that an actor may see; if undefined, every row. */
  readonly rows: ((request: { readonly actor: Actor }) => RowRule) | undefined;
  /** The field that marks rows in the trash; undefined for a model whose rows are deleted at once. */
  readonly softDelete: Field | undefined;
  /** Sets of several fields that are unique together. */
  readonly uniqueTogether: readonly (readonly Field[])[];
  /** Foreign keys that are plain fields here: composite ones, and those to tables that are no models. */
  readonly plainReferences: readonly ForeignKeyDescription[];
  /** Defined for a model whose rows are about other models: the audit log. */
  readonly redact: Redact | undefined;
  readonly validate: Validate | undefined;
  readonly hooks: ModelHooks;
  /** Functions that suggest values for a form, by the field that they are asked for. */
  readonly suggest: ReadonlyMap<string, Suggest>;
  readonly actions: readonly ModelAction[];
  /** The one of these that exports rows as CSV; undefined if there is none. */
  readonly exportAction: ModelAction | undefined;
  /** Codenames in addition to the four: of field rules and of actions. */
  readonly ownPermissions: readonly OwnPermission[];
  /** Checks its writes, beside the config; a model that has one is not changed by actions. */
  readonly guard: Guard | undefined;
  /** Whether it is a model of the service itself: users, groups, the audit log. */
  readonly isOfService: boolean;
  readonly isTable: boolean;
  /** Whether some rows may have a null in their key: these are not served. */
  readonly mayLackKeys: boolean;
  /** Whether its rows can be locked; not for a view, or if the database role may not update the table. */
  readonly isLockable: boolean;
  /** Which writes of its rows a trigger or a rule of the database may turn into something else. */
  readonly redirects: Redirects;
}

/** Whether rows are read from a table itself: not from a view, and not from a query in its place. */
export function isReadFromTable({ isTable, table }: Model): boolean {
  return isTable && table.readAs === undefined;
}

/** The single key field, or undefined for a composite key. */
export function singleKey(model: Model): Field | undefined {
  return model.primaryKey.length === 1 ? model.primaryKey[0] : undefined;
}

/** The fields that writes, hooks and the audit log read: all but the large ones, regardless of the actor's rights. */
export function fieldsWithoutLarge(model: Model): readonly Field[] {
  const cached = withoutLarge.get(model);
  if (cached) return cached;
  const fields = model.fields.filter((field) => !isLarge(field));
  withoutLarge.set(model, fields);
  return fields;
}

const withoutLarge = new WeakMap<Model, readonly Field[]>();

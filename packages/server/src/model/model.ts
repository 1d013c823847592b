import type { Actor } from './actor.ts';
import { type Field, isInLists } from './field.ts';
import type { Hooks, Validate } from './config/hooks.ts';
import type { LabelFields } from './build/label-fields.ts';
import type { ModelAction } from './model-action.ts';
import type { RowRule } from './config/row-rule.ts';
import type { ForeignKeyDescription, TableName } from './table.ts';
import type { WithheldRights } from './withheld.ts';

/** One step along a foreign key. */
export interface Step {
  readonly field: Field;
  readonly target: Model;
}

/** A field of the model, or of one that foreign keys lead to. */
export interface FieldPath {
  /** The name of the filter: `customer__country`. */
  readonly name: string;
  readonly steps: readonly Step[];
  readonly field: Field;
}

/** What a row is called. */
export type Label =
  /** By the first of these that is not empty. */
  | { readonly kind: 'fields'; readonly candidates: readonly LabelFields[] }
  /** By a function of the config; `failed` hears what it throws. */
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
}

/** What a reader may see of other models, for rows that speak of them. */
export interface Reader {
  /** The names of the fields that the reader may see of a model; null where they may not view it. */
  readonly fieldsOf: (modelKey: string) => ReadonlySet<string> | null;
  /** Whether every row of the model is within their reach. */
  readonly reachesAll: (modelKey: string) => boolean;
  /** The fields of a model by which its rows come into their reach; none where every row is. */
  readonly decidingFields: (modelKey: string) => ReadonlySet<string>;
}

/** Takes out of a row what its reader may not see of the models that it speaks of. */
export type Redact = (row: Readonly<Record<string, unknown>>, reader: Reader) => Readonly<Record<string, unknown>>;

/** A permission that a model has beyond the four. */
export interface OwnPermission {
  readonly codename: string;
  /** For people. */
  readonly name: string;
  readonly isAction: boolean;
}

/** One registered model: what the source describes and the config says, resolved and checked. */
export interface Model {
  /** `{app}.{Model}`, in its canonical spelling. */
  readonly key: string;
  readonly app: string;
  readonly name: string;
  readonly verboseName: string;
  readonly verboseNamePlural: string;
  readonly table: TableName;
  /** Own fields in the source's order, many-to-many fields last. */
  readonly fields: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
  /** The fields that make the key; more than one is a composite key. */
  readonly primaryKey: readonly [Field, ...Field[]];
  readonly label: Label;
  readonly listDisplay: readonly string[];
  readonly searchFields: readonly FieldPath[];
  readonly autocompleteFields: readonly FieldPath[];
  readonly listFilter: readonly FieldPath[];
  /** Default order, as the schema reports it: names with an optional `-`. */
  readonly ordering: readonly string[];
  readonly readonlyFields: readonly string[];
  readonly isReadonly: boolean;
  /** Rights that nobody has on it, whatever their permissions. */
  readonly withheld: WithheldRights;
  readonly inlines: readonly Inline[];
  /** Which rows an actor may see; without it, every row. */
  readonly rows: ((request: { readonly actor: Actor }) => RowRule) | undefined;
  /** Sets of more than one field whose values no two rows share. */
  readonly uniqueTogether: readonly (readonly Field[])[];
  /** Foreign keys that are plain fields here: composite ones, and those to tables that are no models. */
  readonly plainReferences: readonly ForeignKeyDescription[];
  /** Of a model whose rows speak of others: the audit log. */
  readonly redact: Redact | undefined;
  readonly validate: Validate | undefined;
  readonly hooks: Hooks;
  readonly actions: readonly ModelAction[];
  /** Codenames beyond the four: of field rules and of actions. */
  readonly ownPermissions: readonly OwnPermission[];
  /** Whether its rows are changed by requests alone, under guards that nothing goes past. */
  readonly isGuarded: boolean;
  readonly isTable: boolean;
  /** Whether some rows may have no whole key: these are not served. */
  readonly mayLackKeys: boolean;
  /** Whether its rows can be locked: those of a view can't, nor those that the database's role may not update. */
  readonly isLockable: boolean;
}

/** The single field that is the key, or undefined of a composite key. */
export function singleKey(model: Model): Field | undefined {
  return model.primaryKey.length === 1 ? model.primaryKey[0] : undefined;
}

/** The fields of a row that writes, hooks and the audit log look at: all but the heavy ones, whoever may see them. */
export function wholeRow(model: Model): readonly Field[] {
  return model.fields.filter((field) => isInLists(field));
}

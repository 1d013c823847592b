import type { Field } from '../model/field.ts';
import type { Sql } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import type { TableName } from '../model/table.ts';
import type { KeyValues } from '../request/key.ts';
import type { ReferencingTable, Cascade } from './cascade.ts';
import type { Condition, PlaceRange } from './condition.ts';
import type { Parameter } from './parameter.ts';
import type { Filter } from './plan.ts';

/** SQL that a source has made for a column, with a text that two of them share only where they are the same. */
export class SourceSql {
  readonly sql: Sql;
  readonly text: string;

  constructor(sql: Sql, text: string) {
    this.sql = sql;
    this.text = text;
  }
}

/** What is put into a column: a value of the field, or what a source made, in the driver's form or as SQL. */
export type Written = Parameter<'stored'> | Parameter<'driver'> | SourceSql;

/** One column of a row that is written. */
export interface Assignment {
  readonly field: Field;
  readonly written: Written;
  /** Who asked for it: a request may only write what its actor may edit. */
  readonly origin: 'request' | 'service';
}

/** Whole rows of a write, by their keys: locked until the transaction ends, read, or both. */
export interface TargetsPlan {
  readonly kind: 'targets';
  readonly model: Model;
  readonly right: 'add' | 'change' | 'delete';
  readonly keys: readonly KeyValues[];
  readonly mode: 'lock' | 'read' | 'lock and read';
}

/** A new row. */
export interface InsertPlan {
  readonly kind: 'insert';
  readonly model: Model;
  readonly values: readonly Assignment[];
}

/** The same change of several rows. */
export interface UpdatePlan {
  readonly kind: 'update';
  readonly model: Model;
  readonly keys: readonly KeyValues[];
  readonly values: readonly Assignment[];
}

/** Rows that go. */
export interface DeletePlan {
  readonly kind: 'delete';
  readonly model: Model;
  readonly keys: readonly KeyValues[];
}

/** Links of a many-to-many field that come or go. */
export interface LinksPlan {
  readonly kind: 'link' | 'unlink';
  readonly model: Model;
  /** Whether the row is new, so that `add` is the right to have. */
  readonly isNew: boolean;
  readonly field: Field;
  readonly key: KeyValues;
  readonly targets: Parameter<'values'>;
}

/** Whether there is a row: of a model, or with these values in a table that is none; or whether all of so many are there. */
export type Question =
  | { readonly kind: 'all'; readonly model: Model; readonly condition: Condition; readonly count: Parameter<'plain'> }
  | { readonly kind: 'row'; readonly model: Model; readonly condition: Condition; readonly isScoped: boolean }
  | { readonly kind: 'columns'; readonly table: TableName; readonly pairs: readonly ColumnPair[] };

/** A column of another table, and the value of an own field that it is held against. */
export interface ColumnPair {
  readonly column: string;
  readonly value: Parameter<'stored'>;
}

/** Several questions at once, on behalf of a write to the model. */
export interface QuestionsPlan {
  readonly kind: 'questions';
  readonly model: Model;
  readonly right: 'add' | 'change';
  readonly questions: readonly Question[];
}

/** What deleting these rows does to others. */
export interface ConsequencesPlan {
  readonly kind: 'consequences';
  readonly model: Model;
  readonly right: 'view' | 'delete';
  readonly keys: readonly KeyValues[];
  readonly cascade: Cascade;
  /** Rows that are counted at most in each table; without it, all. */
  readonly cap: number | undefined;
}

/** Keys of the rows that deleting this one takes along. */
export interface CascadedKeysPlan {
  readonly kind: 'cascaded keys';
  readonly model: Model;
  readonly keys: readonly KeyValues[];
  readonly cascade: Cascade;
  readonly limit: number;
}

/** Whole rows that deleting these ones unlinks, of one table; locked until the transaction ends. */
export interface UnlinkedPlan {
  readonly kind: 'unlinked';
  readonly model: Model;
  readonly keys: readonly KeyValues[];
  readonly cascade: Cascade;
  /** The table, one of the cascade's referencingTables, and the model that stands for it. */
  readonly referencing: ReferencingTable & { readonly model: Model };
  /** Rows that are read at most. */
  readonly limit: number;
}

declare const claimed: unique symbol;

/**
 * Keys of rows that were found within their actor's reach and locked in this transaction. Only `actions/lock-targets.ts` makes
 * them: no row scope limits what a run does to its own rows.
 */
export type LockedKeys = readonly KeyValues[] & { readonly [claimed]: true };

/** Which rows the run of an action is about. */
export type Chosen =
  | { readonly kind: 'keys'; readonly keys: readonly KeyValues[] }
  /** Those that were found within the actor's reach and locked: they stay the run's, wherever it moves them. */
  | { readonly kind: 'locked'; readonly keys: LockedKeys }
  /** Those that a list with these filters has. */
  | { readonly kind: 'matching'; readonly filters: readonly Filter[]; readonly search: readonly string[] }
  /** The same, as the job `collect` has noted them, or a range of them. */
  | { readonly kind: 'collected'; readonly range: PlaceRange | undefined };

/** What is asked of the rows of a run. */
export type ActionJob =
  /** Their keys, so many at most, in their order; locked until the transaction ends. */
  | { readonly do: 'keys'; readonly isLocked: boolean; readonly limit: number | undefined }
  /** To be locked and noted in a table of the transaction, which is made first. */
  | { readonly do: 'make table' | 'collect'; readonly isLocked: boolean }
  | { readonly do: 'count' }
  /** The whole rows, in the order of their keys. */
  | { readonly do: 'read' }
  /** The rows as the actor sees them, with these of their fields. */
  | { readonly do: 'show'; readonly fields: readonly Field[] }
  /** The same as texts: of each field its label or display where it has one, or its own value. */
  | { readonly do: 'texts'; readonly fields: readonly Field[]; readonly isRaw: boolean }
  | { readonly do: 'update'; readonly values: readonly Assignment[] }
  | { readonly do: 'delete' };

/** What the run of an action asks of its rows. */
export interface ActionPlan {
  readonly kind: 'action';
  readonly model: Model;
  readonly action: ModelAction;
  readonly chosen: Chosen;
  /** What the handler has narrowed them to. */
  readonly narrowing: Condition;
  readonly job: ActionJob;
}

/** What a write asks of the store. */
export type WritePlan =
  | TargetsPlan
  | InsertPlan
  | UpdatePlan
  | DeletePlan
  | LinksPlan
  | QuestionsPlan
  | ConsequencesPlan
  | CascadedKeysPlan
  | UnlinkedPlan
  | ActionPlan;

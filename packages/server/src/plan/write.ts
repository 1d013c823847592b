import type { TrashRight } from '../model/actor.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import type { TableName } from '../model/table.ts';
import type { KeyValues } from '../request/key.ts';
import type { ReferencingTable, Cascade } from './cascade.ts';
import type { Condition, OrdinalRange } from './condition.ts';
import type { Parameter } from './parameter.ts';
import type { Filter, OrderTerm } from './plan.ts';
import type { RestorePlan, SetRowsPlan } from './undo.ts';

/** SQL that a source has made for a column, with a text that is equal for two of them only if they are the same. */
export class SourceSql {
  /** A piece of SQL, which only `sql/` reads. */
  readonly sql: object;
  readonly text: string;

  constructor(sql: object, text: string) {
    this.sql = sql;
    this.text = text;
  }
}

/** What is written to a column: a value of the field, or a value of the source, in the driver's form or as SQL. */
export type Written = Parameter<'stored'> | Parameter<'driver'> | SourceSql;

/** One column of a row that is written. */
export interface Assignment {
  readonly field: Field;
  readonly written: Written;
  /** Whether the request or the service sets it: a request may only write fields that the actor may edit. */
  readonly origin: 'request' | 'service';
}

/** Rows of a write, by their keys: locked until the transaction ends, read, or both. */
export interface RowsForWritePlan {
  readonly kind: 'rows for write';
  readonly model: Model;
  readonly right: 'add' | 'change' | 'delete' | TrashRight;
  readonly keys: readonly KeyValues[];
  readonly mode: 'lock' | 'read' | 'lock and read';
  /** Whether each row is a row of the result, also where a database makes one text of all. */
  readonly isApart?: boolean;
}

/** The keys of the rows of a list with these filters, in their order and up to a limit; locked until the transaction ends. */
export interface MatchingKeysPlan {
  readonly kind: 'matching keys';
  readonly model: Model;
  readonly right: 'change';
  readonly filters: readonly Filter[];
  readonly search: readonly string[];
  readonly limit: number;
}

/** A new row. */
export interface InsertPlan {
  readonly kind: 'insert';
  readonly model: Model;
  readonly values: readonly Assignment[];
}

/** The same change for several rows. */
export interface UpdatePlan {
  readonly kind: 'update';
  readonly model: Model;
  /** `delete` and `restore` are for changes of the field that marks deleted rows. */
  readonly right: 'change' | 'delete' | 'restore';
  readonly keys: readonly KeyValues[];
  readonly values: readonly Assignment[];
}

/** Rows to delete. */
export interface DeletePlan {
  readonly kind: 'delete';
  readonly model: Model;
  readonly right: 'delete' | 'purge';
  readonly keys: readonly KeyValues[];
}

/** Links of a many-to-many field to insert or delete. */
export interface LinksPlan {
  readonly kind: 'link' | 'unlink';
  readonly model: Model;
  /** Whether the row is new: then the right `add` is needed. */
  readonly isNew: boolean;
  readonly field: Field;
  readonly key: KeyValues;
  readonly targets: Parameter<'values'>;
}

/** Whether a row exists, in a model, or with these values in a table without a model; or whether this many rows exist. */
export type ExistenceCheck =
  | { readonly kind: 'all'; readonly model: Model; readonly condition: Condition; readonly count: Parameter<'plain'> }
  | {
      readonly kind: 'row';
      readonly model: Model;
      readonly condition: Condition;
      readonly isScoped: boolean;
      /** Whether the row must not be deleted before the transaction ends: no foreign key of the database keeps it. */
      readonly isKept?: boolean;
    }
  | { readonly kind: 'columns'; readonly table: TableName; readonly pairs: readonly ColumnPair[] };

/** A column of another table, and the value of an own field that it is compared with. */
export interface ColumnPair {
  readonly column: string;
  readonly value: Parameter<'stored'>;
}

/** Several checks at once, for a write to the model. */
export interface ChecksPlan {
  readonly kind: 'checks';
  readonly model: Model;
  readonly right: 'add' | 'change';
  readonly checks: readonly ExistenceCheck[];
}

/** The effects on other rows of deleting these rows. */
export interface ImpactPlan {
  readonly kind: 'impact';
  readonly model: Model;
  readonly right: 'view' | 'delete' | 'purge';
  readonly keys: readonly KeyValues[];
  readonly cascade: Cascade;
  /** The limit up to which the rows of each table are counted; undefined for no limit. */
  readonly cap: number | undefined;
}

/** Keys of the rows that are deleted with these rows by a cascade. */
export interface CascadedKeysPlan {
  readonly kind: 'cascaded keys';
  readonly model: Model;
  readonly right: 'delete' | 'purge';
  readonly keys: readonly KeyValues[];
  readonly cascade: Cascade;
  readonly limit: number;
}

/** Complete rows of one table that lose a link when these rows are deleted; locked until the transaction ends. */
export interface UnlinkedPlan {
  readonly kind: 'unlinked';
  readonly model: Model;
  readonly right: 'delete' | 'purge';
  readonly keys: readonly KeyValues[];
  readonly cascade: Cascade;
  /** The table, one of the cascade's referencingTables, and the model chosen for it. */
  readonly referencing: ReferencingTable & { readonly model: Model };
  /** The largest number of rows that are read. */
  readonly limit: number;
}

/**
 * What the service does to other rows when these rows are deleted, because the database lacks the foreign key: it deletes the rows of a node of the
 * cascade, or sets the columns of an edge to null.
 */
export interface DeclaredEffectPlan {
  readonly kind: 'declared effect';
  readonly model: Model;
  readonly right: 'delete' | 'purge';
  readonly keys: readonly KeyValues[];
  readonly cascade: Cascade;
  readonly effect:
    | { readonly does: 'delete'; readonly node: number }
    | { readonly does: 'unlink'; readonly referencing: number; readonly edge: number };
}

/** Rows of another table that the database changes when rows are deleted: those of a node of the cascade go, those of an edge lose their link. */
export type WatchedEffect = { readonly does: 'delete'; readonly node: number } | { readonly does: 'unlink'; readonly referencing: number };

/** Notes in the journal, and locks, what the database changes when these rows are deleted. */
export interface WatchedEffectPlan {
  readonly kind: 'watched effect';
  readonly model: Model;
  readonly right: 'delete' | 'purge';
  readonly keys: readonly KeyValues[];
  readonly cascade: Cascade;
  readonly effect: WatchedEffect;
}

declare const lockedByRun: unique symbol;

/**
 * Keys of rows that were found in the actor's scope and locked in this transaction. Only `actions/lock-targets.ts` creates them: the row
 * scope does not limit what a run does to these rows.
 */
export type LockedKeys = readonly KeyValues[] & { readonly [lockedByRun]: true };

/** The rows that an action runs on. */
export type Chosen =
  | { readonly kind: 'keys'; readonly keys: readonly KeyValues[] }
  /** The rows that were found in the actor's scope and locked: they stay in the run, even if it moves them out of the scope. */
  | { readonly kind: 'locked'; readonly keys: LockedKeys }
  /** The rows of a list with these filters. */
  | { readonly kind: 'matching'; readonly filters: readonly Filter[]; readonly search: readonly string[] }
  /** The same rows, as stored by the job `collect`, or a range of them. */
  | { readonly kind: 'collected'; readonly range: OrdinalRange | undefined };

/** A job on the rows of a run. */
export type ActionJob =
  /** Their keys in order, up to a limit; locked until the transaction ends. */
  | { readonly do: 'keys'; readonly locks: boolean; readonly limit: number | undefined }
  /** Locks the rows and stores their keys in a table of the transaction, which is created first. */
  | { readonly do: 'make table' | 'collect'; readonly locks: boolean }
  | { readonly do: 'count' }
  /** The complete rows, in the order of their keys. */
  | { readonly do: 'read' }
  /** The rows as the actor sees them, with these fields. */
  | { readonly do: 'show'; readonly fields: readonly Field[] }
  /** The same as texts: for each field its label or display text if it has one, otherwise its value. */
  | TextsJob
  | { readonly do: 'update'; readonly values: readonly Assignment[] }
  | { readonly do: 'delete' }
  /** Notes what the database changes when the rows are deleted. */
  | { readonly do: 'watch'; readonly cascade: Cascade; readonly effect: WatchedEffect };

/** Returns rows as texts, in this order; without terms, in the order of their keys. */
export interface TextsJob {
  readonly do: 'texts';
  readonly fields: readonly Field[];
  readonly isRaw: boolean;
  /** Whether the parts of the key follow, as they are: for the audit log. */
  readonly withKey: boolean;
  readonly order: readonly OrderTerm[];
}

/** A job of an action's run, with the rows that it applies to. */
export interface ActionPlan {
  readonly kind: 'action';
  readonly model: Model;
  readonly action: ModelAction;
  readonly chosen: Chosen;
  /** The rules that the handler has narrowed the rows with. */
  readonly narrowing: Condition;
  readonly job: ActionJob;
}

/** What a write asks of the database. */
export type WritePlan =
  | RowsForWritePlan
  | MatchingKeysPlan
  | InsertPlan
  | UpdatePlan
  | DeletePlan
  | LinksPlan
  | ChecksPlan
  | ImpactPlan
  | CascadedKeysPlan
  | UnlinkedPlan
  | DeclaredEffectPlan
  | WatchedEffectPlan
  | SetRowsPlan
  | RestorePlan
  | ActionPlan;

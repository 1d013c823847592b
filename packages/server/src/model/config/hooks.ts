import type { Said } from '../../texts/message.ts';
import type { Actor } from '../actor.ts';
import type { Queries } from './queries.ts';
import type { AnyRow } from './row-type.ts';
import type { RowChanges, RowToSave } from './row-values.ts';

/** A row as it is stored, in the form of the API (CONTRACT §1). Hooks, which are trusted code, get it with every field but binary ones. */
export type StoredRow = AnyRow;

/** The context of a hook. */
export interface HookContext {
  readonly actor: Actor;
  /** The transaction of the write: changes made here are committed or rolled back with it. */
  readonly transaction: Queries;
  readonly requestId: string;
  /** The tag of the language of the answer, such as `de`. */
  readonly language: string;
  /** Whether the request is only tried: it is rolled back, and nothing may be done outside of its transaction. */
  readonly preview: boolean;
}

/** The context of a hook of a row. */
export interface RowHookContext extends HookContext {
  /**
   * The change set that is taken back; null if the request is no undo. An undo restores by itself what hooks wrote into other rows: a hook that writes does
   * nothing then.
   */
  readonly undoOf: number | null;
}

/** A row that has been saved. */
export interface SaveContext<Row extends object = AnyRow> extends RowHookContext {
  /** The row as it is. */
  readonly row: Row;
  /** The row before the save; null for a new one. */
  readonly before: Row | null;
  /** Names of the fields that the request changes. */
  readonly changed: ReadonlySet<keyof Row & string>;
}

/**
 * A row that is about to be saved: a new one, or one with its state `before`. A new row has null in each field that the request leaves out;
 * `Links` are the names of its many-to-many fields, which have a list in any case.
 */
export type BeforeSaveContext<Row extends object = AnyRow, Links extends string = string> =
  | (Omit<SaveContext<Row>, 'row' | 'before'> & { readonly row: RowToSave<Row, Links>; readonly before: null })
  | (Omit<SaveContext<Row>, 'before'> & { readonly before: Row });

/** A row that is being taken out of the trash; after that, the row as it is. */
export interface RestoreContext<Row extends object = AnyRow> extends RowHookContext {
  readonly row: Row;
}

/** A row that is being deleted. */
export interface DeleteContext<Row extends object = AnyRow> extends RowHookContext {
  readonly row: Row;
  /** Whether the row is deleted for good; false if it moves to the trash. */
  readonly isFinal: boolean;
}

/**
 * Never. While the compiler does not know the row yet, it is one of these: then it reads `status: 'paid'` in a returned object as the value of
 * an enum, and not as any text.
 */
type KeptLiteral<Row> = [Row] extends [never] ? string | number | boolean : never;

/** Values by field name, in the form of a request body. */
export type HookChanges<Row extends object = AnyRow> = { readonly [N in keyof RowChanges<Row>]: RowChanges<Row>[N] | KeptLiteral<Row> };

type Awaitable<T> = T | Promise<T>;

/**
 * Functions of a config that run before and after each write of a row, inside its transaction, for single rows, bulk requests and inlines.
 * An error of a hook rolls the whole request back; an `AdminError` becomes the response.
 */
export interface Hooks<Row extends object = AnyRow, Links extends string = string> {
  /**
   * That they also run where a request is only tried, which is rolled back: they do nothing outside of its transaction then, such as sending a mail. Without
   * it they are not called, and the answer names them.
   */
  readonly preview?: 'safe';
  /** May return further values for the row, also for fields that no user may edit. */
  readonly beforeSave?: (context: BeforeSaveContext<Row, Links>) => Awaitable<HookChanges<Omit<Row, Links>> | void>;
  readonly afterSave?: (context: SaveContext<Row>) => Awaitable<void>;
  readonly beforeDelete?: (context: DeleteContext<Row>) => Awaitable<void>;
  readonly afterDelete?: (context: DeleteContext<Row>) => Awaitable<void>;
  /** Only for models with a trash. */
  readonly beforeRestore?: (context: RestoreContext<Row>) => Awaitable<void>;
  readonly afterRestore?: (context: RestoreContext<Row>) => Awaitable<void>;
}

/** Says what is wrong with a field of a row. */
export type Refuse = (field: string, message: Said) => void;

/**
 * Checks the writes of a model whose rows give rights. It runs for each row that is to be saved, also for one with other problems, before the row is
 * compared with others: a field that it refuses is not, so that nothing is told of these. It may return further values for the row.
 */
export type Guard = (context: BeforeSaveContext, refuse: Refuse) => Promise<HookChanges | void>;

/** The field of a form that a user has chosen a value for. */
export interface SuggestContext<Row extends object = AnyRow, Value = unknown> {
  readonly actor: Actor;
  /** The value in the form of the API; null if it was emptied. */
  readonly value: Value | null;
  /**
   * The values of the form that the user sees and writes; null for the others, for what was not entered, and for keys of rows that the user
   * may not view.
   */
  readonly row: { readonly [N in keyof Row]?: Row[N] | null };
  /** The tag of the language of the answer. */
  readonly language: string;
  /** Queries that only read. */
  readonly database: Queries;
}

/** Returns the values that other fields of the form should have; the user may change them. Nothing is saved. */
export type Suggest<Row extends object = AnyRow, Value = unknown> = (
  context: SuggestContext<Row, Value>,
) => Awaitable<HookChanges<Row> | void>;

/** The context of a validation. */
export interface ValidateContext<Row extends object = AnyRow> {
  readonly actor: Actor;
  /** The tag of the language of the answer. */
  readonly language: string;
  /** The row before the save; null for a new one. */
  readonly before: Row | null;
}

/**
 * Messages by field; `non_field_errors` for messages that belong to no single field. A value may be undefined: if a function returns
 * different fields in different places, its inferred return type has all of them as optional.
 */
export type ValidationMessages = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the problems of a row as it will be after the save; nothing if there are none. In a new row, only the `Sure` fields are certain to
 * have a value.
 */
export type Validate<Row extends object = AnyRow, Sure extends string = string> = (
  row: RowToSave<Row, Sure>,
  context: ValidateContext<Row>,
) => Awaitable<ValidationMessages | void>;

import type { Actor } from '../actor.ts';
import type { Queries } from './queries.ts';

/** A row in the form of the API (CONTRACT §1), with every field but binary ones: hooks are trusted code. */
export type StoredRow<Name extends string = string> = Readonly<Record<Name, unknown>>;

/** The context of a hook. */
export interface HookContext {
  readonly actor: Actor;
  /** The transaction of the write: changes made here are committed or rolled back with it. */
  readonly transaction: Queries;
  readonly requestId: string;
}

/** A row that is being saved. */
export interface SaveContext<Name extends string = string> extends HookContext {
  /** The row as it will be; after the save, the row as it is. */
  readonly row: StoredRow<Name>;
  /** The row before the save; null for a new one. */
  readonly before: StoredRow<Name> | null;
  /** Names of the fields that the request changes. */
  readonly changed: ReadonlySet<string>;
}

/** A row that is being taken out of the trash; after that, the row as it is. */
export interface RestoreContext<Name extends string = string> extends HookContext {
  readonly row: StoredRow<Name>;
}

/** A row that is being deleted. */
export interface DeleteContext<Name extends string = string> extends HookContext {
  readonly row: StoredRow<Name>;
  /** Whether the row is deleted for good; false if it moves to the trash. */
  readonly isFinal: boolean;
}

/** Values by field name, in the form of a request body. */
export type HookChanges<Name extends string = string> = Readonly<Partial<Record<Name, unknown>>>;

type Awaitable<T> = T | Promise<T>;

/**
 * Functions of a config that run before and after each write of a row, inside its transaction, for single rows, bulk requests and inlines.
 * An error of a hook rolls the whole request back; an `AdminError` becomes the response.
 */
export interface Hooks<Name extends string = string> {
  /** May return further values for the row, also for fields that no user may edit. */
  readonly beforeSave?: (context: SaveContext<Name>) => Awaitable<HookChanges<Name> | void>;
  readonly afterSave?: (context: SaveContext<Name>) => Awaitable<void>;
  readonly beforeDelete?: (context: DeleteContext<Name>) => Awaitable<void>;
  readonly afterDelete?: (context: DeleteContext<Name>) => Awaitable<void>;
  /** Only for models with a trash. */
  readonly beforeRestore?: (context: RestoreContext<Name>) => Awaitable<void>;
  readonly afterRestore?: (context: RestoreContext<Name>) => Awaitable<void>;
}

/** The context of a validation. */
export interface ValidateContext<Name extends string = string> {
  readonly actor: Actor;
  /** The row before the save; null for a new one. */
  readonly before: StoredRow<Name> | null;
}

/**
 * Messages by field; `non_field_errors` for messages that belong to no single field. A value may be undefined: if a function returns
 * different fields in different places, its inferred return type has all of them as optional.
 */
export type ValidationMessages = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the problems of a row as it will be after the save; nothing if there are none. */
export type Validate<Name extends string = string> = (
  row: StoredRow<Name>,
  context: ValidateContext<Name>,
) => Awaitable<ValidationMessages | void>;

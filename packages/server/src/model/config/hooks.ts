import type { Kysely } from 'kysely';
import type { Actor } from '../actor.ts';

/** A row as the wire has it (CONTRACT §1), with every field but binary ones: hooks are trusted code. */
export type StoredRow<Name extends string = string> = Readonly<Record<Name, unknown>>;

/** Tables whose columns nobody has typed. */
export type UntypedTables = Record<string, Record<string, unknown>>;

/** What a hook is told of the write that it belongs to. */
export interface HookContext {
  readonly actor: Actor;
  /** The transaction of the write: what is done here stands or falls with it. */
  readonly transaction: Kysely<UntypedTables>;
  readonly requestId: string;
}

/** A row that is being saved. */
export interface SaveContext<Name extends string = string> extends HookContext {
  /** The row as it will be, or after the save, as it is. */
  readonly row: StoredRow<Name>;
  /** The row as it was; null for a new one. */
  readonly before: StoredRow<Name> | null;
  /** Names of the fields that the request changes. */
  readonly changed: ReadonlySet<string>;
}

/** A row that is being deleted. */
export interface DeleteContext<Name extends string = string> extends HookContext {
  readonly row: StoredRow<Name>;
}

/** Values by field, as a body would send them. */
export type HookChanges<Name extends string = string> = Readonly<Partial<Record<Name, unknown>>>;

type Awaitable<T> = T | Promise<T>;

/**
 * What a config does around each write of a row, inside its transaction; alike for single rows, bulk and inlines. What a
 * hook throws undoes the whole request: an `AdminError` is answered as it is.
 */
export interface Hooks<Name extends string = string> {
  /** May return more values for the row, also of fields that nobody may edit. */
  readonly beforeSave?: (context: SaveContext<Name>) => Awaitable<HookChanges<Name> | void>;
  readonly afterSave?: (context: SaveContext<Name>) => Awaitable<void>;
  readonly beforeDelete?: (context: DeleteContext<Name>) => Awaitable<void>;
  readonly afterDelete?: (context: DeleteContext<Name>) => Awaitable<void>;
}

/** What a validation is told beside the row. */
export interface ValidateContext<Name extends string = string> {
  readonly actor: Actor;
  /** The row as it was; null for a new one. */
  readonly before: StoredRow<Name> | null;
}

/**
 * Messages by field; `non_field_errors` for what is nobody's alone. A field may have none: of a function that returns now one
 * field and now another, the compiler says that each return may have either.
 */
export type ValidationMessages = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Says what is wrong with a row as it would be; nothing, where nothing is. */
export type Validate<Name extends string = string> = (
  row: StoredRow<Name>,
  context: ValidateContext<Name>,
) => Awaitable<ValidationMessages | void>;

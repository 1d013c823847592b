import type { Kysely } from 'kysely';

/** Tables whose columns have no types. */
export type UntypedTables = Record<string, Record<string, unknown>>;

/** Queries of the host application's code: hooks, actions and widgets are given Kysely. No other file of this folder names it. */
export type Queries = Kysely<UntypedTables>;

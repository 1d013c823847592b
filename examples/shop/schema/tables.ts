import type { postgresTables } from './postgres.ts';
import type { sqliteTables } from './sqlite.ts';

type PostgresTables = typeof postgresTables;
type SqliteTables = typeof sqliteTables;

/** The shop's tables in the words of either database. */
export type ShopTables = PostgresTables | SqliteTables;

/** A row to be put into one of them: the same on both databases. */
export type NewRow<Name extends keyof ShopTables> = SqliteTables[Name]['$inferInsert'];

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The names of tables whose rows differ between the two databases. */
type Unlike = {
  [Name in keyof ShopTables]: Same<SqliteTables[Name]['$inferSelect'], PostgresTables[Name]['$inferSelect']> extends true ? never : Name;
}[keyof ShopTables];

// Does not compile when one database has a column that the other lacks, or holds another type in it.
const _unlike: [Unlike] extends [never] ? true : Unlike = true;
void _unlike;

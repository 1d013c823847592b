import type { Table } from 'drizzle-orm';

/** Where the shop's database is: a SQLite file, or the address of a PostgreSQL database. */
export type ShopTarget = { readonly sqlite: string } | { readonly postgres: string };

/** A parameter of a statement. */
export type Parameter = string | number | bigint | null | Uint8Array;

/** One connection to the shop's database, for making its tables, rows and staff: what an admin never does by itself. */
export interface ShopConnection {
  /** Runs one statement without parameters. */
  execute(sql: string): Promise<void>;
  /** Runs one statement with `?` for each parameter; rows come as objects. */
  query(sql: string, parameters?: readonly Parameter[]): Promise<Record<string, unknown>[]>;
  hasTable(name: string): Promise<boolean>;
  /** Inserts rows that all have the same properties. */
  insert<T extends Table>(table: T, rows: readonly T['$inferInsert'][]): Promise<void>;
  close(): Promise<void>;
}

/** Runs a job in one transaction: all of it stays, or nothing. */
export async function inTransaction<T>(connection: ShopConnection, job: () => Promise<T>): Promise<T> {
  await connection.execute('BEGIN');
  try {
    const result = await job();
    await connection.execute('COMMIT');
    return result;
  } catch (error) {
    await connection.execute('ROLLBACK');
    throw error;
  }
}

import type { ColumnDefinitionBuilder, CreateTableBuilder, InsertQueryBuilder, InsertResult, Kysely, SelectQueryBuilder } from 'kysely';
import type { ColumnDescription } from '../model/table.ts';
import type { OwnLocation } from '../model/system-tables.ts';
import type { OwnLocationSettings } from './settings.ts';
import type { AnyTables } from './statement.ts';
import type { Sql } from './sql-fragments.ts';

/** Adds a lock to a SELECT. */
export type Locking = <Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
) => SelectQueryBuilder<Tables, Names, Row>;

/** An INSERT into one of the service's own tables. */
export type OwnInsert = InsertQueryBuilder<AnyTables, string, InsertResult>;

/** Where the service's own tables stand in a kind of database. */
export interface OwnLocations {
  readonly of: (settings: OwnLocationSettings) => OwnLocation;
  /** Runs a job while no other process moves the tables. */
  readonly locked: <T>(db: Kysely<AnyTables>, job: (db: Kysely<AnyTables>) => Promise<T>) => Promise<T>;
  /** Why the tables must not stand there, for users; null if they may. */
  readonly obstacle: (db: Kysely<AnyTables>, settings: OwnLocationSettings) => Promise<string | null>;
  /**
   * Makes the location, and moves tables of an earlier version into it. It is idempotent and may run concurrently. Throws a `StartError` if
   * there is an obstacle.
   * @returns whether tables were moved.
   */
  readonly prepare: (db: Kysely<AnyTables>, settings: OwnLocationSettings) => Promise<boolean>;
  /** Where tables of an earlier version stand that are not moved yet; undefined if there are none. */
  readonly former: (db: Kysely<AnyTables>, settings: OwnLocationSettings) => Promise<OwnLocation | undefined>;
  /** Records to which application the tables belong, so that the admin of another one does not use them. It is idempotent. */
  readonly record: (db: Kysely<AnyTables>, settings: OwnLocationSettings) => Promise<void>;
  /** The rights on the tables that the current role needs and lacks, such as `INSERT on grimoire.audit_log`; none in a database without roles. */
  readonly missingRights: (db: Kysely<AnyTables>, settings: OwnLocationSettings) => Promise<readonly string[]>;
  /**
   * The statements by which the owner of the tables lets a role use them; none in a database without roles.
   * @param role by default the current one.
   */
  readonly grants: (db: Kysely<AnyTables>, settings: OwnLocationSettings, role: string | undefined) => Promise<readonly string[]>;
}

/** What differs between databases in the service's own tables. Their migrations and their queries are shared, and are built with Kysely. */
export interface SystemTableFragments {
  /** Where the tables stand: how that follows from the settings, and how it is made. */
  readonly location: OwnLocations;
  /** Builds queries and runs none. */
  readonly queries: Kysely<AnyTables>;
  /** Makes a column the key that the database numbers. */
  readonly asKey: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** Makes a table whose rows are stored in the order of its primary key, where the database can do that. */
  readonly byKey: <Name extends string, Columns extends string>(
    table: CreateTableBuilder<Name, Columns>,
  ) => CreateTableBuilder<Name, Columns>;
  /** The type of such a key with 64 bits. */
  readonly bigKey: 'bigint' | 'integer';
  /** The id of the change set that the transaction makes, or has made. @param table that of change sets. */
  currentSet(table: string): Sql;
  /** The type of a column that holds a moment. */
  readonly momentType: Sql;
  /** The description of such a column. */
  readonly momentColumn: Pick<ColumnDescription, 'dbType' | 'storage'>;
  /** The same of a column that only `moment` fills, without a default of the database. */
  readonly writtenMomentColumn: Pick<ColumnDescription, 'dbType' | 'storage'>;
  /** A moment in the form in which such a column stores it. */
  readonly moment: (moment: Date) => string;
  /** The rows of a SELECT are not changed by others until the transaction ends. */
  readonly sharing: Locking;
  /** The rows of a SELECT are neither changed nor locked by others until the transaction ends. */
  readonly locking: Locking;
  /** The same, without those rows that another transaction has locked. */
  readonly lockingFree: Locking;
  /** An INSERT that does nothing if the key is taken. */
  readonly unlessTaken: (query: OwnInsert) => OwnInsert;
  /** A statement that sets the wait for a lock in the rest of the transaction; null if a transaction never waits for a lock. */
  readonly lockWait: (milliseconds: number) => Sql | null;
  /**
   * A statement that waits for the lock with the name of a text, and has it until the transaction ends; null if only one transaction writes at a
   * time.
   */
  readonly namedLock: ((name: Sql) => Sql) | null;
  /** A JSON text that `JSON.stringify` made, with the replacement character for what a JSON column of the database can not hold. */
  readonly storableJson: (text: string) => string;
  /** A SELECT of a row for each of a JSON list: first the values that all rows share, then those of the row. */
  readonly rowsOfJson: (shared: JsonColumns, each: JsonColumns) => Sql;
  /** The current log position (LSN) of the database; null if it has no replicas. */
  readonly logPosition: Sql | null;
  /** The SHA-256 digest of a text in base64url without padding; null if the database has no such function. */
  readonly digestUrl: ((text: Sql) => Sql) | null;
  /** A text that is another one after each change of a row, by the alias of its table; null if the database has none. */
  readonly rowVersion: ((alias: string) => Sql) | null;
}

/** Columns whose values are in a JSON parameter: a list with a value for each, or for each row a list of such a list. */
export interface JsonColumns {
  readonly json: Sql;
  readonly columns: OwnColumns;
}

/** Columns of one of the service's own tables, with the kinds of their values. */
export type OwnColumns = Readonly<Record<string, 'moment' | 'integer' | 'text' | 'json'>>;

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Sql } from '../model/field-type.ts';
import { textSql } from '../model/sql-literals.ts';
import type { Actor, ActorCheck } from '../model/actor.ts';
import type { AnyTables, Database, RawStatement } from '../store/database.ts';
import { LoginAttempts } from './login-attempts.ts';
import type { SignIn, SignInKind } from './sign-ins.ts';
import type { OwnTables } from '../own-tables/tables.ts';

/** A user of the service's own tables with their current permissions. */
export interface StaffUser extends Actor {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly isStaff: boolean;
  /** The stored hash. */
  readonly password: string;
  /** The sign-in of the request; undefined if the user was looked up by name. */
  readonly signIn?: SignIn;
}

interface UserJson {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly password: string;
  readonly is_active: boolean | 0 | 1;
  readonly is_staff: boolean | 0 | 1;
  readonly is_superuser: boolean | 0 | 1;
  readonly groups: readonly string[] | null;
  readonly permissions: readonly string[] | null;
  readonly sign_in_kind?: SignInKind;
  readonly sign_in_expires?: number;
  readonly sign_in_mark?: string;
}

/** The values of a new user; the password is already hashed. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly isStaff: boolean;
  readonly isSuperuser: boolean;
}

/** The largest number of users in the cache. */
const maxSeen = 1000;

/** The staff in the service's own tables. */
export class Staff {
  readonly #database: Database;
  readonly #tables: OwnTables;
  readonly #bySignIn: RawStatement;
  readonly #byUsername: string;
  readonly #actorCheck: ActorCheck['query'];
  /** Users as they were last read; they must be checked before use, see {@link lastSeen}. */
  readonly #seen = new LRUCache<string, StaffUser>({ max: maxSeen });

  constructor(database: Database, tables: OwnTables) {
    this.#database = database;
    this.#tables = tables;
    const statement = (by: 'sign-in' | 'username'): string =>
      userSql(database.dialect, tables, by)(sql`${''}`).compile(database.tables()).sql;
    const bySignIn = userSql(database.dialect, tables, 'sign-in');
    this.#actorCheck = (key) => digestSql(database.dialect, bySignIn(key));
    this.#bySignIn = { sql: statement('sign-in'), name: 'grimoire_user_by_sign_in', parameters: [] };
    this.#byUsername = statement('username');
  }

  /** The user of this sign-in with their permissions, read in one statement; null if there is none. */
  async bySignIn(id: string): Promise<StaffUser | null> {
    const user = await this.#find({ ...this.#bySignIn, parameters: [id] }, id);
    if (user) this.#seen.set(id, user);
    else this.#seen.delete(id);
    return user;
  }

  /**
   * The user as last read. Before the response is sent, the caller must verify the user's actorCheck in the statement that reads the data,
   * or read the user again.
   */
  lastSeen(id: string): StaffUser | undefined {
    return this.#seen.get(id);
  }

  /** The user of this name; null if there is none. */
  byUsername(username: string): Promise<StaffUser | null> {
    return this.#find({ sql: this.#byUsername, parameters: [username] });
  }

  /** Whether there is an active member of staff. */
  async hasAny(): Promise<boolean> {
    const isTrue = sql<boolean>`TRUE`;
    const query = this.#database.tables().selectFrom(this.#tables.user).select('id').limit(1);
    return (await query.where('is_active', '=', isTrue).where('is_staff', '=', isTrue).execute()).length > 0;
  }

  /** Creates a user. Throws if the name is taken. */
  async create(user: NewUser): Promise<void> {
    await this.#database
      .tables()
      .insertInto(this.#tables.user)
      .values({
        username: user.username,
        password: user.password,
        email: user.email ?? '',
        first_name: user.firstName ?? '',
        last_name: user.lastName ?? '',
        is_staff: user.isStaff,
        is_superuser: user.isSuperuser,
        is_active: true,
        date_joined: new Date().toISOString(),
      })
      .execute();
  }

  /** Sets a user's password hash. The sign-ins made under the old one become invalid, and failed logins are deleted. */
  async replacePassword(username: string, password: string): Promise<void> {
    const db = this.#database.tables();
    await db.updateTable(this.#tables.user).set({ password }).where('username', '=', username).execute();
    await new LoginAttempts(this.#tables).forgetAccount(db, username);
  }

  /**
   * Writes into the row of a user whose password was just verified, if they are still active staff with that password.
   * @returns whether they are.
   */
  async writeIfSame(db: Kysely<AnyTables>, { id, password }: StaffUser, change: Readonly<Record<string, string>>): Promise<boolean> {
    const isTrue = sql<boolean>`TRUE`;
    const { numUpdatedRows } = await db
      .updateTable(this.#tables.user)
      .set({ ...change })
      .where('id', '=', Number(id))
      .where('password', '=', password)
      .where('is_active', '=', isTrue)
      .where('is_staff', '=', isTrue)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async #find(statement: RawStatement, signIn?: string): Promise<StaffUser | null> {
    const rows = await this.#database.read(statement);
    const text = rows[0]?.[0];
    if (typeof text !== 'string') return null;
    const row = JSON.parse(text) as UserJson;
    const id = String(row.id);
    return {
      id,
      username: row.username,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      password: row.password,
      isActive: Boolean(row.is_active),
      isStaff: Boolean(row.is_staff),
      isSuperuser: Boolean(row.is_superuser),
      groups: row.groups ?? [],
      permissions: new Set(row.permissions ?? []),
      ...(signIn === undefined
        ? {}
        : {
            actorCheck: { query: this.#actorCheck, key: signIn, answer: this.#database.dialect === 'postgres' ? digestOf(text) : text },
            signIn: signInOf(row, signIn),
          }),
    };
  }
}

function signInOf(row: UserJson, id: string): SignIn {
  return { id, kind: row.sign_in_kind ?? 'token', expires: Number(row.sign_in_expires), passwordFingerprint: row.sign_in_mark ?? '' };
}

const plainColumns = ['id', 'username', 'email', 'first_name', 'last_name', 'password', 'is_active', 'is_staff', 'is_superuser'];

/** The digest of the result of {@link userSql}. */
function digestOf(text: string): string {
  return hash('sha256', text, 'base64');
}

/** The same digest, computed by PostgreSQL: the result then contains no password hash and no list of permissions. */
function digestSql(dialect: Database['dialect'], user: Sql): Sql {
  // On SQLite no statement carries an actor check.
  return dialect === 'postgres' ? sql`SELECT encode(sha256(convert_to((${user}), 'UTF8')), 'base64')` : user;
}

/**
 * One statement that reads a user, their groups and all their permissions; the permissions of a superuser are not read.
 * @returns a function from the one parameter to the statement.
 */
function userSql(dialect: Database['dialect'], tables: OwnTables, by: 'sign-in' | 'username'): (key: Sql) => RawBuilder<unknown> {
  const isPostgres = dialect === 'postgres';
  const object = (pairs: Sql): Sql => (isPostgres ? sql`json_build_object(${pairs})::text` : sql`json_object(${pairs})`);
  const aggregate = (value: Sql): Sql => (isPostgres ? sql`json_agg(${value})` : sql`json_group_array(${value})`);
  const nested = (query: Sql): Sql => (isPostgres ? sql`(${query})` : sql`json((${query}))`);
  const groupsOfUser = sql`${sql.id(tables.userGroups)} ug`;
  const held = sql`SELECT up.permission_id FROM ${sql.id(tables.userPermissions)} up WHERE up.user_id = u.id
    UNION SELECT gp.permission_id FROM ${sql.id(tables.groupPermissions)} gp JOIN ${groupsOfUser} ON ug.group_id = gp.group_id WHERE ug.user_id = u.id`;
  const permission = sql`c.app_label || '.' || c.model || ':' || p.codename ORDER BY p.id`;
  const permissions = sql`SELECT ${aggregate(permission)} FROM ${sql.id(tables.permission)} p
    JOIN ${sql.id(tables.contentType)} c ON c.id = p.content_type_id WHERE p.id IN (${held})`;
  const groups = sql`SELECT ${aggregate(sql`g.name ORDER BY g.id`)} FROM ${sql.id(tables.group)} g JOIN ${groupsOfUser} ON ug.group_id = g.id WHERE ug.user_id = u.id`;
  const ofSignIn =
    by === 'sign-in' ? sql`, 'sign_in_kind', s.kind, 'sign_in_expires', s.expires_at, 'sign_in_mark', s.password_mark` : sql``;
  const columns = sql.join(plainColumns.map((column) => sql`${textSql(column)}, ${sql.id('u', column)}`));
  const pairs = sql`${columns}${ofSignIn}, 'groups', ${nested(groups)}, 'permissions', CASE WHEN u.is_superuser THEN NULL ELSE ${nested(permissions)} END`;
  const source =
    by === 'sign-in'
      ? sql`${sql.id(tables.signIn)} s JOIN ${sql.id(tables.user)} u ON u.id = s.user_id WHERE s.id = `
      : sql`${sql.id(tables.user)} u WHERE u.username = `;
  return (key) => sql`SELECT ${object(pairs)} FROM ${source}${key}`;
}

import type { Actor } from '../model/actor.ts';
import type { Database, RawStatement } from '../store/database.ts';
import type { OwnTables } from './tables.ts';

/** A user of the own tables with what they may do, as it is now. */
export interface StaffUser extends Actor {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly isStaff: boolean;
  /** The stored hash. */
  readonly password: string;
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
}

/** What a new user is made of; the password is a hash already. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly isStaff: boolean;
  readonly isSuperuser: boolean;
}

/** The staff in the service's own tables. */
export class Staff {
  readonly #database: Database;
  readonly #tables: OwnTables;
  readonly #byId: string;
  readonly #byUsername: string;

  constructor(database: Database, tables: OwnTables) {
    this.#database = database;
    this.#tables = tables;
    this.#byId = userSql(database.dialect, tables, 'id');
    this.#byUsername = userSql(database.dialect, tables, 'username');
  }

  /** The user of this key with their permissions, in one statement; null where there is none. */
  async byId(id: string): Promise<StaffUser | null> {
    return /^\d{1,9}$/.test(id) ? this.#find({ sql: this.#byId, name: 'grimoire_user_by_id', parameters: [Number(id)] }) : null;
  }

  /** The user of this name; null where there is none. */
  byUsername(username: string): Promise<StaffUser | null> {
    return this.#find({ sql: this.#byUsername, parameters: [username] });
  }

  /** Makes a user. Throws where the name is taken. */
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

  /** Sets a user's password hash. */
  async setPassword(username: string, password: string): Promise<void> {
    await this.#database.tables().updateTable(this.#tables.user).set({ password }).where('username', '=', username).execute();
  }

  /** Notes that a user has logged in now. */
  async touchLogin(id: string): Promise<void> {
    await this.#database
      .tables()
      .updateTable(this.#tables.user)
      .set({ last_login: new Date().toISOString() })
      .where('id', '=', Number(id))
      .execute();
  }

  async #find(statement: RawStatement): Promise<StaffUser | null> {
    const rows = await this.#database.read(statement);
    const text = rows[0]?.[0];
    if (typeof text !== 'string') return null;
    const row = JSON.parse(text) as UserJson;
    return {
      id: String(row.id),
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
    };
  }
}

const plainColumns = ['id', 'username', 'email', 'first_name', 'last_name', 'password', 'is_active', 'is_staff', 'is_superuser'];

/** One statement for a user, their groups and all that these and they themselves hold; a superuser needs no list. */
function userSql(dialect: Database['dialect'], tables: OwnTables, by: 'id' | 'username'): string {
  const isPostgres = dialect === 'postgres';
  const object = isPostgres ? 'json_build_object' : 'json_object';
  const aggregate = isPostgres ? 'json_agg' : 'json_group_array';
  const nested = (query: string): string => (isPostgres ? `(${query})` : `json((${query}))`);
  const q = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const held = `SELECT up.permission_id FROM ${q(tables.userPermissions)} up WHERE up.user_id = u.id
    UNION SELECT gp.permission_id FROM ${q(tables.groupPermissions)} gp JOIN ${q(tables.userGroups)} ug ON ug.group_id = gp.group_id WHERE ug.user_id = u.id`;
  const permissions = `SELECT ${aggregate}(c.app_label || '.' || c.model || ':' || p.codename) FROM ${q(tables.permission)} p
    JOIN ${q(tables.contentType)} c ON c.id = p.content_type_id WHERE p.id IN (${held})`;
  const groups = `SELECT ${aggregate}(g.name) FROM ${q(tables.group)} g JOIN ${q(tables.userGroups)} ug ON ug.group_id = g.id WHERE ug.user_id = u.id`;
  const pairs = plainColumns.map((column) => `'${column}', u.${column}`).join(', ');
  const text = isPostgres ? '::text' : '';
  return `SELECT ${object}(${pairs}, 'groups', ${nested(groups)}, 'permissions', CASE WHEN u.is_superuser THEN NULL ELSE ${nested(permissions)} END)${text}
    FROM ${q(tables.user)} u WHERE u.${by} = ${isPostgres ? '$1' : '?'}`;
}

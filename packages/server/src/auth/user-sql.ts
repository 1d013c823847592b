import { sql } from 'kysely';
import type { Dialect } from '../databases/dialect.ts';
import type { Pair, Sql } from '../databases/sql-fragments.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { LinkedRows } from './linked-rows.ts';
import { markColumn } from './sign-ins.ts';

const plainColumns = ['id', 'username', 'email', 'first_name', 'last_name', 'password', 'is_active', 'is_staff', 'is_superuser'];

/** Members of a user's JSON that come from the sign-in, with their columns. */
const signInColumns = [
  ['sign_in_kind', 'kind'],
  ['sign_in_expires', 'expires_at'],
  ['sign_in_mark', markColumn],
] as const;

/** The parts of {@link UserSql}. */
export interface UserSqlParts {
  readonly dialect: Dialect;
  readonly tables: SystemTableNames;
  readonly linked: LinkedRows | undefined;
}

/**
 * The statements that read a user with their groups and, unless they are a superuser, their permissions. In all of them `u` is the user, and
 * `s` the sign-in.
 */
export class UserSql {
  readonly #parts: UserSqlParts;

  constructor(parts: UserSqlParts) {
    this.#parts = parts;
  }

  /** The JSON of the user with this name. */
  byUsername(username: Sql): Sql {
    return sql`SELECT ${this.#json([])} FROM ${sql.table(this.#parts.tables.user)} u WHERE u.username = ${username}`;
  }

  /** The JSON of the user of a sign-in and, if rows have versions, the user's state. */
  bySignIn(id: Sql): Sql {
    const json = this.#json(signInColumns.map(([name, column]): Pair => [name, sql.id('s', column)]));
    const { rowVersion } = this.#parts.dialect.systemTables;
    if (!rowVersion) return sql`SELECT ${json} ${this.#fromSignIn(id)}`;
    const [ofSuperusers, ofOthers] = [true, false].map((isSuperuser) => this.#state(rowVersion, isSuperuser));
    return sql`SELECT ${json}, CASE WHEN u.is_superuser THEN ${ofSuperusers} ELSE ${ofOthers} END ${this.#fromSignIn(id)}`;
  }

  /**
   * The state of the user of a sign-in: a text that changes whenever the user, the sign-in, the link, a group or the list of permissions does, but not
   * when a permission gets another name. It is made of versions of rows and keys of permissions, which is half as much work as reading them;
   * without versions of rows it is what `bySignIn` reads.
   */
  state(id: Sql, isSuperuser: boolean): Sql {
    const { rowVersion } = this.#parts.dialect.systemTables;
    return rowVersion ? sql`SELECT ${this.#state(rowVersion, isSuperuser)} ${this.#fromSignIn(id)}` : this.bySignIn(id);
  }

  #fromSignIn(id: Sql): Sql {
    const { tables } = this.#parts;
    return sql`FROM ${sql.table(tables.signIn)} s JOIN ${sql.table(tables.user)} u ON u.id = s.user_id WHERE s.id = ${id}`;
  }

  #state(version: (alias: string) => Sql, isSuperuser: boolean): Sql {
    const { dialect, tables, linked } = this.#parts;
    const { fragments } = dialect;
    const list = (value: Sql, from: Sql): Sql => fragments.jsonOfQuery(sql`SELECT ${fragments.jsonAggregate(value, value)} FROM ${from}`);
    const groups = list(sql`g.id || ' ' || ${version('g')}`, this.#groups());
    const own = list(sql`up.permission_id`, sql`${sql.table(tables.userPermissions)} up WHERE up.user_id = u.id`);
    const ofGroups = list(sql`gp.permission_id`, this.#groupPermissions());
    const parts = [version('s'), version('u'), groups, ...(linked ? [linked.present('u')] : []), ...(isSuperuser ? [] : [own, ofGroups])];
    return fragments.jsonText(fragments.jsonArray(parts));
  }

  #json(ofSignIn: readonly Pair[]): Sql {
    const { dialect, tables, linked } = this.#parts;
    const { fragments } = dialect;
    const permissionIds = sql`SELECT up.permission_id FROM ${sql.table(tables.userPermissions)} up WHERE up.user_id = u.id
      UNION SELECT gp.permission_id FROM ${this.#groupPermissions()}`;
    const permission = fragments.jsonAggregate(sql`c.app_label || '.' || c.model || ':' || p.codename`, sql`p.id`);
    const permissions = sql`SELECT ${permission} FROM ${sql.table(tables.permission)} p
      JOIN ${sql.table(tables.contentType)} c ON c.id = p.content_type_id WHERE p.id IN (${permissionIds})`;
    const pairs: Pair[] = [
      ...plainColumns.map((column): Pair => [column, sql.id('u', column)]),
      ...ofSignIn,
      ...(linked ? [['link', linked.present('u')] satisfies Pair] : []),
      ['groups', fragments.jsonOfQuery(sql`SELECT ${fragments.jsonAggregate(sql`g.name`, sql`g.id`)} FROM ${this.#groups()}`)],
      ['permissions', sql`CASE WHEN u.is_superuser THEN NULL ELSE ${fragments.jsonOfQuery(permissions)} END`],
    ];
    return fragments.jsonText(fragments.jsonObject(pairs));
  }

  #groups(): Sql {
    const { tables } = this.#parts;
    return sql`${sql.table(tables.group)} g JOIN ${sql.table(tables.userGroups)} ug ON ug.group_id = g.id WHERE ug.user_id = u.id`;
  }

  #groupPermissions(): Sql {
    const { tables } = this.#parts;
    return sql`${sql.table(tables.groupPermissions)} gp JOIN ${sql.table(tables.userGroups)} ug ON ug.group_id = gp.group_id WHERE ug.user_id = u.id`;
  }
}

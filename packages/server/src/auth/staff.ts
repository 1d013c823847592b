import { LRUCache } from 'lru-cache';
import { type Kysely, sql } from 'kysely';
import { OwnQuery } from '../store/own-query.ts';
import type { ActorState } from '../authorize/actor-confirmation.ts';
import type { Actor } from '../model/actor.ts';
import type { Database } from '../databases/database.ts';
import type { AnyTables, RawStatement, StatementReader } from '../databases/statement.ts';
import type { LinkedRows } from './linked-rows.ts';
import { LoginAttempts } from './login-attempts.ts';
import type { Credential } from './proof.ts';
import type { Holder, SignInMethod } from './sign-in-method.ts';
import type { SignIn, SignInKind } from './sign-ins.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { UserSql } from './user-sql.ts';

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
  /** By which a later request can confirm that they have not changed; undefined if the user was looked up by name. */
  readonly state?: ActorState;
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
  readonly link?: string | number | null;
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

/** The dependencies of {@link Staff}. */
export interface StaffParts {
  readonly database: Database;
  readonly tables: SystemTableNames;
  /** The rows of the application's users to which users are linked, if the settings name them. */
  readonly linked: LinkedRows | undefined;
  /** The ways to sign in, which tell the valid sign-ins from others. */
  readonly methods: readonly SignInMethod[];
}

/** The largest number of users in the cache. */
const maxSeen = 1000;

/**
 * Milliseconds that a user in the cache may be used. Another name of a permission does not change the state of its users, so it is known after this
 * time; only a sync or an administrator of the database renames permissions.
 */
const seenFor = 10_000;

/** The staff in the service's own tables. */
export class Staff {
  /** The key of the model to whose rows users are linked, if the settings name one. */
  readonly linkedModel: string | undefined;
  readonly #database: Database;
  readonly #tables: SystemTableNames;
  readonly #methods: readonly SignInMethod[];
  readonly #bySignIn: OwnQuery<'key'>;
  readonly #byUsername: OwnQuery<'key'>;
  /** The state of a user by a sign-in. */
  readonly #state: { readonly ofSuperusers: OwnQuery<'key'>; readonly ofOthers: OwnQuery<'key'> };
  /** Users as they were last read, see {@link remembered}. */
  readonly #seen = new LRUCache<string, StaffUser>({ max: maxSeen, ttl: seenFor });

  constructor({ database, tables, linked, methods }: StaffParts) {
    this.#database = database;
    this.#tables = tables;
    this.#methods = methods;
    this.linkedModel = linked?.model.key;
    const { dialect } = database;
    const userSql = new UserSql({ dialect, tables, linked });
    const state = (isSuperuser: boolean): OwnQuery<'key'> =>
      new OwnQuery(dialect, (_, given) => userSql.state(given('key'), isSuperuser), { isPrepared: true });
    this.#state = { ofSuperusers: state(true), ofOthers: state(false) };
    this.#bySignIn = new OwnQuery(dialect, (_, given) => userSql.bySignIn(given('key')), { isPrepared: true });
    this.#byUsername = new OwnQuery(dialect, (_, given) => userSql.byUsername(given('key')));
  }

  /** The user of this sign-in with their permissions, read in one statement; null if there is none. */
  async bySignIn(id: string): Promise<StaffUser | null> {
    const user = await this.#find(this.#bySignIn.with({ key: id }), { signIn: id });
    if (user) this.#seen.set(id, user);
    else this.#seen.delete(id);
    return user;
  }

  /** The user as last read. Before a response is sent, their `state` must be confirmed, or the user read again. */
  remembered(id: string): StaffUser | undefined {
    return this.#seen.get(id);
  }

  /** The user of this name; null if there is none. */
  byUsername(username: string): Promise<StaffUser | null> {
    return this.#find(this.#byUsername.with({ key: username }));
  }

  /** The user of this sign-in, or of this name, as a transaction sees them; null if there is none. */
  inTransaction(reader: StatementReader, by: { readonly signIn: string } | { readonly username: string }): Promise<StaffUser | null> {
    if ('username' in by) return this.#find(this.#byUsername.with({ key: by.username }), { reader });
    return this.#find(this.#bySignIn.with({ key: by.signIn }), { reader, signIn: by.signIn });
  }

  /** Whether there is an active member of staff. */
  async hasAny(): Promise<boolean> {
    const isTrue = sql<boolean>`TRUE`;
    const query = this.#database.queries().selectFrom(this.#tables.user).select('id').limit(1);
    return (await query.where('is_active', '=', isTrue).where('is_staff', '=', isTrue).execute()).length > 0;
  }

  /** Creates a user. Throws if the name is taken. */
  async create(user: NewUser): Promise<void> {
    await this.#database
      .queries()
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
    const db = this.#database.queries();
    await db.updateTable(this.#tables.user).set({ password }).where('username', '=', username).execute();
    await new LoginAttempts(this.#tables).forgetAccount(db, username);
  }

  /**
   * Writes into the row of a user who was just proved, if they are still active staff with the same credential.
   * @returns whether they are.
   */
  async writeIfSame(
    db: Kysely<AnyTables>,
    { user, columns }: Pick<Credential, 'columns'> & { readonly user: Pick<StaffUser, 'id'> },
    change: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const isTrue = sql<boolean>`TRUE`;
    const active = db
      .updateTable(this.#tables.user)
      .set({ ...change })
      .where('id', '=', Number(user.id))
      .where('is_active', '=', isTrue)
      .where('is_staff', '=', isTrue);
    const same = Object.entries(columns).reduce((query, [column, value]) => query.where(column, '=', value), active);
    const { numUpdatedRows } = await same.executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** The statement that reads the state of a user as one value. The permissions of a superuser are no part of it. */
  #stateOf({ is_superuser: isSuperuser }: UserJson, signIn: string): RawStatement {
    return (isSuperuser ? this.#state.ofSuperusers : this.#state.ofOthers).with({ key: signIn });
  }

  async #find(
    statement: RawStatement,
    { signIn, reader = this.#database }: { readonly signIn?: string; readonly reader?: StatementReader } = {},
  ): Promise<StaffUser | null> {
    const rows = await reader.read(statement);
    // Without a column for it, the JSON is the state.
    const [text, state = text] = rows[0] ?? [];
    if (typeof text !== 'string') return null;
    const row = JSON.parse(text) as UserJson;
    const user: Holder = {
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
      ...(row.link === undefined ? {} : { link: row.link === null ? undefined : String(row.link) }),
    };
    if (signIn === undefined) return user;
    return { ...user, state: { statement: this.#stateOf(row, signIn), value: String(state) }, signIn: this.#signInOf(row, signIn, user) };
  }

  #signInOf(row: UserJson, id: string, user: Holder): SignIn {
    const mark = row.sign_in_mark ?? '';
    const isProven = this.#methods.some((method) => method.holds(mark, user));
    return { id, kind: row.sign_in_kind ?? 'token', expires: Number(row.sign_in_expires), mark, isProven };
  }
}

/// <reference types="node" preserve="true" />
/** What a host application needs to test its admin: the service on a database in memory, and clients for its users. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { Admin } from './admin/admin.ts';
import { hashPassword } from './auth/passwords/passwords.ts';
import { defaultPrefix, systemTables } from './model/system-tables.ts';
import type { AdminOptions } from './admin/admin-options.ts';
import { sqlite } from './databases/sqlite/sqlite.ts';

/** Options of a test admin: those of the admin without its database, and its tables. */
export interface TestAdminOptions extends Omit<AdminOptions, 'database'> {
  /** Creates the tables and their rows: SQL statements, or a function that gets the database. */
  readonly setup?: string | ((database: DatabaseSync) => void);
}

/** A user of a test. */
export interface TestUser {
  readonly username: string;
  readonly isSuperuser?: boolean;
  /** The user's permissions, each as `app.Model:codename`, such as `sales.Order:change_order`. */
  readonly permissions?: readonly string[];
  /** Key of the row that the user is linked to, where the settings have a `staffLink`. */
  readonly link?: string | number;
}

/** A response with its body: parsed as JSON, otherwise as text. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Requests of one user. Paths are relative to the admin's base URL, such as `/r/sales.Order/`. */
export interface TestClient {
  get(path: string): Promise<TestAnswer>;
  post(path: string, body: unknown): Promise<TestAnswer>;
  patch(path: string, body: unknown): Promise<TestAnswer>;
  delete(path: string): Promise<TestAnswer>;
  /** Sends any request as the user: for `Client` of `@grimoire/client`, with {@link TestAdmin.baseUrl}. */
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** A service on a database in memory. */
export interface TestAdmin {
  readonly admin: Admin;
  /** The address of the API, for clients that need one. */
  readonly baseUrl: string;
  /** The database, for reads and changes of a test. */
  readonly database: DatabaseSync;
  /** A client of the superuser `root`. */
  readonly superuser: TestClient;
  /** Creates a member of staff, and signs them in. Throws if there is no such permission. */
  user(user: TestUser): Promise<TestClient>;
  close(): Promise<void>;
}

const password = 'the password of a test';
let passwordHash: Promise<string> | undefined;

/**
 * Starts an admin on a SQLite database in memory, with its tables, its permissions and a superuser. Its users are those of the service's
 * own tables. Throws the errors of a start: a `ConfigurationError` if the options are invalid.
 * @example const { superuser, close } = await testAdmin({ models, setup: 'CREATE TABLE …' })
 */
export async function testAdmin({ setup = '', ...options }: TestAdminOptions): Promise<TestAdmin> {
  // The database exists as long as there is a connection to it.
  const file = `file:grimoire-${randomUUID()}?mode=memory&cache=shared`;
  const database = new DatabaseSync(file);
  const settings = { secret: randomUUID(), logger: pino({ level: 'silent' }), ...options.settings };
  const admin: Admin = new Admin({ ...options, settings, database: sqlite(file) });
  const close = async (): Promise<void> => {
    await admin.close();
    database.close();
  };
  const origin = settings.publicUrl ?? `http://${settings.allowedHosts?.[0]?.replace(/^\./, '') ?? 'localhost'}`;
  const baseUrl = `${origin}${admin.baseUrl}`;
  try {
    if (typeof setup === 'string') database.exec(setup);
    else setup(database);
    await admin.operations.migrate();
    await admin.operations.syncAdminActions();
    await admin.ready();
    const user = async (made: TestUser): Promise<TestClient> => {
      await addUser(database, made, settings.tablePrefix);
      if (made.link !== undefined) await (await admin.operations.staffLinks()).set(made.username, String(made.link));
      return clientOf(admin, baseUrl, await tokenOf(admin, baseUrl, made));
    };
    return { admin, baseUrl, database, superuser: await user({ username: 'root', isSuperuser: true }), user, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addUser(database: DatabaseSync, user: TestUser, prefix: string = defaultPrefix): Promise<void> {
  const tables = systemTables({ schema: undefined, prefix });
  passwordHash ??= hashPassword(password);
  const added = database
    .prepare(
      `INSERT INTO "${tables.user}" (username, password, email, first_name, last_name, is_staff, is_superuser, is_active, date_joined) VALUES (?, ?, '', '', '', 1, ?, 1, ?)`,
    )
    .run(user.username, await passwordHash, Number(user.isSuperuser ?? false), new Date().toISOString());
  for (const permission of user.permissions ?? []) {
    const [, app = '', model = '', codename = ''] = /^(.+)\.(.+):(.+)$/.exec(permission) ?? [];
    const granted = database
      .prepare(
        `INSERT INTO "${tables.userPermissions}" (user_id, permission_id) SELECT ?, p.id FROM "${tables.permission}" p
          JOIN "${tables.contentType}" c ON c.id = p.content_type_id WHERE c.app_label = ? AND c.model = ? AND p.codename = ?`,
      )
      .run(added.lastInsertRowid, app, model.toLowerCase(), codename);
    if (granted.changes === 0) throw new Error(`There is no permission "${permission}": write one such as "sales.Order:change_order".`);
  }
}

async function tokenOf(admin: Admin, baseUrl: string, { username }: TestUser): Promise<string> {
  const { status, body } = await clientOf(admin, baseUrl, null).post('/auth/login/', { username, password });
  const { access } = body as { readonly access?: unknown };
  if (typeof access !== 'string') throw new Error(`The user "${username}" could not be signed in: ${status} ${JSON.stringify(body)}`);
  return access;
}

function clientOf(admin: Admin, baseUrl: string, token: string | null): TestClient {
  const send: TestClient['fetch'] = (url, init) => {
    const request = new Request(url, init);
    if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
    return admin.fetch(request);
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<TestAnswer> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await send(`${baseUrl}${path.replace(/^\//, '')}`, { method, ...sent });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    patch: (path, body) => ask('PATCH', path, body),
    delete: (path) => ask('DELETE', path),
    fetch: send,
  };
}

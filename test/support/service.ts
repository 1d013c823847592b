import { type Admin, type AdminOptions, type AdminSettings, defineAdmin } from 'grimoire';
import { pino } from 'pino';
import { hasUsualTokens, signIn } from './sign-in.ts';
import { createMigratedDatabase, type Dialect, type SourceOptions, type TestDatabase } from './databases.ts';

/** An answer with its body parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Untyped: a test states the expected type by its assertions.
  readonly body: any;
}

/** Sends requests as one user, or without a user. */
export interface Client {
  readonly token: string | null;
  request(
    method: string,
    path: string,
    init?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  delete(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** A user for a test. Permissions are written `app.model:codename`, in lower case. */
export interface TestUser {
  readonly username: string;
  readonly isSuperuser?: boolean;
  readonly isStaff?: boolean;
  readonly permissions?: readonly string[];
  readonly groups?: readonly string[];
}

/** The password of every test user. */
export const password = 'correct horse';
/** Its hash, of the least cost that argon2 has: a hash says its own cost, so signing in takes as little. */
const passwordHash = 'argon2$argon2id$v=19$m=8,t=1,p=1$+N9kXGy8nBcUc2Y/IwGSlA$9hhqT8Gz3+cpPDKeuCbJ9GrJg7z+b+YsEj/jrU1GAY0';

/** A service over its own database. */
export interface TestService {
  readonly admin: Admin;
  readonly database: TestDatabase;
  readonly anonymous: Client;
  /** Creates a user and signs them in. */
  user(user: TestUser): Promise<Client>;
  /** A superuser, signed in. */
  superuser(): Promise<Client>;
  client(token: string | null): Client;
  close(): Promise<void>;
}

/** The options of a test service. */
export interface TestServiceOptions {
  readonly dialect: Dialect;
  /** Statements that create the tables and their rows. */
  readonly setup?: string | ((database: TestDatabase) => Promise<void>);
  readonly models?: AdminOptions['models'];
  readonly app?: string;
  readonly settings?: AdminSettings;
  readonly widgets?: AdminOptions['widgets'];
  readonly home?: AdminOptions['home'];
  readonly adminActions?: AdminOptions['adminActions'];
  readonly languages?: AdminOptions['languages'];
  /** Milliseconds that one statement may take. */
  readonly statementTimeout?: number;
  /**
   * Whether a service on SQLite starts the processes that it has by default: for tests of what these do, and of time limits. Left out, it
   * does where the environment variable `TEST_SQLITE_PROCESSES` is 1: their start takes most of the time of a short test.
   */
  readonly processes?: boolean;
  /** Whether users are signed in by a request, which numbers an entry of the audit log; else their token is made as by one. */
  readonly signsInByRequest?: boolean;
}

/** Counts and sums have their time also where other programs leave little processor time. */
const budgets = { countBudget: 30_000, aggregateBudget: 30_000 };

/** Starts a service. */
export async function startService(options: TestServiceOptions): Promise<TestService> {
  const database = await createMigratedDatabase(options.dialect);
  if (typeof options.setup === 'string') await database.execute(options.setup);
  else await options.setup?.(database);
  const admin = defineAdmin({
    database: database.source(sourceOptions(options)),
    ...(options.models ? { models: options.models } : {}),
    ...(options.app === undefined ? {} : { app: options.app }),
    ...(options.widgets ? { widgets: options.widgets } : {}),
    ...(options.home ? { home: options.home } : {}),
    ...(options.adminActions ? { adminActions: options.adminActions } : {}),
    ...(options.languages ? { languages: options.languages } : {}),
    settings: { logger: pino({ level: process.env['TEST_LOG'] ?? 'silent' }), ...budgets, ...options.settings },
  });
  await admin.operations.migrate();
  await admin.operations.syncAdminActions();
  await admin.ready();
  const client = (token: string | null): Client => clientOf(admin, token);
  const service: TestService = {
    admin,
    database,
    client,
    anonymous: client(null),
    async user(user) {
      const id = await addUser(database, user);
      if (canMakeTokens(options, user)) return client(await signIn(database, { id, password: passwordHash }));
      const answer = await client(null).post('/auth/login/', { username: user.username, password });
      // The log that a test reads has only the entries of its own requests.
      await database.execute(`DELETE FROM grimoire_audit_log WHERE action = 'login'`);
      return client(answer.body.access ?? null);
    },
    superuser() {
      return service.user({ username: 'root', isSuperuser: true });
    },
    async close() {
      await admin.close();
      await database.close();
    },
  };
  return service;
}

function canMakeTokens({ settings, signsInByRequest = false }: TestServiceOptions, { isStaff = true }: TestUser): boolean {
  return isStaff && !signsInByRequest && hasUsualTokens(settings);
}

function sourceOptions({ statementTimeout, processes }: TestServiceOptions): SourceOptions {
  // Only processes have time limits.
  const isApart = processes ?? (statementTimeout !== undefined || process.env['TEST_SQLITE_PROCESSES'] === '1');
  return { processes: isApart, ...(statementTimeout === undefined ? {} : { statementTimeout }) };
}

/** A client of an admin that is mounted at the default base URL. */
export function clientOf(admin: Pick<Admin, 'fetch'>, token: string | null): Client {
  const request: Client['request'] = async (method, path, init = {}) => {
    const headers = new Headers(init.headers);
    if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    const body = init.body === undefined ? null : typeof init.body === 'string' ? init.body : JSON.stringify(init.body);
    if (body !== null && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const url = path.startsWith('http') ? path : `http://admin.test/api${path}`;
    const response = await admin.fetch(new Request(url, { method, headers, ...(body === null ? {} : { body }) }));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: isJson(response) && text !== '' ? JSON.parse(text) : null };
  };
  return {
    token,
    request,
    get: (path) => request('GET', path),
    post: (path, body) => request('POST', path, { body }),
    patch: (path, body, headers = {}) => request('PATCH', path, { body, headers }),
    delete: (path, headers = {}) => request('DELETE', path, { headers }),
  };
}

/** The same client, whose requests ask for a language; null for the client itself. */
export function asking(client: Client, language: string | null): Client {
  if (language === null) return client;
  const request: Client['request'] = (method, path, init = {}) =>
    client.request(method, path, { ...init, headers: { 'accept-language': language, ...init.headers } });
  return {
    token: client.token,
    request,
    get: (path) => request('GET', path),
    post: (path, body) => request('POST', path, { body }),
    patch: (path, body, headers = {}) => request('PATCH', path, { body, headers }),
    delete: (path, headers = {}) => request('DELETE', path, { headers }),
  };
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type') === 'application/json';
}

/** Creates a user in the service's own tables. @returns their key */
export async function addUser(database: TestDatabase, user: TestUser): Promise<number> {
  const [row] = await database.query(
    `INSERT INTO grimoire_user (username, password, is_staff, is_superuser, is_active, date_joined) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
    [user.username, passwordHash, user.isStaff ?? true, user.isSuperuser ?? false, true, '2026-01-01T00:00:00Z'],
  );
  const id = Number(row?.['id']);
  for (const permission of user.permissions ?? []) await grant(database, id, permission);
  for (const group of user.groups ?? []) await joinGroup(database, id, group);
  return id;
}

/** Gives a user a permission, written `app.model:codename`; fails where the permission does not exist. */
export async function grant(database: TestDatabase, userId: number, permission: string): Promise<void> {
  const [, app = '', model = '', codename = ''] = /^(.+)\.(.+):(.+)$/.exec(permission) ?? [];
  const [found] = await database.query(
    `SELECT p.id FROM grimoire_permission p JOIN grimoire_content_type c ON c.id = p.content_type_id WHERE c.app_label = ? AND c.model = ? AND p.codename = ?`,
    [app, model, codename],
  );
  if (!found) throw new Error(`There is no permission ${permission}`);
  await database.query('INSERT INTO grimoire_user_user_permissions (user_id, permission_id) VALUES (?, ?)', [userId, Number(found['id'])]);
}

async function joinGroup(database: TestDatabase, userId: number, group: string): Promise<void> {
  await database.query('INSERT INTO grimoire_group (name) VALUES (?) ON CONFLICT DO NOTHING', [group]);
  await database.query('INSERT INTO grimoire_user_groups (user_id, group_id) SELECT ?, id FROM grimoire_group WHERE name = ?', [
    userId,
    group,
  ]);
}

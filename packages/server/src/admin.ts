import { Accounts } from './auth/accounts.ts';
import { type MigrationResult, migrate, pendingMigrations } from './auth/migrations.ts';
import { syncActionPermissions, type SyncOptions, syncPermissions, type SyncResult } from './auth/permissions.ts';
import { deriveKey, readSecret } from './auth/secret.ts';
import { Staff } from './auth/staff.ts';
import { type OwnTables, ownTables } from './auth/tables.ts';
import { Tokens } from './auth/tokens.ts';
import { type StaffModels, staffModels } from './auth/models.ts';
import { auditModelKey, auditRegistration } from './audit/model.ts';
import { Recorder } from './audit/record.ts';
import { TrustedProxies } from './http/client-address.ts';
import type { HttpRequest, HttpResponse } from './http/exchange.ts';
import { fromFetch, type RequestInfo, toFetch } from './http/fetch.ts';
import { handle, handleUnstarted } from './http/handle.ts';
import type { Service } from './http/service.ts';
import type { AdminAction } from './model/action.ts';
import { staffModelKeys } from './model/staff-model-keys.ts';
import { Problems } from './model/checks.ts';
import type { ModelRegistration } from './model/config.ts';
import { actionLabels } from './model/build-actions.ts';
import { type TableDescription, tableId } from './model/table.ts';
import { buildRegistry } from './model/build-registry.ts';
import type { Registry } from './model/registry.ts';
import { type AdminSettings, type ResolvedSettings, resolveSettings } from './settings.ts';
import type { Kysely } from 'kysely';
import { type Catalog, liveModels, readCatalog } from './sources/live.ts';
import { describeAll, describer, sourcesOf } from './sources/registrations.ts';
import type { Database, DatabaseSource } from './store/database.ts';
import { Store } from './store/store.ts';
import type { UntypedTables } from './model/hooks.ts';
import { References } from './model/references.ts';
import { Outcomes } from './write/idempotency.ts';
import { checkWidgets, Widgets } from './widgets/widgets.ts';
import type { Widget } from './widgets/widget.ts';

/** What an admin is made of. */
export interface AdminOptions {
  /** `postgres(…)` or `sqlite(…)`: where the models' tables are, and the service's own. */
  readonly database: DatabaseSource;
  /** The models that are served; left out, every table of the database is (CONTRACT §13). */
  readonly models?: readonly ModelRegistration[];
  /** Actions with permissions of their own, on any of the models: SPEC's `ADMIN_ACTIONS`. */
  readonly adminActions?: readonly AdminAction[];
  /** Sources of data for the dashboard, by name (CONTRACT §9). */
  readonly widgets?: Readonly<Record<string, Widget>>;
  /** App label of the default schema's tables, where no models are given: `main` by default. */
  readonly app?: string;
  /** Path that the service is mounted at: `/api/` by default. */
  readonly baseUrl?: string;
  readonly settings?: AdminSettings;
}

/** The tables of the service itself are not there, or not up to date. */
export class NotMigratedError extends Error {
  readonly pending: readonly string[];

  constructor(description: string, pending: readonly string[]) {
    super(`The service's own tables are missing or out of date in ${description}.`);
    this.name = 'NotMigratedError';
    this.pending = pending;
  }
}

interface Core {
  readonly database: Database;
  readonly tables: OwnTables;
  readonly settings: ResolvedSettings;
  readonly registry: Registry;
  readonly leftOut: readonly string[];
}

/**
 * An admin over a set of models: mount its {@link fetch}, or give it to `toNodeHandler`. It connects on first use;
 * {@link ready} does so at once and reports what is wrong.
 */
export class Admin {
  readonly baseUrl: string;
  readonly #options: AdminOptions;
  #core: Promise<Core> | undefined;
  #service: Promise<Service> | undefined;

  constructor(options: AdminOptions) {
    this.#options = options;
    this.baseUrl = `/${(options.baseUrl ?? '/api/').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
  }

  /** What the database is, for people. */
  get description(): string {
    return this.#options.database.description;
  }

  /** Answers a Web-standard request: what Hono, Next, Bun and Deno mount as it is. */
  readonly fetch = async (request: Request, info?: RequestInfo): Promise<Response> => toFetch(await this.handle(fromFetch(request, info)));

  /** Answers a request of any server; `toNodeHandler` uses it. */
  async handle(request: HttpRequest): Promise<HttpResponse> {
    let service: Service;
    try {
      service = await this.#started();
    } catch (error) {
      return handleUnstarted(error, request, resolveSettings(this.#options.settings ?? {}).logger);
    }
    return handle(service, request);
  }

  /**
   * Connects, checks the configuration and the own tables.
   * Throws a `ConfigurationError` with every problem, or a {@link NotMigratedError}.
   */
  async ready(): Promise<void> {
    await this.#started();
  }

  /** The same admin under another path; it has connections of its own. */
  mountedAt(baseUrl: string): Admin {
    return new Admin({ ...this.#options, baseUrl });
  }

  /** Creates or updates the service's own tables, and the permissions of the registered models. */
  async migrate(): Promise<MigrationResult & { readonly permissions: number }> {
    const { database, tables, registry } = await this.#connect();
    const result = await migrate(database, tables);
    const permissions = await syncPermissions(database, tables, registry);
    this.#service = undefined;
    return { ...result, permissions };
  }

  /**
   * SPEC's `sync_admin_actions`: creates the permissions of the declared actions. To be run on deploy; running it again,
   * or twice at once, changes nothing. Throws a {@link NotMigratedError}.
   */
  async syncAdminActions(options: SyncOptions = {}): Promise<SyncResult> {
    const { database, tables, registry } = await this.#connect();
    const pending = await pendingMigrations(database, tables);
    if (pending.length > 0) throw new NotMigratedError(this.description, pending);
    return syncActionPermissions(database, tables, { ...options, registry });
  }

  /** The staff of the own tables. */
  async staff(): Promise<Staff> {
    const { database, tables } = await this.#connect();
    return new Staff(database, tables);
  }

  /** The registered models. */
  async registry(): Promise<Registry> {
    return (await this.#connect()).registry;
  }

  /** One sentence for each table that could not be registered by itself. */
  async leftOut(): Promise<readonly string[]> {
    return (await this.#connect()).leftOut;
  }

  /** Closes the connections that the service made itself. */
  async close(): Promise<void> {
    const core = await this.#core?.catch(() => undefined);
    this.#core = undefined;
    this.#service = undefined;
    await core?.database.close();
  }

  /** A start that failed is tried again by whoever asks next. */
  #started(): Promise<Service> {
    this.#service ??= this.#start().catch((error: unknown) => {
      this.#service = undefined;
      throw error;
    });
    return this.#service;
  }

  #connect(): Promise<Core> {
    this.#core ??= connect(this.#options).catch((error: unknown) => {
      this.#core = undefined;
      throw error;
    });
    return this.#core;
  }

  async #start(): Promise<Service> {
    const { database, tables, settings, registry } = await this.#connect();
    const pending = await pendingMigrations(database, tables);
    if (pending.length > 0) throw new NotMigratedError(this.description, pending);
    const secret = await readSecret(database, tables, settings.secret);
    const store = new Store(database);
    const staff = new Staff(database, tables);
    const tokens = new Tokens(secret, settings.tokenLifetimes);
    const recorder = new Recorder(database.dialect, tables.auditLog);
    return {
      basePath: this.baseUrl.slice(0, -1),
      registry,
      store,
      recorder,
      outcomes: new Outcomes(database.dialect, tables.outcome),
      accounts: new Accounts({ database, tables, staff, tokens, recorder, sessionLifetime: settings.sessionLifetime }),
      widgets: new Widgets({ own: this.#options.widgets ?? {}, store, database: database.readOnly() as unknown as Kysely<UntypedTables> }),
      proxies: new TrustedProxies(settings.trustedProxies),
      staff,
      tokens,
      settings,
      keys: { position: deriveKey(secret, 'position'), etag: deriveKey(secret, 'etag'), csrf: deriveKey(secret, 'csrf') },
      log: settings.logger,
      translateError: (error) => database.translateError(error),
    };
  }
}

/**
 * Declares an admin.
 * @example defineAdmin({ database: sqlite('shop.sqlite'), models: [model(orders, 'sales.Order')] })
 */
export function defineAdmin(options: AdminOptions): Admin {
  return new Admin(options);
}

async function connect(options: AdminOptions): Promise<Core> {
  const settings = resolveSettings(options.settings ?? {});
  const tables = ownTables(settings.tablePrefix);
  const database = await options.database.open();
  try {
    const catalog = await readCatalog(database);
    const { models, leftOut } = registrationsOf(options, catalog, tables);
    const problems = new Problems();
    const describe = await describer(sourcesOf(models), catalog);
    const { dialect } = database;
    const hasHostStaff = settings.staffDirectory !== undefined;
    const staff: StaffModels = hasHostStaff
      ? { registrations: [], tables: [] }
      : staffModels({ tables, dialect, hasOtherWays: settings.authenticate !== undefined });
    const audit = auditRegistration({
      dialect,
      table: tables.auditLog,
      hasHostStaff,
      actions: actionLabels(models, options.adminActions ?? []),
      registry: () => registry,
    });
    const registry: Registry = buildRegistry({
      registrations: [...describeAll(models, describe, problems), ...staff.registrations, audit],
      describe,
      dialect,
      problems,
      references: new References(withOwnTables(catalog.tables, staff, tables)),
      adminActions: options.adminActions ?? [],
    });
    checkWidgets(options.widgets ?? {}, registry, problems);
    problems.throwIfAny();
    return { database, tables, settings, registry, leftOut };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** On a first start the own tables are not there yet: what points to what in them is known all the same. */
function withOwnTables(tables: readonly TableDescription[], { tables: own }: StaffModels, names: OwnTables): TableDescription[] {
  // That somebody is signed in is nothing that goes with them.
  const others = tables.filter(({ table }) => ![names.signIn, names.actionPermission].includes(table.name));
  const known = new Set(others.map((table) => tableId(table.table)));
  return [...others, ...own.filter((table) => !known.has(tableId(table.table)))];
}

interface Registrations {
  readonly models: readonly ModelRegistration[];
  readonly leftOut: readonly string[];
}

function registrationsOf(options: AdminOptions, catalog: Catalog, tables: OwnTables): Registrations {
  if (options.models) return { models: options.models, leftOut: [] };
  const reserved = [...Object.values(staffModelKeys), auditModelKey];
  const { registrations, leftOut } = liveModels(catalog, { app: options.app ?? 'main', own: Object.values(tables), reserved });
  return { models: registrations, leftOut };
}

/** SPEC's `sync_admin_actions` as a function: {@link Admin.syncAdminActions}. */
export function syncAdminActions(admin: Admin, options: SyncOptions = {}): Promise<SyncResult> {
  return admin.syncAdminActions(options);
}

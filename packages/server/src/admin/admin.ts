import type { JsonSchema } from '../model/field-type.ts';
import { type MigrationResult, migrate, requireLocation, requireMigrated } from '../own-tables/migrations.ts';
import { prune, type Pruned } from './prune.ts';
import { migrationScript } from '../own-tables/migration-script.ts';
import {
  checkPermissions,
  type PermissionCheck,
  syncActionPermissions,
  type SyncOptions,
  syncPermissions,
  type SyncResult,
} from '../auth/permissions.ts';
import { makeStoredSecret, sealStoredSecret } from '../auth/secret.ts';
import { composeDashboard, composeService, doctorParts, startNotes } from './compose.ts';
import { describeAdmin } from './describe.ts';
import { Staff } from '../auth/staff.ts';
import { StaffLinks } from '../auth/staff-links.ts';
import type { Dashboard, DashboardOptions } from '../http/dashboard/dashboard.ts';
import { WithDashboard } from '../http/dashboard/with-dashboard.ts';
import type { LanguageTag } from '../texts/catalogues.ts';
import type { HttpRequest, HttpResponse } from '../http/message.ts';
import { fromFetch, type RequestInfo, toFetch } from '../http/fetch.ts';
import { handle, handleUnstarted } from '../http/handle.ts';
import type { Service } from '../http/service.ts';
import { StartError } from '../errors/errors.ts';
import type { Registry } from '../model/registry.ts';
import { type AdminSettings, logOf, resolveSettings } from './settings.ts';
import { closeDatabase } from './shared-databases.ts';
import { connect, type Core } from './connect.ts';
import type { Diagnosis } from '@grimoire/protocol';
import { diagnose } from '../doctor/diagnose.ts';
import type { AdminOptions } from './admin-options.ts';
import { Monitor } from '../monitoring/monitor.ts';
import type { Monitoring, MonitoringOptions } from '../monitoring/monitoring.ts';
import type { AnyRow } from '../model/config/row-type.ts';

/**
 * An admin for a set of models: mount its {@link fetch}, or pass it to `toNodeHandler`. It connects on first use; {@link ready} connects at
 * once and reports problems.
 */
export class Admin<
  Rows extends object = Readonly<Record<string, AnyRow>>,
  Actions extends object = Readonly<Record<string, object>>,
  Required extends object = Readonly<Record<string, string>>,
> {
  /** Only a type: the rows of each model, for `ModelsOf` of `@grimoire/client`. */
  declare readonly $models: Rows;
  /** Only a type: the input of each action of each model, for the same. */
  declare readonly $actions: Actions;
  /** Only a type: the names of the fields that a create of each model must send, for the same. */
  declare readonly $required: Required;
  readonly baseUrl: string;
  readonly #options: AdminOptions;
  #core: Promise<Core> | undefined;
  #service: Promise<Service> | undefined;
  #hasNoted = false;
  readonly #monitor = new Monitor(
    async () => (await this.#started()).ping(),
    () => logOf(this.#options.settings),
  );

  constructor(options: AdminOptions) {
    // Missing or invalid options are reported together at the start.
    this.#options = options ?? ({} as AdminOptions);
    const { baseUrl } = this.#options;
    this.baseUrl = `/${(typeof baseUrl === 'string' ? baseUrl : '/api/').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
  }

  /** Whether the settings list the accepted host names. */
  get limitsHosts(): boolean {
    return this.#options.settings?.allowedHosts !== undefined;
  }

  /** The origin that clients use, if the settings set one. */
  get publicUrl(): string | undefined {
    return this.#options.settings?.publicUrl;
  }

  /** A description of the database for users. */
  get description(): string {
    return this.#options.database.description;
  }

  /** Answers a Web-standard request; Hono, Next, Bun and Deno can mount it directly. */
  readonly fetch = async (request: Request, info?: RequestInfo): Promise<Response> => toFetch(await this.handle(fromFetch(request, info)));

  /** Answers a request of any server; `toNodeHandler` uses it. */
  async handle(request: HttpRequest): Promise<HttpResponse> {
    let service: Service;
    try {
      service = await this.#started();
    } catch (error) {
      return handleUnstarted(error, request, logOf(this.#options.settings));
    }
    return handle(service, request);
  }

  /**
   * Connects, and checks the configuration and the service's own tables. Throws a `ConfigurationError` with all problems, or a
   * `NotMigratedError`.
   */
  async ready(): Promise<void> {
    await this.#started();
  }

  /**
   * The bundled dashboard, to be mounted at `path`, on the same origin as the API.
   * @example app.use('/staff', toNodeHandler(admin.ui({ path: '/staff/' })))
   */
  ui(options: DashboardOptions = {}): Dashboard {
    return composeDashboard(resolveSettings(this.#options.settings ?? {}), { ...this.#options.dashboard, ...options, api: this.baseUrl });
  }

  /**
   * The API and the dashboard as one handler. The dashboard is at the folder of `baseUrl`: at `/admin/` if the API is at `/admin/api/`, at
   * `/` if the API is at `/api/`; it is at `/ui/` if the API is at `/`.
   * @example createServer({ maxHeaderSize: 65536 }, toNodeHandler(admin.withDashboard()))
   */
  withDashboard(options: DashboardOptions = {}): WithDashboard {
    const beside = this.baseUrl === '/' ? '/ui/' : this.baseUrl.replace(/[^/]+\/$/, '');
    return new WithDashboard(this, this.ui({ path: beside, ...this.#options.dashboard, ...options }));
  }

  /**
   * Addresses for operators: `healthz`, `readyz` and `metrics`. Mount them where only operators reach them, such as on a port of their own.
   * @example createServer(toNodeHandler(admin.monitoring({ metrics: 'anyone' }))).listen(9100, '10.0.0.5')
   */
  monitoring(options: MonitoringOptions = {}): Monitoring {
    return this.#monitor.addresses(options);
  }

  /** From now on `readyz` answers 503, so that no new requests are sent to this process. */
  beginToEnd(): void {
    this.#monitor.end();
  }

  /** The same admin under another path, with its own connections. */
  mountedAt(baseUrl: string): Admin<Rows, Actions, Required> {
    return new Admin({ ...this.#options, baseUrl });
  }

  /** The same admin with these settings in place of its own, and with its own connections. */
  withSettings(settings: AdminSettings): Admin<Rows, Actions, Required> {
    const { settings: own } = this.#options;
    const cookieNames = { ...own?.cookieNames, ...settings.cookieNames };
    return new Admin({ ...this.#options, settings: { ...own, ...settings, cookieNames } });
  }

  /** Creates or updates the service's own tables, and the permissions of the registered models. */
  async migrate(): Promise<Pick<MigrationResult, 'applied'> & { readonly permissions: number }> {
    const { applied, hasMoved } = await migrate(await this.#connect());
    // Foreign keys to tables that were moved are part of the models.
    if (hasMoved) await this.close();
    const { database, tables, registry, settings } = await this.#connect();
    await makeStoredSecret(database, tables);
    await sealStoredSecret(database, tables, settings.secrets);
    const permissions = await syncPermissions(database, tables, registry);
    this.#service = undefined;
    return { applied, permissions };
  }

  /**
   * The SQL statements of {@link migrate} for an administrator of the database, if the role of the service may not create tables; none if
   * the service's own tables are up to date. Afterwards {@link migrate} creates the permissions, and the secret that signs tokens.
   * @param role the role that gets the right to use the tables, by default the current one; if it is given, that is always part of the result.
   */
  async migrationScript(role?: string): Promise<readonly string[]> {
    const { database, settings } = await this.#connect();
    await requireLocation(database, settings);
    return migrationScript(database, settings, role);
  }

  /**
   * Creates the permissions of the declared actions. Run it on deployment; it is idempotent and may run
   * concurrently. Throws a `NotMigratedError`.
   */
  async syncAdminActions(options: SyncOptions = {}): Promise<SyncResult> {
    const core = await this.#connect();
    await requireMigrated(core);
    const { database, tables, registry, settings } = core;
    // The permissions of a host's own users are in the host's hands.
    if (options.check === true && settings.staffDirectory) return { created: [], stale: [] };
    return syncActionPermissions(database, tables, { ...options, registry });
  }

  /** The permissions of models that {@link migrate} would create, and those of models that are not registered. Throws a `NotMigratedError`. */
  async checkPermissions(): Promise<PermissionCheck> {
    const core = await this.#connect();
    await requireMigrated(core);
    if (core.settings.staffDirectory) return { missing: [], withoutModel: [] };
    return checkPermissions(core.database, core.tables, core.registry);
  }

  /** The staff in the service's own tables. */
  async staff(): Promise<Staff> {
    const { database, tables, linked } = await this.#connect();
    return new Staff(database, tables, linked);
  }

  /** The links of staff to rows of the application's users. Throws a `StartError` if the setting `staffLink` is not set. */
  async staffLinks(): Promise<StaffLinks> {
    const core = await this.#connect();
    if (!core.linked) throw new StartError('The setting `staffLink` is not set: it names the model of the application’s users.');
    return new StaffLinks(core, core.linked);
  }

  /** Whether there is an account to sign in with; always true if the host has its own users. */
  async hasAccounts(): Promise<boolean> {
    const { settings } = await this.#connect();
    return settings.staffDirectory !== undefined || (await this.staff()).hasAny();
  }

  /**
   * The OpenAPI document (CONTRACT §14) for a superuser.
   * @param options `models`: the keys of the models to describe; all of them by default. Throws a `StartError` for a key that no model has.
   */
  async openApi({ models: keys }: { readonly models?: readonly string[] } = {}): Promise<JsonSchema> {
    const described = { basePath: this.baseUrl.slice(0, -1), widgets: this.#options.widgets ?? {}, models: keys };
    return describeAdmin(await this.#connect(), described);
  }

  /**
   * Warnings for the operator about the configuration, one sentence each. Once a caller has requested them, the start does not log them.
   */
  async notes(): Promise<readonly string[]> {
    this.#hasNoted = true;
    return startNotes(await this.#connect());
  }

  /**
   * What reads large tables from end to end, because no index serves it, and what is wrong with their indexes and statistics.
   * @param rows the number of rows from which a table is examined, 10,000 by default.
   */
  async diagnose(rows?: number): Promise<Diagnosis> {
    return diagnose(doctorParts(await this.#connect()), { minRows: rows });
  }

  /** Deletes rows of the service's own tables that have expired; never entries of the audit log. Throws a `NotMigratedError`. */
  async prune(): Promise<Pruned> {
    const core = await this.#connect();
    await requireMigrated(core);
    return prune(core.database, core.tables);
  }

  /** The registered models. */
  async registry(): Promise<Registry> {
    return (await this.#connect()).registry;
  }

  /** The texts of the configuration that have no translation into a language: where the translation belongs, and the text. */
  async untranslated(language: LanguageTag): Promise<readonly string[]> {
    const core = await this.#connect();
    return core.untranslated(language).map(({ path, text }) => `${path.join(' ')}: ${text}`);
  }

  /**
   * One sentence for each table that could not be registered automatically, and one for each table with columns that are left out because
   * they look like secrets.
   */
  async leftOut(): Promise<readonly string[]> {
    return (await this.#connect()).leftOut;
  }

  /** Closes the connections that the service itself has opened. */
  async close(): Promise<void> {
    const core = await this.#core?.catch(() => undefined);
    this.#core = undefined;
    this.#service = undefined;
    if (core) await closeDatabase(core.database);
  }

  /** If the start fails, the next request tries again. */
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
    const core = await this.#connect();
    await requireMigrated(core);
    if (!this.#hasNoted) for (const note of await startNotes(core)) core.settings.log.warn(note, {});
    return composeService(core, {
      basePath: this.baseUrl.slice(0, -1),
      widgets: this.#options.widgets ?? {},
      home: this.#options.home ?? [],
      observe: this.#monitor.observe,
    });
  }
}

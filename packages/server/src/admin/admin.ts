import type { Dashboard, DashboardOptions } from '../http/dashboard/dashboard.ts';
import { WithDashboard } from '../http/dashboard/with-dashboard.ts';
import { fromFetch, type RequestInfo, toFetch } from '../http/fetch.ts';
import { handle, handleUnstarted } from '../http/handle.ts';
import type { HttpRequest, HttpResponse } from '../http/message.ts';
import { Monitoring, type MonitoringOptions } from '../http/monitoring.ts';
import type { HttpService } from '../http/service.ts';
import type { AnyRow } from '../model/config/row-type.ts';
import { Monitor } from '../monitoring/monitor.ts';
import type { AdminOptions } from './admin-options.ts';
import { composeDashboard } from './compose-dashboard.ts';
import { Operations } from './operations.ts';
import { Running } from './running.ts';
import { logOf } from './log.ts';
import { type AdminSettings, resolveSettings } from './settings.ts';

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
  readonly #running: Running;
  readonly #monitor = new Monitor(
    async () => (await this.#running.service()).ping(),
    () => logOf(this.#options.settings),
  );
  /** What an operator does: the commands of `grimoire` call these. */
  readonly operations: Operations;

  constructor(options: AdminOptions) {
    // Missing or invalid options are reported together at the start.
    this.#options = options ?? ({} as AdminOptions);
    const { baseUrl } = this.#options;
    this.baseUrl = `/${(typeof baseUrl === 'string' ? baseUrl : '/api/').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
    this.#running = new Running(this.#options, this.baseUrl, this.#monitor.observe);
    this.operations = new Operations(this.#options, this.baseUrl, this.#running);
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
    let service: HttpService;
    try {
      service = await this.#running.service();
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
    await this.#running.service();
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
    return new Monitoring(options, this.#monitor);
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

  /** Ends what the service does between requests, and closes the connections that it has opened itself. */
  async close(): Promise<void> {
    await this.#running.close();
  }
}

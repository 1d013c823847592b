import { readSecrets } from '../auth/secret.ts';
import type { HttpService } from '../http/service.ts';
import { requireMigrated } from '../system-tables/migrations.ts';
import type { ServedMethod } from '../sign-in/method.ts';
import { Parts } from '../service/part.ts';
import type { RequestObserver } from '../service/served-request.ts';
import type { AdminOptions } from './admin-options.ts';
import { composeHttp } from './compose-http.ts';
import { composeService, limitsOf } from './compose-service.ts';
import { connect, type Core } from './connect.ts';
import { statesOf } from './features.ts';
import { closeDatabase } from './shared-databases.ts';
import { startNotes } from './start-notes.ts';

interface Started {
  readonly service: HttpService;
  readonly parts: Parts;
}

/** The connected database of an admin, and its service: each begins when it is first needed. */
export class Running {
  readonly #options: AdminOptions;
  readonly #baseUrl: string;
  readonly #observe: RequestObserver;
  readonly #methods: readonly ServedMethod[] | undefined;
  #core: Promise<Core> | undefined;
  #started: Promise<Started> | undefined;
  /** Whether a caller has asked for the notes of the start: they are not logged then. */
  hasNoted = false;

  /** @param observe is told of each request. @param methods the ways to sign in; by default all. */
  constructor(options: AdminOptions, baseUrl: string, observe: RequestObserver, methods?: readonly ServedMethod[]) {
    this.#options = options;
    this.#baseUrl = baseUrl;
    this.#observe = observe;
    this.#methods = methods;
  }

  /** The connected database with its models. If it can not be reached, the next call tries again. */
  core(): Promise<Core> {
    this.#core ??= connect(this.#options, this.#methods).catch((error: unknown) => {
      this.#core = undefined;
      throw error;
    });
    return this.#core;
  }

  /** The service. Throws a `ConfigurationError` with all problems, or a `NotMigratedError`; the next call then tries again. */
  async service(): Promise<HttpService> {
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return (await this.#started).service;
  }

  async #start(): Promise<Started> {
    const core = await this.core();
    await requireMigrated(core);
    const { database, tables, settings } = core;
    if (!this.hasNoted) for (const note of await startNotes(core)) settings.log.warn(note, {});
    const secrets = await readSecrets(database, tables, settings.secret);
    const limits = limitsOf(database);
    const service = composeService(core, secrets, limits);
    const states = statesOf({ core, service, limits, options: this.#options });
    const parts = new Parts([service.lateWork], (error, part) => settings.log.error(error, 'part not ended', { part }));
    const mounted = { settings, secrets, states, basePath: this.#baseUrl.slice(0, -1), observe: this.#observe };
    const started = { service: await composeHttp(service, mounted), parts };
    await parts.start();
    return started;
  }

  /** Ends the service, part by part; the next request begins another one. */
  async end(): Promise<void> {
    const started = this.#started;
    this.#started = undefined;
    await (await started?.catch(() => undefined))?.parts.stop();
  }

  /** Ends the service, and closes the connections that it has opened itself. A request that comes meanwhile begins another one, with its own. */
  async close(): Promise<void> {
    const core = this.#core;
    const ended = this.end();
    this.#core = undefined;
    await ended;
    const closing = await core?.catch(() => undefined);
    if (closing) await closeDatabase(closing.database);
  }
}

import type { Diagnosis } from '@grimoire/protocol';
import { type PermissionCheck, syncActionPermissions, type SyncOptions, syncPermissions, type SyncResult } from '../auth/permissions.ts';
import { makeStoredSecret, sealStoredSecret } from '../auth/secret.ts';
import { Staff } from '../auth/staff.ts';
import { StaffLinks } from '../auth/staff-links.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { StartError } from '../errors/errors.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { Registry } from '../model/registry.ts';
import { migrationScript } from '../system-tables/migration-script.ts';
import { type MigrationResult, migrate, requireLocation, requireMigrated } from '../system-tables/migrations.ts';
import type { LanguageTag } from '../texts/catalogues.ts';
import type { AdminOptions } from './admin-options.ts';
import { describeAdmin } from './describe.ts';
import { doctorParts } from './doctor-parts.ts';
import { prune, type Pruned } from './prune.ts';
import type { Running } from './running.ts';
import { startNotes } from './start-notes.ts';

/** What an operator does with an admin, by the command line or by code. */
export class Operations {
  readonly #options: AdminOptions;
  readonly #baseUrl: string;
  readonly #running: Running;

  constructor(options: AdminOptions, baseUrl: string, running: Running) {
    this.#options = options;
    this.#baseUrl = baseUrl;
    this.#running = running;
  }

  /** Creates or updates the service's own tables, and the permissions of the registered models. */
  async migrate(): Promise<Pick<MigrationResult, 'applied'> & { readonly permissions: number }> {
    const { applied, hasMoved } = await migrate(await this.#running.core());
    // Foreign keys to tables that were moved are part of the models.
    if (hasMoved) await this.#running.close();
    const { database, tables, registry, settings } = await this.#running.core();
    await makeStoredSecret(database, tables);
    await sealStoredSecret(database, tables, settings.secret);
    const permissions = await syncPermissions(database, tables, registry);
    await this.#running.end();
    return { applied, permissions };
  }

  /**
   * The SQL statements of {@link migrate} for an administrator of the database, if the role of the service may not create tables; none if
   * the service's own tables are up to date. Afterwards {@link migrate} creates the permissions, and the secret that signs tokens.
   * @param role the role that gets the right to use the tables, by default the current one; if it is given, that is always part of the result.
   */
  async migrationScript(role?: string): Promise<readonly string[]> {
    const { database, settings } = await this.#running.core();
    await requireLocation(database, settings);
    return migrationScript(database, settings, role);
  }

  /**
   * Creates the permissions of the declared actions. Run it on deployment; it is idempotent and may run
   * concurrently. Throws a `NotMigratedError`.
   */
  async syncAdminActions(options: SyncOptions = {}): Promise<SyncResult> {
    const core = await this.#running.core();
    await requireMigrated(core);
    const { database, tables, registry, settings } = core;
    // The permissions of a host's own users are in the host's hands.
    if (options.check === true && !settings.staffSource.storesPermissions) return { created: [], stale: [] };
    return syncActionPermissions(database, tables, { ...options, registry });
  }

  /** The permissions of models that {@link migrate} would create, and those of models that are not registered. Throws a `NotMigratedError`. */
  async checkPermissions(): Promise<PermissionCheck> {
    const core = await this.#running.core();
    await requireMigrated(core);
    return core.settings.staffSource.checkPermissions(core.database, core.tables, core.registry);
  }

  /** The staff in the service's own tables. */
  async staff(): Promise<Staff> {
    const { settings, ...core } = await this.#running.core();
    return new Staff({ ...core, methods: settings.staffSource.methods });
  }

  /** The links of staff to rows of the application's users. Throws a `StartError` if the setting `staffLink` is not set. */
  async staffLinks(): Promise<StaffLinks> {
    const core = await this.#running.core();
    if (!core.linked) throw new StartError('The setting `staffLink` is not set: it names the model of the application’s users.');
    return new StaffLinks(core, core.linked);
  }

  /** Whether there is an account to sign in with; always true if the host has its own users. */
  async hasAccounts(): Promise<boolean> {
    const { settings } = await this.#running.core();
    return settings.staffSource.hasAccounts(await this.staff());
  }

  /**
   * The OpenAPI document (CONTRACT §14) for a superuser.
   * @param options `models`: the keys of the models to describe; all of them by default. Throws a `StartError` for a key that no model has.
   */
  async openApi({ models: keys }: { readonly models?: readonly string[] } = {}): Promise<JsonSchema> {
    const described = { basePath: this.#baseUrl.slice(0, -1), widgets: this.#options.widgets ?? {}, models: keys };
    return describeAdmin(await this.#running.core(), described);
  }

  /**
   * Warnings for the operator about the configuration, one sentence each. Once a caller has requested them, the start does not log them.
   */
  async notes(): Promise<readonly string[]> {
    this.#running.hasNoted = true;
    return startNotes(await this.#running.core());
  }

  /**
   * What reads large tables from end to end, because no index serves it, and what is wrong with their indexes and statistics.
   * @param rows the number of rows from which a table is examined, 10,000 by default.
   */
  async diagnose(rows?: number): Promise<Diagnosis> {
    return diagnose(doctorParts(await this.#running.core()), { minRows: rows });
  }

  /** Deletes rows of the service's own tables that have expired; never entries of the audit log. Throws a `NotMigratedError`. */
  async prune(): Promise<Pruned> {
    const core = await this.#running.core();
    await requireMigrated(core);
    return prune(core);
  }

  /** The registered models. */
  async registry(): Promise<Registry> {
    return (await this.#running.core()).registry;
  }

  /** The texts of the configuration that have no translation into a language: where the translation belongs, and the text. */
  async untranslated(language: LanguageTag): Promise<readonly string[]> {
    const core = await this.#running.core();
    return core.untranslated(language).map(({ path, text }) => `${path.join(' ')}: ${text}`);
  }

  /**
   * One sentence for each table that could not be registered automatically, and one for each table with columns that are left out because
   * they look like secrets.
   */
  async leftOut(): Promise<readonly string[]> {
    return (await this.#running.core()).leftOut;
  }
}

import { exportCsv, isExport, readsRows } from '../actions/export-csv.ts';
import type { AdminOptions } from './admin-options.ts';
import { checkAdminOptions } from './check-settings.ts';
import { type OwnLocation, type SystemTableNames, systemTables } from '../model/system-tables.ts';
import type { LinkedRows } from '../auth/linked-rows.ts';
import { Languages } from '../languages/languages.ts';
import { type Term, untranslated } from '../languages/terms.ts';
import { LeftOut } from '../model/build/left-out.ts';
import { Problems } from '../model/build/checks.ts';
import { buildRegistry } from '../model/build/build-registry.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { ConfigPart, Failed, Registry } from '../model/registry.ts';
import { type ResolvedSettings, resolveSettings } from './settings.ts';
import type { RegistryInput } from '../model/build/registry-input.ts';
import { findServiceTables } from '../system-tables/service-tables.ts';
import { readCatalog } from '../sources/live.ts';
import { checkPresence } from '../sources/presence.ts';
import { describeAll, describedApart } from '../sources/registrations.ts';
import type { Database } from '../databases/database.ts';
import type { ServedMethod } from '../sign-in/method.ts';
import type { Journal } from '../databases/recording.ts';
import { journalOf } from '../journal/journal-of.ts';
import { type EffectRules, effectRulesOf } from '../preview/effect-rules.ts';
import { ownModels } from './own-models.ts';
import { closeDatabase, openDatabase } from './shared-databases.ts';
import type { LanguageTag } from '../texts/catalogues.ts';
import { checkedNames, termsOfAdmin } from './check-names.ts';
import { asStored, inZone, referencesOf, servedOf, withMadeValues, withSystemTables } from './served-models.ts';

/** A connected database, with the models that are served from it. */
export interface Core {
  readonly database: Database;
  /** A description of the database for users. */
  readonly description: string;
  readonly tables: SystemTableNames;
  readonly settings: ResolvedSettings;
  /** The models with the names of the configuration. */
  readonly registry: Registry;
  /** What is recorded of each write. */
  readonly journal: Journal;
  /** What of changes differs between two runs of a request, by table. */
  readonly effectRules: ReadonlyMap<string, EffectRules>;
  readonly languages: Languages;
  /** The texts of the configuration that have no translation into a language. */
  readonly untranslated: (tag: LanguageTag) => readonly Term[];
  /** The links of staff to rows of the application's users; undefined without the setting. */
  readonly linked: LinkedRows | undefined;
  /** One sentence for each table that is left out, and for each table with columns that are left out. */
  readonly leftOut: readonly string[];
  /** What an operator should know of the configuration: labels that are not those of schemas, unchecked row rules, and values that the service makes. */
  readonly notes: readonly string[];
}

/**
 * Connects, reads the catalog, and builds the registry. Throws a `ConfigurationError` with all problems.
 * @param methods the ways to sign in; by default all.
 */
export async function connect(options: AdminOptions, methods?: readonly ServedMethod[]): Promise<Core> {
  checkAdminOptions(options);
  const settings = resolveSettings(options.settings ?? {}, methods);
  const database = await openDatabase(options.database);
  try {
    return await coreOf(options, settings, database);
  } catch (error) {
    await closeDatabase(database);
    throw error;
  }
}

async function coreOf(options: AdminOptions, settings: ResolvedSettings, database: Database): Promise<Core> {
  const location = database.dialect.systemTables.location.of(settings);
  const tables = systemTables(location);
  const catalog = await readCatalog(database);
  const service = await findServiceTables(database, catalog.tables, location);
  const problems = problemsOf(settings, location, database);
  const { models, describe, leftOut: tablesLeftOut, renamed } = await servedOf(options, { catalog, service, problems });
  const described = inZone(describeAll(models, describe, problems), settings.databaseTimeZone);
  const own = ownModels(options, settings, { database, tables, described, problems, registry: () => registry });
  await checkPresence(database, describedApart(models, describe), { catalog, problems });
  const all = withSystemTables(catalog.tables, own.tables, tables);
  const references = referencesOf(all, described, { service, describe });
  const filled = await withMadeValues(database, asStored(described, references), { references, settings });
  const registrations = [...filled.registrations, ...asStored(own.registrations, references)];
  const leftOut = new LeftOut((table) => references.describe(table), registrations);
  const ofModels = { registrations, describe, problems, references, leftOut, staffLink: own.staffLink };
  const input: RegistryInput = { ...ofModels, ...partsOf(options, settings, { database, tables }) };
  const registry: Registry = buildRegistry(input);
  const journal = journalOf(tables, all, { models: registry.models, leftOut });
  const checked = checkedNames(options, settings, { registry, journal, described, staffLink: own.staffLink, problems });
  return {
    database,
    description: options.database.description,
    tables,
    settings: { ...settings, ...checked.named },
    registry,
    journal,
    effectRules: effectRulesOf(all, registry.models),
    ...languagesOf(options, settings, { registry, input }),
    linked: own.linked(),
    notes: [...renamed, ...checked.ruleNotes, ...filled.notes],
    leftOut: [...tablesLeftOut, ...leftOut.sentences(described)],
  };
}

/** What the registry has of the database and the settings. */
function partsOf(
  options: AdminOptions,
  settings: ResolvedSettings,
  { database, tables }: Pick<Core, 'database' | 'tables'>,
): Pick<RegistryInput, 'storesAnyType' | 'failed' | 'userTable' | 'adminActions' | 'exporting'> {
  const { log, staffSource } = settings;
  const { storesAnyType } = database.dialect.capabilities;
  return { storesAnyType, failed: logFailure(log), userTable: staffSource.userTable(tables), ...actionsOf(options, settings) };
}

/** The languages of the service. The configuration was checked when its own models were built: problems are not reported again. */
function languagesOf(
  options: AdminOptions,
  settings: ResolvedSettings,
  { registry, input }: { readonly registry: Registry; readonly input: RegistryInput },
): Pick<Core, 'languages' | 'untranslated'> {
  const { languages: terms = {} } = options;
  const { language: usual, languages: offered } = settings;
  const build = (): Registry => buildRegistry({ ...input, problems: new Problems() });
  return {
    languages: new Languages({ usual, offered, terms, registry, build, linked: input.staffLink?.model }),
    untranslated: (tag) => untranslated(termsOfAdmin(options, settings, registry), terms[tag]),
  };
}

/** The actions that are declared apart from their models, and how the rows of every model are exported. */
function actionsOf({ adminActions = [] }: AdminOptions, settings: ResolvedSettings): Pick<RegistryInput, 'adminActions' | 'exporting'> {
  const exporting = { isUsual: settings.export, entryOf: (model: string) => exportCsv(model), isExport, readsRows };
  return { adminActions, exporting };
}

/** The problems of a configuration, with a schema of the service's own tables that the database does not have. */
function problemsOf({ schema }: ResolvedSettings, location: OwnLocation, { dialect }: Database): Problems {
  const problems = new Problems();
  if (schema !== undefined && location.schema === undefined)
    problems.add('E061', 'settings schema', { message: `${dialect.name} has no schemas.`, cure: 'Use `tablePrefix`.' });
  return problems;
}

const impact: Readonly<Record<ConfigPart, string>> = {
  label: 'label function failed; rows go by their key',
  rows: 'row rule failed; no row of the model is served to the user',
};

function logFailure(log: ErrorLog): Failed {
  return (model, part, error) => log.error(error, impact[part], { model: model.key });
}

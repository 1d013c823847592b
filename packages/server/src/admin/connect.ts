import { exportCsv, isExport, readsRows } from '../actions/export-csv.ts';
import type { AdminOptions } from './admin-options.ts';
import { checkRowRules } from '../authorize/check-rules.ts';
import { arrangementOf, checkAdminOptions } from './check-settings.ts';
import { type OwnLocation, type OwnTableNames, ownTableName, ownTables } from '../model/own-tables.ts';
import type { LinkedRows } from '../auth/linked-rows.ts';
import { auditModelKey } from '../audit/model.ts';
import { Languages } from '../languages/languages.ts';
import { checkTerms, type Term, termsOf, untranslated } from '../languages/terms.ts';
import { LeftOut } from '../model/build/left-out.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { Problems } from '../model/build/checks.ts';
import type { StaffLink } from '../model/staff-link.ts';
import type { ModelRegistration } from '../model/config/config.ts';
import { type TableDescription, tableId } from '../model/table.ts';
import { buildRegistry } from '../model/build/build-registry.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { ConfigPart, Failed, Registry } from '../model/registry.ts';
import { type ResolvedSettings, resolveSettings } from './settings.ts';
import type { Registration, RegistryInput } from '../model/build/registry-input.ts';
import { findServiceTables } from '../own-tables/service-tables.ts';
import { readCatalog } from '../sources/live.ts';
import { restOf, type RestParts } from '../sources/rest.ts';
import { withFilledTimes } from '../sources/filled-times.ts';
import { type MadeKeys, withMadeKeys } from '../sources/made-keys.ts';
import { checkPresence } from '../sources/presence.ts';
import type { Describe } from '../sources/source.ts';
import { describeAll, describedApart, describer, sourcesOf, withoutUnserved } from '../sources/registrations.ts';
import type { Database } from '../databases/database.ts';
import { ownModels } from './own-models.ts';
import { closeDatabase, openDatabase } from './shared-databases.ts';
import { References } from '../model/references.ts';
import type { Arrangement } from '../schema/summarize-models.ts';
import type { LanguageTag } from '../texts/catalogues.ts';
import { checkWidgets, widgetTitles } from '../widgets/widgets.ts';
import { checkHome } from '../home/check-home.ts';

/** A connected database, with the models that are served from it. */
export interface Core {
  readonly database: Database;
  /** A description of the database for users. */
  readonly description: string;
  readonly tables: OwnTableNames;
  readonly settings: ResolvedSettings;
  /** The models with the names of the configuration. */
  readonly registry: Registry;
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

/** Connects, reads the catalog, and builds the registry. Throws a `ConfigurationError` with all problems. */
export async function connect(options: AdminOptions): Promise<Core> {
  checkAdminOptions(options);
  const settings = resolveSettings(options.settings ?? {});
  const database = await openDatabase(options.database);
  try {
    return await coreOf(options, settings, database);
  } catch (error) {
    await closeDatabase(database);
    throw error;
  }
}

async function coreOf(options: AdminOptions, settings: ResolvedSettings, database: Database): Promise<Core> {
  const location = database.dialect.ownTables.location.of(settings);
  const tables = ownTables(location);
  const catalog = await readCatalog(database);
  const service = await findServiceTables(database, catalog.tables, location);
  const problems = problemsOf(settings, location, database);
  const { models, describe, leftOut: tablesLeftOut, renamed } = await servedOf(options, { catalog, service, problems });
  const described = inZone(describeAll(models, describe, problems), settings.databaseTimeZone);
  const own = ownModels(options, settings, { database, tables, described, problems, registry: () => registry });
  await checkPresence(database, describedApart(models, describe), { catalog, problems });
  const references = referencesOf(withOwnTables(catalog.tables, own.tables, tables), described, service);
  const filled = await withMadeValues(database, asStored(described, references), { references, settings });
  const registrations = [...filled.registrations, ...asStored(own.registrations, references)];
  const leftOut = new LeftOut((table) => references.describe(table), registrations);
  const input: RegistryInput = {
    registrations,
    describe,
    storesAnyType: database.dialect.capabilities.storesAnyType,
    problems,
    failed: logFailure(settings.log),
    references,
    leftOut,
    ...actionsOf(options, settings),
    userTable: ownTableName(tables.user),
    staffLink: own.staffLink,
  };
  const registry: Registry = buildRegistry(input);
  const checked = checkedNames(options, settings, { registry, described, staffLink: own.staffLink, problems });
  return {
    database,
    description: options.database.description,
    tables,
    settings: { ...settings, ...checked.arrangement },
    registry,
    ...languagesOf(options, settings, { registry, input }),
    linked: own.linked(),
    notes: [...renamed, ...checked.ruleNotes, ...filled.notes],
    leftOut: [...tablesLeftOut, ...leftOut.sentences(described)],
  };
}

/** The foreign keys of the database, with those that the sources of models declare. @param all the tables, with the service's own. */
function referencesOf(all: readonly TableDescription[], described: readonly Registration[], service: RestParts['service']): References {
  return new References(all, {
    described: described.map(({ description }) => description),
    tables: all.filter(({ table }) => !service.has(table)),
  });
}

/** The registrations with the values that the service makes because nothing else does: times of saves, and keys. */
async function withMadeValues(
  database: Database,
  registrations: readonly Registration[],
  { references, settings }: { readonly references: References; readonly settings: ResolvedSettings },
): Promise<MadeKeys> {
  const timed = settings.bookkeepingTimes ? withFilledTimes(registrations, references) : { registrations, notes: [] };
  const keyed = await withMadeKeys(database, timed.registrations, references);
  return { registrations: keyed.registrations, notes: [...timed.notes, ...keyed.notes] };
}

function termsOfAdmin({ widgets = {}, home = [] }: AdminOptions, { appGroups }: ResolvedSettings, registry: Registry): Term[] {
  return termsOf({ registry, groups: appGroups, widgets: widgetTitles(widgets), home });
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

/** The actions that are declared apart from their models, how the rows of every model are exported, and whose the users are. */
function actionsOf(
  { adminActions = [] }: AdminOptions,
  settings: ResolvedSettings,
): Pick<RegistryInput, 'adminActions' | 'exporting' | 'hasOwnStaff'> {
  const exporting = { isUsual: settings.export, entryOf: (model: string) => exportCsv(model), isExport, readsRows };
  return { adminActions, exporting, hasOwnStaff: settings.staffDirectory === undefined };
}

/** The problems of a configuration, with a schema of the service's own tables that the database does not have. */
function problemsOf({ schema }: ResolvedSettings, location: OwnLocation, { dialect }: Database): Problems {
  const problems = new Problems();
  if (schema !== undefined && location.schema === undefined)
    problems.add('E061', 'settings schema', { message: `${dialect.name} has no schemas.`, cure: 'Use `tablePrefix`.' });
  return problems;
}

/** The models that can be served, and how their tables are described. */
async function servedOf(options: AdminOptions, parts: Omit<RestParts, 'reserved'>): Promise<Served> {
  const given = options.models ?? [];
  const describe = await describer(sourcesOf(given), parts.catalog, parts.service);
  const named = sourcesOf(given).flatMap((source) => describe(source) ?? []);
  const { models: rest, leftOut, renamed } = restOf(options, named, { ...parts, reserved: reservedLabels });
  const models = [...given, ...rest];
  const known = new References(parts.catalog.tables);
  const { served, leftOut: more } = withoutUnserved(models, describe, new LeftOut((table) => known.describe(table)));
  return { models: served, describe, leftOut: [...leftOut, ...more], renamed };
}

interface Served extends Pick<Core, 'leftOut'> {
  /** One sentence for each schema whose app label is not its name. */
  readonly renamed: readonly string[];
  readonly models: readonly ModelRegistration[];
  readonly describe: Describe;
}

interface Built {
  readonly registry: Registry;
  readonly described: readonly Registration[];
  readonly staffLink: StaffLink | undefined;
  readonly problems: Problems;
}

/** Checks everything that names models of the registry: widgets, row rules, and the arrangement, which it returns with exact keys. Throws all problems. */
function checkedNames(options: AdminOptions, settings: ResolvedSettings, { registry, described, staffLink, problems }: Built): Checked {
  checkWidgets(options.widgets ?? {}, registry, problems);
  checkTerms(options.languages, termsOfAdmin(options, settings, registry), problems);
  checkHome(options.home ?? [], { registry, widgets: options.widgets ?? {} }, problems);
  const ruleNotes = checkRowRules(described, registry, { problems, hasLinks: staffLink !== undefined });
  const arrangement = arrangementOf(settings, registry, problems);
  problems.throwIfAny();
  return { arrangement, ruleNotes };
}

interface Checked {
  readonly arrangement: Arrangement;
  readonly ruleNotes: readonly string[];
}

/** The registrations with the time zone of the settings, where their configs say none. */
function inZone(registrations: readonly Registration[], timeZone: string | undefined): readonly Registration[] {
  if (timeZone === undefined) return registrations;
  return registrations.map((registration) => ({ ...registration, config: { timeZone, ...registration.config } }));
}

function asStored(registrations: readonly Registration[], references: References): Registration[] {
  return registrations.map((registration) => ({ ...registration, description: references.asStored(registration.description) }));
}

const consequences: Readonly<Record<ConfigPart, string>> = {
  label: 'label function failed; rows go by their key',
  rows: 'row rule failed; no row of the model is served to the user',
};

function logFailure(log: ErrorLog): Failed {
  return (model, part, error) => log.error(error, consequences[part], { model: model.key });
}

/** Adds the service's own tables, which do not exist before the first migration: foreign keys to them are known all the same. */
function withOwnTables(tables: readonly TableDescription[], own: readonly TableDescription[], names: OwnTableNames): TableDescription[] {
  // Sign-ins, action permissions and saved views are not counted among the rows that a delete affects.
  const uncounted = new Set([names.signIn, names.actionPermission, names.savedView].map((name) => tableId(ownTableName(name))));
  const others = tables.filter(({ table }) => !uncounted.has(tableId(table)));
  const known = new Set(others.map((table) => tableId(table.table)));
  return [...others, ...own.filter((table) => !known.has(tableId(table.table)))];
}

/** The app labels of the service's own models. */
export const reservedLabels: readonly string[] = [
  ...new Set([...Object.values(staffModelKeys), auditModelKey].map((key) => key.slice(0, key.indexOf('.')))),
];

import { sql } from 'kysely';
import { tableId } from '../model/table.ts';
import { ownTableName } from '../model/own-tables.ts';
import { Recorder } from '../audit/record.ts';
import { Accounts } from '../auth/accounts.ts';
import { lostLinks } from '../auth/lost-links.ts';
import { deriveKeys, isSealedWithAnother, type Keys, readSecrets } from '../auth/secret.ts';
import { Staff } from '../auth/staff.ts';
import { Tokens } from '../auth/tokens.ts';
import { Suggestions } from '../suggest/suggest.ts';
import type { Core } from './connect.ts';
import { Doctor } from '../doctor/doctor.ts';
import type { DoctorParts } from '../doctor/diagnose.ts';
import { describeService, readOnlyTables } from './describe.ts';
import { Home } from '../home/home.ts';
import type { HomeDashboardConfig } from '../home/home-config.ts';
import { AdminError } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import { Dashboard, type DashboardOptions } from '../http/dashboard/dashboard.ts';
import { TrustedProxies } from '../http/security/client-address.ts';
import { MountWarnings } from '../http/mount-warnings.ts';
import { Hosts } from '../http/security/hosts.ts';
import { Origins } from '../http/security/origins.ts';
import { SessionCookies } from '../http/security/session-cookies.ts';
import { authenticatorsOf } from '../http/authenticators/all.ts';
import type { Service } from '../http/service.ts';
import { minorUnitNotes } from '../model/build/minor-unit-notes.ts';
import { withheldNotes } from '../model/build/withheld-notes.ts';
import { Documents } from '../openapi/documents.ts';
import type { Database } from '../databases/database.ts';
import type { ResolvedSettings } from './settings.ts';
import { requestLog } from '../monitoring/request-log.ts';
import type { RequestObserver } from '../http/served-request.ts';
import { requestTracing } from '../monitoring/tracing.ts';
import { ReplicaReads } from '../store/replicas/replica-reads.ts';
import { Store } from '../store/store.ts';
import { HostCalls } from '../store/host-calls.ts';
import { UserLimit } from '../store/shares/user-limit.ts';
import { WritePositions } from '../store/replicas/write-positions.ts';
import { SavedViews } from '../views/saved-views.ts';
import type { Widget } from '../widgets/widget.ts';
import { type WidgetParts, Widgets } from '../widgets/widgets.ts';
import { IdempotencyStore } from '../write/idempotency.ts';
import { UniqueProbes } from '../write/probes.ts';

/** Options of a service, apart from its connected database and models. */
export interface ServiceOptions {
  /** Path that it is mounted at, with no slash at its end. */
  readonly basePath: string;
  readonly widgets: Readonly<Record<string, Widget>>;
  readonly home: readonly HomeDashboardConfig[];
  /** Is told of each request, beside the log. */
  readonly observe: RequestObserver | undefined;
}

const otherSecretNote =
  'GRIMOIRE_SECRET is not the one of the last "grimoire migrate": tokens and sessions that were signed with that one are not valid here. Give that one too, as GRIMOIRE_SECRET_OLD; or run "grimoire migrate", if they are to end.';

/** Notes for the operator who starts the service. */
export async function startNotes({ database, tables, settings, registry, notes: ofConfig }: Core): Promise<readonly string[]> {
  const notes = [...ofConfig, ...withheldNotes(registry.models), ...minorUnitNotes(registry.models), ...(await database.notes())];
  // Before the first migration there are no tables.
  if (await isSealedWithAnother(database, tables, settings.secrets).catch(() => false)) notes.push(otherSecretNote);
  if (settings.secrets || settings.staffDirectory) return notes;
  return [
    ...notes,
    'GRIMOIRE_SECRET is not set: tokens are signed with a secret in the database, and anyone who can read the database can sign in as any user. "openssl rand -base64 48" makes a secret.',
  ];
}

/** Builds the service that answers requests. The service's own tables must be up to date. */
export async function composeService(core: Core, { basePath, widgets, home, observe }: ServiceOptions): Promise<Service> {
  const { database, tables, settings, registry } = core;
  const secrets = await readSecrets(database, tables, settings.secrets);
  const { readLimit, suggestLimit, ...limits } = limitsOf(database);
  const staff = new Staff(database, tables, core.linked);
  const { store, positions } = storeOf(core, readLimit);
  const tokens = new Tokens(secrets, settings.tokenLifetimes);
  const recorder = new Recorder(database.dialect, tables.auditLog, core.linked?.staffLink);
  const proxies = new TrustedProxies(settings.trustedProxies);
  const accounts = accountsOf(core, { staff, tokens, recorder });
  const cookies = cookiesOf(settings, secrets, proxies);
  return {
    basePath,
    registry,
    languages: core.languages,
    store,
    recorder,
    ...limits,
    idempotency: new IdempotencyStore(database.dialect, tables.idempotencyKey, deriveKeys(secrets, 'idempotency')),
    uniqueProbes: new UniqueProbes(settings.log),
    positions,
    endLostLinks: core.linked && lostLinks(database.dialect, tables, core.linked),
    accounts,
    cookies,
    authenticators: authenticatorsOf(settings, { staff, tokens, registry, accounts, cookies, sessionLifetime: settings.sessionLifetime }),
    ...homeOf(core, { store, widgets, home }, { readLimit, suggestLimit }),
    documents: new Documents(describeService(settings, basePath)),
    proxies,
    mounted: new MountWarnings(settings.log, `the \`baseUrl\` of the API, ${basePath}/`),
    hosts: new Hosts(settings),
    staff,
    tokens,
    settings,
    keys: { position: deriveKeys(secrets, 'position'), etag: deriveKeys(secrets, 'etag') },
    ...monitoringOf(core, observe),
    traceRequest: await requestTracing(),
    translateError: translatorOf(core),
  };
}

/** The dashboard of an API that is mounted at a path. */
export function composeDashboard(settings: ResolvedSettings, { api, ...options }: DashboardOptions & { readonly api: string }): Dashboard {
  const {
    brand,
    cookieNames,
    maxPageSize,
    requestTimeout,
    authenticate,
    staffDirectory,
    log,
    trustedProxies,
    imageHosts,
    linkHosts,
    helpUrl,
    whatsNew,
  } = settings;
  const page = {
    api,
    csrfCookie: cookieNames.csrf,
    maxPageSize,
    requestTimeout,
    brand,
    hasHostSessions: authenticate !== undefined || staffDirectory !== undefined,
    hasSignIn: staffDirectory === undefined,
    imageHosts,
    linkHosts,
    languages: [settings.language, ...settings.languages.filter((tag) => tag !== settings.language)],
    helpUrl: helpUrl ?? null,
    whatsNew,
  };
  return new Dashboard(options, {
    settings: page,
    isReadOnly: settings.readOnly,
    log,
    proxies: () => new TrustedProxies(trustedProxies),
  });
}

type ReadLimits = Readonly<Record<'readLimit' | 'suggestLimit', UserLimit>>;

/** What runs functions of the config that only read. A form asks for suggestions again and again: they leave the user's lists their places. */
function functionsOf(
  parts: Omit<WidgetParts, 'own' | 'calls'>,
  own: ServiceOptions['widgets'],
  { readLimit, suggestLimit }: ReadLimits,
): Pick<Service, 'widgets' | 'suggestions'> {
  return {
    widgets: new Widgets({ ...parts, own, calls: new HostCalls(readLimit) }),
    suggestions: new Suggestions({ ...parts, calls: new HostCalls(suggestLimit) }),
  };
}

/** What the home page is made of: functions of the config, saved views, and the cards that show them. */
function homeOf(
  { database, tables, settings }: Core,
  { store, widgets, home }: Pick<Service, 'store'> & Pick<ServiceOptions, 'widgets' | 'home'>,
  limits: ReadLimits,
): Pick<Service, 'widgets' | 'suggestions' | 'views' | 'home'> {
  const functions = functionsOf({ store, database: readOnlyTables(database), log: settings.log }, widgets, limits);
  const views = new SavedViews({ database, tables, hasGroups: settings.staffDirectory === undefined, limit: limits.readLimit });
  return { ...functions, views, home: new Home(home, { store, widgets: functions.widgets, views }) };
}

/** The limits of each user's requests. Together they leave connections for other users; reads that share a connection have limits of their own. */
function limitsOf({ maxReads, maxWrites }: Database): Pick<Service, 'planLimit' | 'searchLimit' | 'writeLimit'> & ReadLimits {
  const reads = Math.max(2, maxReads * 0.4);
  return {
    readLimit: new UserLimit(reads, 'unavailable'),
    suggestLimit: new UserLimit(2, 'unavailable'),
    planLimit: new UserLimit(Infinity, 'unavailable'),
    // Where there are many places, one of them is left for the user's lists.
    searchLimit: new UserLimit(Math.max(2, reads - 1), 'unavailable'),
    // At least two: the second write of a user begins while the first one commits. Of three places or fewer, none can be kept free for others.
    writeLimit: new UserLimit(Math.max(2, (maxWrites - 1) / 2), 'locked', maxWrites > 3 ? { places: maxWrites } : {}),
  };
}

/** What the doctor examines of a connected database. */
export function doctorParts({ database, registry, tables, settings, linked }: Core): DoctorParts {
  const own = Object.values(tables).map((table) => ownTableName(table));
  return { database, registry, ownTables: own, sizes: settings, hasLinks: linked !== undefined };
}

/** The store, and where users have written last; that is undefined if the database has no replicas. */
function storeOf({ database, tables }: Core, limit: UserLimit): Pick<Service, 'store' | 'positions'> {
  const { dialect, replicas } = database;
  const { logPosition } = dialect.ownTables;
  if (!replicas || !logPosition) return { store: new Store(database, limit), positions: undefined };
  const positions = new WritePositions(dialect, tables.writePosition, logPosition);
  const own = new Set(Object.values(tables).map((table) => tableId(ownTableName(table))));
  const isOwn = ({ table }: Model): boolean => own.has(tableId(table));
  const reads = new ReplicaReads({ database, replicas, positions, limit, isOwn });
  return { store: new Store(database, limit, reads), positions };
}

function monitoringOf(core: Core, observe: RequestObserver | undefined): Pick<Service, 'log' | 'observe' | 'ping' | 'doctor'> {
  const { database, tables, settings } = core;
  const ping = database.dialect.words.compile(sql`SELECT 1 FROM ${sql.table(tables.migration)} LIMIT 1`);
  return {
    log: settings.log,
    observe: both(requestLog(settings.log, settings), observe),
    ping: async () => void (await database.read(ping)),
    doctor: new Doctor(doctorParts(core)),
  };
}

function both(first: RequestObserver | undefined, second: RequestObserver | undefined): RequestObserver | undefined {
  if (!first || !second) return first ?? second;
  return (served) => {
    first(served);
    second(served);
  };
}

function accountsOf({ database, tables, settings }: Core, parts: Pick<Service, 'staff' | 'tokens' | 'recorder'>): Accounts {
  return new Accounts({
    ...parts,
    database,
    tables,
    log: settings.log,
    hasProxies: settings.trustedProxies.length > 0,
    endsAlternating: settings.endSharedTokens,
    sessionLifetime: settings.sessionLifetime,
  });
}

function cookiesOf(settings: ResolvedSettings, secrets: Keys, proxies: TrustedProxies): SessionCookies {
  return new SessionCookies({
    names: settings.cookieNames,
    lifetime: settings.sessionLifetime,
    keys: { csrf: deriveKeys(secrets, 'csrf'), device: deriveKeys(secrets, 'device') },
    origins: new Origins({ trusted: settings.trustedOrigins, proxies, log: settings.log }),
  });
}

/** The names by which an error of the database names one of the service's own tables, and no table of the application. */
function namesOfOwnTables({ tables, registry }: Core): readonly string[] {
  const own = Object.values(tables).map(ownTableName);
  const ids = new Set(own.map(tableId));
  const others = new Set(registry.models.filter(({ table }) => !ids.has(tableId(table))).map(({ table }) => table.name));
  const schemas = own.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
  return [...own.map(({ name }) => name).filter((name) => !others.has(name)), ...schemas];
}

function translatorOf(core: Core): Service['translateError'] {
  const ownNames = namesOfOwnTables(core);
  return (error) => ofOwnTables(core.database.translateError(error), ownNames);
}

/** If the database role lacks a privilege on the service's own tables, that is not a 403 for the user, but a failure that is logged. */
function ofOwnTables(error: unknown, names: readonly string[]): unknown {
  if (!(error instanceof AdminError) || error.code !== 'permission_denied' || !(error.cause instanceof Error)) return error;
  const { message } = error.cause;
  // In each language of the server, such a message ends with the name of a table, of its sequence, or of its schema.
  const isOwn = names.some((name) => new RegExp(`[\\s"]${name}(?:_\\w+_seq)?\\W?$`).test(message));
  return isOwn ? new Error('The role of the database lacks a privilege on a table of the service.', { cause: error.cause }) : error;
}

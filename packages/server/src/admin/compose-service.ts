import { sql } from 'kysely';
import { Recorder } from '../audit/record.ts';
import { Accounts } from '../auth/accounts.ts';
import { Attempts } from '../auth/attempts.ts';
import { PasswordChanges } from '../auth/passwords/password-changes.ts';
import { SignInLog } from '../auth/sign-in-log.ts';
import { lostLinks } from '../auth/lost-links.ts';
import { deriveKeys, type Keys } from '../auth/secret.ts';
import { Staff } from '../auth/staff.ts';
import { Tokens } from '../auth/tokens.ts';
import type { Database } from '../databases/database.ts';
import { ChangeSets } from '../journal/change-sets.ts';
import type { Model } from '../model/model.ts';
import { systemTableName } from '../model/system-tables.ts';
import { tableId } from '../model/table.ts';
import { LateWork } from '../service/late-work.ts';
import { Previews } from '../preview/previews.ts';
import type { Service } from '../service/service.ts';
import { ReplicaReads } from '../store/replicas/replica-reads.ts';
import { LogPositions } from '../store/replicas/log-positions.ts';
import { UserLimit } from '../store/shares/user-limit.ts';
import { Store } from '../store/store.ts';
import { IdempotencyStore } from '../write/idempotency.ts';
import { UniqueProbes } from '../write/probes.ts';
import type { Core } from './connect.ts';
import { translatorOf } from './system-table-errors.ts';

/** Builds the service. Its own tables must be up to date. @param secrets what signs tokens, cursors and ETags. */
export function composeService(core: Core, secrets: Keys, { readLimit, planLimit, searchLimit, writeLimit }: Limits): Service {
  const { database, tables, settings, registry } = core;
  const staff = new Staff({ database, tables, linked: core.linked, methods: settings.staffSource.methods });
  const { store, logPositions } = storeOf(core, readLimit);
  const tokens = new Tokens(secrets, settings.tokenLifetimes);
  const recorder = new Recorder(database.dialect, tables, core.linked?.staffLink);
  const ping = database.dialect.fragments.compile(sql`SELECT 1 FROM ${sql.table(tables.migration)} LIMIT 1`);
  return {
    registry,
    languages: core.languages,
    settings,
    store,
    recorder,
    changeSets: new ChangeSets(database.dialect, core.linked?.staffLink),
    planLimit,
    searchLimit,
    writeLimit,
    idempotency: new IdempotencyStore(database.dialect, tables.idempotencyKey, deriveKeys(secrets, 'idempotency')),
    previews: new Previews({
      dialect: database.dialect,
      tables,
      journal: core.journal,
      rules: core.effectRules,
      keys: deriveKeys(secrets, 'preview'),
    }),
    uniqueProbes: new UniqueProbes(settings.log),
    logPositions,
    endLostLinks: core.linked && lostLinks(database.dialect, tables, core.linked),
    staff,
    tokens,
    ...accountsOf(core, { staff, tokens, recorder }),
    keys: { cursor: deriveKeys(secrets, 'position'), etag: deriveKeys(secrets, 'etag') },
    lateWork: new LateWork((error) => settings.log.error(error, 'late work failed', {})),
    log: settings.log,
    ping: async () => void (await database.read(ping)),
    translateError: translatorOf(core),
  };
}

/** The limits of each user's requests. */
export type Limits = Pick<Service, 'planLimit' | 'searchLimit' | 'writeLimit'> & Readonly<Record<'readLimit' | 'suggestLimit', UserLimit>>;

/** The limits of each user's requests. Together they leave connections for other users; reads that share a connection have limits of their own. */
export function limitsOf({ maxReads, maxWrites }: Database): Limits {
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

/** The store, and where users have written last; that is undefined if the database has no replicas. */
function storeOf({ database, tables, journal }: Core, limit: UserLimit): Pick<Service, 'store' | 'logPositions'> {
  const { dialect, replicas } = database;
  const { logPosition } = dialect.systemTables;
  if (!replicas || !logPosition) return { store: new Store(database, limit, { journal }), logPositions: undefined };
  const logPositions = new LogPositions(dialect, tables.writePosition, logPosition);
  const own = new Set(Object.values(tables).map((table) => tableId(systemTableName(table))));
  const isOwn = ({ table }: Model): boolean => own.has(tableId(table));
  const reads = new ReplicaReads({ database, replicas, logPositions, limit, isOwn });
  return { store: new Store(database, limit, { replicas: reads, journal }), logPositions };
}

/** How users sign in and out, and change their passwords. */
function accountsOf(
  { database, tables, settings }: Core,
  { staff, tokens, recorder }: Pick<Service, 'staff' | 'tokens' | 'recorder'>,
): Pick<Service, 'accounts' | 'passwordChanges'> {
  const { log, trustedProxies, sessionLifetime, endSharedTokens: endsAlternating } = settings;
  const signInLog = new SignInLog(database, recorder);
  const attempts = new Attempts({ database, tables, signInLog, log, hasProxies: trustedProxies.length > 0 });
  const parts = { database, tables, staff, attempts, signInLog };
  return { accounts: new Accounts({ ...parts, tokens, endsAlternating, sessionLifetime }), passwordChanges: new PasswordChanges(parts) };
}

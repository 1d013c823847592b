import type { Keys } from '../auth/secret.ts';
import type { EndLostLinks } from '../auth/lost-links.ts';
import type { Staff } from '../auth/staff.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Home } from '../home/home.ts';
import type { Doctor } from '../doctor/doctor.ts';
import type { Languages } from '../languages/languages.ts';
import type { Registry } from '../model/registry.ts';
import type { Documents } from '../openapi/documents.ts';
import type { Recorder } from '../audit/record.ts';
import type { IdempotencyStore } from '../write/idempotency.ts';
import type { UniqueProbes } from '../write/probes.ts';
import type { Suggestions } from '../suggest/suggest.ts';
import type { Store } from '../store/store.ts';
import type { UserLimit } from '../store/shares/user-limit.ts';
import type { WritePositions } from '../store/replicas/write-positions.ts';
import type { Widgets } from '../widgets/widgets.ts';
import type { SavedViews } from '../views/saved-views.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { RequestObserver, TraceRequest } from './served-request.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { TrustedProxies } from './security/client-address.ts';
import type { MountWarnings } from './mount-warnings.ts';
import type { Hosts } from './security/hosts.ts';
import type { SessionCookies } from './security/session-cookies.ts';
import type { Authenticators } from './authenticators/all.ts';

/** Everything that responses are made from; built by `composeService`. */
export interface Service {
  /** Path that the service is mounted at, with no slash at its end. */
  readonly basePath: string;
  /** The models, with their names in the language of the request. */
  readonly registry: Registry;
  readonly languages: Languages;
  readonly store: Store;
  readonly recorder: Recorder;
  /** Limits what one user's requests make the service do before they ask the database. */
  readonly planLimit: UserLimit;
  /** Limits how many models are searched for one user at a time, by all of their searches together. */
  readonly searchLimit: UserLimit;
  /** Limits how many requests of one user write at a time. */
  readonly writeLimit: UserLimit;
  readonly idempotency: IdempotencyStore;
  readonly uniqueProbes: UniqueProbes;
  /** Where users have written last; undefined if the database has no replicas. */
  readonly positions: WritePositions | undefined;
  readonly endLostLinks: EndLostLinks | undefined;
  readonly widgets: Widgets;
  readonly home: Home;
  readonly suggestions: Suggestions;
  readonly views: SavedViews;
  readonly doctor: Doctor;
  readonly documents: Documents;
  readonly proxies: TrustedProxies;
  /** Warns of requests outside of the base path. */
  readonly mounted: MountWarnings;
  readonly hosts: Hosts;
  readonly cookies: SessionCookies;
  /** The ways to authenticate. */
  readonly authenticators: Authenticators;
  readonly staff: Staff;
  readonly tokens: Tokens;
  readonly settings: ServiceSettings;
  /** The keys that sign positions and ETags. */
  readonly keys: Readonly<Record<'position' | 'etag', Keys>>;
  readonly accounts: Accounts;
  readonly log: ErrorLog;
  /** Is called with each request that was served; undefined if requests are neither logged nor counted. */
  readonly observe: RequestObserver | undefined;
  /** Reads a page of an own table; fails if the database does not answer, or has lost the table. */
  readonly ping: () => Promise<void>;
  /** Runs requests as spans; undefined if the host has not set up OpenTelemetry. */
  readonly traceRequest: TraceRequest | undefined;
  /** Turns an error of the database driver into one of the contract. */
  readonly translateError: (error: unknown) => unknown;
}

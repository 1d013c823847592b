import type { Keys } from '../auth/secret.ts';
import type { Staff, StaffUser } from '../auth/staff.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Registry } from '../model/registry.ts';
import type { Documents } from '../openapi/documents.ts';
import type { PageSizes } from '../request/parameters.ts';
import type { Arrangement } from '../schema/summarize-models.ts';
import type { Recorder } from '../audit/record.ts';
import type { IdempotencyStore } from '../write/idempotency.ts';
import type { UniqueProbes } from '../write/probes.ts';
import type { Store } from '../store/store.ts';
import type { UserLimit } from '../store/user-limit.ts';
import type { Widgets } from '../widgets/widgets.ts';
import type { Authenticate, StaffDirectory } from '../auth/host-staff.ts';
import type { ErrorLog } from '../error-log.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { CookieNames } from './security/cookies.ts';
import type { TrustedProxies } from './security/client-address.ts';
import type { Hosts, HostSettings } from './security/hosts.ts';
import type { Origins } from './security/origins.ts';

/** Settings that answers depend on. */
export interface ServiceSettings extends PageSizes, Arrangement, HostSettings {
  readonly brand: { readonly name: string; readonly accent: string };
  readonly auth: 'jwt' | 'session';
  /** Whose request it is, by the host's own session, among the service's own staff. */
  readonly authenticate: Authenticate | undefined;
  /** The host's own staff in the place of the service's. */
  readonly staffDirectory: StaffDirectory | undefined;
  readonly cookieNames: CookieNames;
  /** Seconds that a session lives after it was last seen. */
  readonly sessionLifetime: number;
  /** Other origins whose pages may ask with tokens; none by default. */
  readonly corsOrigins: readonly string[];
  /** Other origins whose pages may write with a session's cookie. */
  readonly trustedOrigins: readonly string[];
  /** Whether tokens that two clients refresh in turns are ended, and not only noted in the audit log; false by default. */
  readonly endSharedTokens: boolean;
  /** What `GET /auth/me/` tells a user of themselves: SPEC's `USER_PAYLOAD`. */
  readonly userPayload: (user: StaffUser) => unknown;
  /** Milliseconds that an exact count may take (CONTRACT §4). */
  readonly countBudget: number;
  /** Milliseconds that all statements of a request that reads may take together; then it is a 503 `timeout`. */
  readonly requestTimeout: number;
}

/** All that answering a request needs; wired together in `admin.ts`. */
export interface Service {
  /** Path that the service is mounted at, with no slash at its end. */
  readonly basePath: string;
  readonly registry: Registry;
  readonly store: Store;
  readonly recorder: Recorder;
  /** How many requests of one user write at a time. */
  readonly writeLimit: UserLimit;
  readonly outcomes: IdempotencyStore;
  readonly uniqueProbes: UniqueProbes;
  readonly widgets: Widgets;
  readonly documents: Documents;
  readonly proxies: TrustedProxies;
  readonly hosts: Hosts;
  readonly origins: Origins;
  readonly staff: Staff;
  readonly tokens: Tokens;
  readonly settings: ServiceSettings;
  /** Keys of their own for each purpose. */
  readonly keys: Readonly<Record<'position' | 'etag' | 'csrf' | 'device', Keys>>;
  readonly accounts: Accounts;
  readonly log: ErrorLog;
  /** What a database threw, as the contract knows it. */
  readonly translateError: (error: unknown) => unknown;
}

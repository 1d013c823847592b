import type { Keys } from '../auth/secret.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { PasswordChanges } from '../auth/passwords/password-changes.ts';
import type { Staff } from '../auth/staff.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { Languages } from '../languages/languages.ts';
import type { Registry } from '../model/registry.ts';
import type { Previews } from '../preview/previews.ts';
import type { UserLimit } from '../store/shares/user-limit.ts';
import type { WriteService } from '../write/transaction.ts';
import type { LateWork } from './late-work.ts';
import type { ServiceSettings } from './settings.ts';

/** What works for a user, whether a request, a run or the command line asks for it; built by `composeService`. */
export interface Service extends WriteService {
  /** The models, with their names in the language of the request. */
  readonly registry: Registry;
  readonly languages: Languages;
  readonly settings: ServiceSettings;
  readonly staff: Staff;
  readonly accounts: Accounts;
  readonly passwordChanges: PasswordChanges;
  readonly tokens: Tokens;
  /** Shows what requests would do. */
  readonly previews: Previews;
  /** The keys that sign cursors and ETags. */
  readonly keys: Readonly<Record<'cursor' | 'etag', Keys>>;
  /** Limits what one user's requests make the service do before they ask the database. */
  readonly planLimit: UserLimit;
  /** Limits how many models are searched for one user at a time, by all of their searches together. */
  readonly searchLimit: UserLimit;
  readonly lateWork: LateWork;
  readonly log: ErrorLog;
  /** Reads a page of an own table; fails if the database does not answer, or has lost the table. */
  readonly ping: () => Promise<void>;
  /** Turns an error of the database driver into one of the contract. */
  readonly translateError: (error: unknown) => unknown;
}

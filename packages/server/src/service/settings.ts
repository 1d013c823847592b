import type { Brand } from '@grimoire/protocol';
import type { StaffUser } from '../auth/staff.ts';
import type { StaffSource } from '../auth/staff-source.ts';
import type { PageSizes } from '../request/parameters.ts';
import type { Arrangement } from '../schema/summarize-models.ts';

/** Settings that answers depend on. */
export interface ServiceSettings extends PageSizes, Arrangement {
  readonly brand: Brand;
  readonly auth: 'jwt' | 'session';
  /** Where users come from. */
  readonly staffSource: StaffSource;
  /** Seconds that a session lives after its last request. */
  readonly sessionLifetime: number;
  /** Whether tokens that two clients refresh in turns are revoked, in addition to the entry in the audit log; false by default. */
  readonly endSharedTokens: boolean;
  /** The response of `GET /auth/me/` for a user. */
  readonly userPayload: (user: StaffUser) => unknown;
  /** Whether rows can only be read at present: requests that write are refused with a 503 `maintenance`. */
  readonly readOnly: () => boolean;
  /** Milliseconds that an exact count may take (CONTRACT §4). */
  readonly countBudget: number;
  /** Milliseconds that the aggregates of a list may take (CONTRACT §15). */
  readonly aggregateBudget: number;
  /** The time zone in which the days of the home page begin, such as `Europe/Berlin`; by default that of each user's browser. */
  readonly timeZone: string | undefined;
  /** Milliseconds that all statements of a request that reads may take together; after that, the response is a 503 `timeout`. */
  readonly requestTimeout: number;
}

import type { Authentication } from '../auth/authentication.ts';
import type { StaffUser } from '../auth/staff.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import type { KeyValues } from '../request/key.ts';
import type { RequestTrace } from '../write/unit-of-work.ts';
import type { RecheckRights } from '../write/transaction.ts';
import type { Incoming } from './message.ts';
import type { HttpService } from './service.ts';

/** A request that is being answered. */
export interface Exchange extends Incoming {
  readonly service: HttpService;
  /** The path that a trusted proxy has removed from the URL (`X-Forwarded-Prefix`), with no slash at its end; `url` contains it. */
  readonly prefix: string;
  /** The trace of the request, for the audit log. */
  readonly trace: () => RequestTrace;
  /** Decoded path parameters. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** An exchange with a user who is authenticated, and staff. */
export interface StaffExchange extends Exchange {
  readonly user: StaffUser;
  /** How the user has authenticated. */
  readonly authentication: Authentication;
  readonly policy: Policy;
  readonly recheckRights: RecheckRights;
}

/** An exchange about a model that the user may know of. */
export interface ModelExchange extends StaffExchange {
  readonly model: Model;
}

/** An exchange about one row. */
export interface RowExchange extends ModelExchange {
  /** The key of the path; whether such a row exists is not known yet. */
  readonly key: KeyValues;
}

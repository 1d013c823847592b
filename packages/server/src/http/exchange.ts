import type { Credentials } from '../auth/authenticate.ts';
import type { StaffUser } from '../auth/staff.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import type { Origin } from '../write/session.ts';
import type { HttpRequest } from './message.ts';
import type { Service } from './service.ts';

/** A request on its way: what it asks of, and for whom. */
export interface Exchange {
  readonly service: Service;
  readonly request: HttpRequest;
  /** The address as the client asked for it. */
  readonly url: URL;
  /** Where it comes from, for the audit log. */
  readonly origin: () => Origin;
  /** Decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** An exchange whose user is known to be staff. */
export interface StaffExchange extends Exchange {
  readonly user: StaffUser;
  /** How the user came. */
  readonly credentials: Credentials;
  readonly policy: Policy;
}

/** An exchange about a model that the user knows of. */
export interface ModelExchange extends StaffExchange {
  readonly model: Model;
}

import { challenge, type Authentication } from '../../auth/authentication.ts';
import type { StaffUser } from '../../auth/staff.ts';
import type { StatementReader } from '../../databases/statement.ts';
import { AdminError } from '../../errors/errors.ts';
import type { HttpResponse, Incoming } from '../message.ts';

/** What a request shows of its user, in one way to authenticate. */
export interface Identity {
  /** The user, if finding out who it is has read them already. */
  readonly found?: StaffUser | null;
  /** Whether browsers send these credentials by themselves, also from pages of other origins: writes then need a CSRF token. */
  readonly isAmbient: boolean;
  /** The user as this process read them last. A read may be answered for that user, if they are confirmed before the response is sent. */
  readonly remembered?: () => StaffUser | undefined;
  /** Reads the user as they are now; null if there is none. */
  read(): Promise<StaffUser | null>;
  /** The same as a transaction sees them; missing if only code of the host application knows the user's rights. */
  readonly readInTransaction?: (reader: StatementReader) => Promise<StaffUser | null>;
  /** The user, if they are active staff. Throws a 401 or 403. */
  require(user: StaffUser | null): StaffUser;
  authenticationOf(user: StaffUser): Authentication;
  /** For credentials that live longer while they are in use. */
  readonly renewal?: {
    isDue(user: StaffUser): boolean;
    /** Extends their life. @returns the response, with the cookies that this takes. */
    renew(response: HttpResponse, incoming: Incoming): Promise<HttpResponse>;
  };
}

/** One way to authenticate. To add one, see README.md of this folder. */
export interface Authenticator {
  /**
   * What the request shows of its user; null if it carries no credentials of this kind: the next authenticator is then asked.
   * Throws a 401 if the request carries such credentials, and they are not valid.
   */
  identify(incoming: Incoming): Promise<Identity | null>;
}

/** The identity of the first authenticator that finds its credentials in the request. Throws a 401 if none does. */
export async function identify(authenticators: readonly Authenticator[], incoming: Incoming): Promise<Identity> {
  for (const authenticator of authenticators) {
    const identity = await authenticator.identify(incoming);
    if (identity) return identity;
  }
  throw new AdminError('not_authenticated', challenge);
}

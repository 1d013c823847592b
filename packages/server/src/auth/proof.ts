import type { StaffUser } from './staff.ts';

/** What proves who somebody is, such as a password. */
export interface Credential {
  /** A text of at most 20 characters that changes with it. The sign-ins that it proves end when it has another one, or is gone. */
  readonly mark: string;
  /** The columns of the user's row that hold it, as they were read; none if it is kept elsewhere. */
  readonly columns: Readonly<Record<string, string>>;
}

/** What a way to sign in has found out about who somebody is. */
export interface Proof {
  /** The account that is claimed; null if there is none. */
  readonly user: StaffUser | null;
  /** What proves that the account is theirs; null if nothing does. */
  readonly credential: Credential | null;
}

/** Asks for a proof, and has no other effect. It should take the same time where there is no such account. */
export type Prove = () => Promise<Proof>;

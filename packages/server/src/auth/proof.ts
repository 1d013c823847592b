import type { StaffUser } from './staff.ts';

/** What a way to sign in has found out about who somebody is. */
export interface Proof {
  /** The account that is claimed; null if there is none. */
  readonly user: StaffUser | null;
  /** Whether it is proven that the account is theirs. */
  readonly isGiven: boolean;
}

/** One way to sign in: it asks for a proof, and has no other effect. It should take the same time where there is no such account. */
export type Prove = () => Promise<Proof>;

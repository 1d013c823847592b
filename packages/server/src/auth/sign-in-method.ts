import type { SignInWays } from '@grimoire/protocol';
import type { StaffUser } from './staff.ts';

/** A user, with the credentials that are in their row. */
export type Holder = Omit<StaffUser, 'state' | 'signIn'>;

/** One way to sign in, apart from its endpoints. */
export interface SignInMethod {
  /** Such as `password`. */
  readonly name: string;
  /** What frontends are told of it. */
  readonly ways: Partial<SignInWays>;
  /**
   * Whether a mark is that of a credential which the user still has. It is false for marks of other methods. A method whose credentials are not in
   * the row of the user knows its marks by their form, and deletes the sign-ins under a mark together with the credential.
   */
  holds(mark: string, user: Holder): boolean;
}

/** What frontends are told of all ways to sign in (CONTRACT §15). */
export function waysOf(methods: readonly SignInMethod[]): SignInWays {
  const none: SignInWays = { passwords: false, passkeys: false, reset: false, providers: [] };
  return Object.assign({}, none, ...methods.map(({ ways }) => ways), { providers: methods.flatMap(({ ways }) => ways.providers ?? []) });
}

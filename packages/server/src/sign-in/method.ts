import type { SignInMethod } from '../auth/sign-in-method.ts';
import type { Endpoint } from '../http/endpoint.ts';

/** One way to sign in, with its endpoints. */
export interface ServedMethod extends SignInMethod {
  /** Where it begins, how it is proved, and where users change what proves it. */
  readonly endpoints: readonly Endpoint[];
}

/** A service that signs users in for this one. */
export interface SignInProvider {
  readonly key: string;
  readonly label: string;
  /** The address at which signing in begins, relative to the API. */
  readonly url: string;
}

/** The ways to sign in to a service (CONTRACT §15). */
export interface SignInWays {
  readonly passwords: boolean;
  readonly passkeys: boolean;
  /** Whether a link to set a new password can be asked for. */
  readonly reset: boolean;
  readonly providers: readonly SignInProvider[];
}

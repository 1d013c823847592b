import type { Key } from './answers.ts';
import type { SignInWays } from './sign-in.ts';

/** The default payload of `GET /auth/me/`; the setting `userPayload` replaces it (CONTRACT §10). */
export interface UserPayload {
  readonly id: Key;
  readonly username: string;
  readonly name: string;
  readonly is_superuser: boolean;
  /** The names of the user's groups (CONTRACT §15). */
  readonly groups: readonly string[];
}

/** The body of `POST /auth/login/` (CONTRACT §10). */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Whether the answer sets the cookies of a session, and has no tokens. */
  readonly session?: boolean;
}

/** The answer of `POST /auth/login/` (CONTRACT §10). */
export interface LoginAnswer {
  readonly access: string;
  readonly refresh: string;
  readonly user: unknown;
}

/** The answer of `POST /auth/login/` that sets the cookies of a session (CONTRACT §10). */
export interface SessionAnswer {
  readonly user: unknown;
}

/** The answer of `POST /auth/refresh/` (CONTRACT §10). */
export interface RefreshAnswer {
  readonly access: string;
  readonly refresh: string;
}

/** The sign of a brand: a `data:` URI of a picture, or a path on the service's own origin, for a light and for a dark ground. */
export interface BrandLogo {
  readonly light: string;
  readonly dark: string;
}

/** The name of a service, its color such as `#5b4b8a`, and its sign if it has one. */
export interface Brand {
  readonly name: string;
  readonly accent: string;
  readonly logo?: BrandLogo;
}

/** The answer of `GET /config/` (CONTRACT §10). */
export interface ServiceConfig {
  readonly brand: Brand;
  readonly auth: 'jwt' | 'session';
  readonly sign_in: SignInWays;
  /** Given, and true, while nothing can be changed. */
  readonly maintenance?: true;
  /** The tag of the language of this answer (CONTRACT §15). */
  readonly language: string;
  /** The tags of the languages that `Accept-Language` may ask for. */
  readonly languages: readonly string[];
}

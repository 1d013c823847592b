import { readFileSync } from 'node:fs';
import type { Dialect } from '../support/databases.ts';

/** Where a fixture lies; `manifest.json` says what is in both. */
export const fixtureFiles = {
  sqlite: new URL('fixtures/sqlite.db.gz', import.meta.url),
  postgres: new URL('fixtures/postgres.sql.gz', import.meta.url),
  manifest: new URL('fixtures/manifest.json', import.meta.url),
} as const;

/** A user of a fixture. */
export interface FixtureUser {
  readonly username: string;
  /** Null where they have none that could be used. */
  readonly password: string | null;
  /** Status of a login with that password. */
  readonly login: number;
}

/** A sign-in by tokens that refresh one another. */
export interface FixtureFamily {
  readonly username: string;
  /** That of the last refresh token. */
  readonly generation: number;
  /** One for each generation; all of them hold. */
  readonly accessTokens: readonly string[];
  /** One for each generation: the last is unused, the one before it yields the last again, any earlier one ends the family. */
  readonly refreshTokens: readonly string[];
  /** Status of `GET /auth/me/` with any of the access tokens. */
  readonly me: number;
}

/** A sign-in by a cookie. */
export interface FixtureSession {
  readonly username: string;
  /** Value of the cookie `sessionid`. */
  readonly session: string;
  /** Value of the cookie `csrftoken` and of the header `X-CSRFToken`. */
  readonly csrf: string;
  /** Status of `GET /auth/me/` with it. */
  readonly me: number;
}

/** A request with an `Idempotency-Key`, and how it was answered. */
export interface FixtureOutcome {
  readonly name: 'create' | 'bulk update' | 'bulk operations' | 'action' | 'action file';
  readonly username: string;
  readonly key: string;
  /** Under the base URL; the method is POST. */
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  /** Of the first answer: `ETag` and `Location`, where it had them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first answer, as text. */
  readonly answer: string;
  /** What the same request is answered while the outcome is remembered; null stands for the first answer. */
  readonly replay: { readonly status: number; readonly code: string } | null;
}

/** What can be compared before and after an upgrade. */
export interface FixtureState {
  /** Rows of every own table, by its name. */
  readonly counts: Readonly<Record<string, number>>;
  /** Digests of what an upgrade must not lose, see `digests.ts`. */
  readonly digests: Readonly<Record<string, string>>;
  /** Rows of the host's tables, every value as text, by the table's name. */
  readonly host: Readonly<Record<string, readonly (readonly (string | null)[])[]>>;
}

/** What is in the fixture of one database. */
export interface FixtureContent extends FixtureState {
  readonly users: readonly FixtureUser[];
  readonly families: readonly FixtureFamily[];
  readonly sessions: readonly FixtureSession[];
  readonly outcomes: readonly FixtureOutcome[];
}

/** A column with a time that something ends by, which a test moves to its own day. */
export interface TimeColumn {
  readonly table: string;
  readonly column: string;
  readonly unit: 'seconds' | 'milliseconds';
  /** How long a row counts, in seconds; null where the row itself says when it ends. */
  readonly lasts: number | null;
}

/** What is in both fixtures, and how they were made. */
export interface Manifest {
  readonly commit: string;
  readonly madeAt: string;
  /** Names of the migrations that the databases have. */
  readonly migrations: readonly string[];
  readonly settings: {
    readonly tokenLifetimes: { readonly access: number; readonly refresh: number };
    readonly sessionLifetime: number;
  };
  readonly times: { readonly outcome: TimeColumn; readonly loginAttempt: TimeColumn; readonly signIn: TimeColumn };
  readonly databases: Readonly<Record<Dialect, FixtureContent>>;
}

/** Reads the manifest. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(fixtureFiles.manifest, 'utf8')) as Manifest;
}

/** The key of a row as it stands in an answer: a number, or a text (UUID, text, composite, or beyond ±(2^53−1)). */
export type Key = number | string;

/** A serialized row: its fields by name, and the display helpers (CONTRACT §1). */
export type Row = { readonly _label: string; readonly [field: string]: unknown };

/** The answer of `GET /r/{app}.{Model}/` (CONTRACT §4). */
export interface Page<R = Row> {
  readonly count: number;
  readonly count_exact: boolean;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly R[];
}

/** The answer of `GET /r/{app}.{Model}/autocomplete/` (CONTRACT §4). */
export interface Suggestions {
  readonly results: readonly { readonly value: Key; readonly label: string }[];
  readonly has_more: boolean;
}

/** The default payload of `GET /auth/me/`; the setting `userPayload` replaces it (CONTRACT §10). */
export interface UserPayload {
  readonly id: Key;
  readonly username: string;
  readonly name: string;
  readonly is_superuser: boolean;
}

/** The answer of `POST /auth/login/` (CONTRACT §10). */
export interface LoginAnswer {
  readonly access: string;
  readonly refresh: string;
  readonly user: unknown;
}

/** The answer of `POST /auth/refresh/` (CONTRACT §10). */
export interface RefreshAnswer {
  readonly access: string;
  readonly refresh: string;
}

/** The answer of `GET /config/` (CONTRACT §10). */
export interface ServiceConfig {
  readonly brand: { readonly name: string; readonly accent: string };
  readonly auth: 'jwt' | 'session';
}

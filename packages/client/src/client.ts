import type {
  DoctorReport,
  Found,
  LoginAnswer,
  ModelList,
  ModelSchema,
  ModelSummary,
  Home,
  ServiceConfig,
  SessionAnswer,
  WidgetList,
  WidgetSummary,
} from '@grimoire/protocol';
import { ChangeClient } from './change-client.ts';
import { type JsonFormat, plainJson } from './exact-json.ts';
import { queryOf } from './filters.ts';
import { ModelClient } from './model-client.ts';
import type { ActionsOf, CreateOf } from './model-types.ts';
import { memoryTokens, type Tokens } from './tokens.ts';
import { type CallOptions, Transport } from './transport.ts';
import { ViewClient } from './view-client.ts';

/** Names a card of the home page. */
export interface HomeCardPlace {
  readonly dashboard: string;
  readonly card: string;
  readonly timeZone?: string | undefined;
}

/** The connection of a client to its service. */
export interface ClientOptions {
  /** The address of the API: `https://shop.example.com/api/`, or `/api/` on a page of the same origin. */
  readonly baseUrl: string;
  /** Where tokens are kept; in memory by default. */
  readonly tokens?: Tokens;
  readonly fetch?: typeof fetch;
  /** Returns the CSRF token that writes of a session need; by default the cookie `csrftoken`, where there are cookies. */
  readonly csrfToken?: () => string | null;
  /**
   * The language of answers, such as `de` or `de-AT, en;q=0.5`, or a function that returns it for each request; by default what `fetch` sends,
   * which in a browser is the language of that.
   */
  readonly language?: string | (() => string | null);
  /** How bodies are read and written: `exactJson` keeps numbers that `JSON`, the default, rounds. */
  readonly json?: JsonFormat;
}

/** The credentials of a login, and its kind. */
export interface LoginOptions extends CallOptions {
  readonly username: string;
  readonly password: string;
  /** Whether to sign in with a session cookie instead of tokens. */
  readonly session?: boolean;
}

/** The parts of an OpenAPI document that a client reads. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** Rows of any model. */
type AnyRow = Readonly<Record<string, unknown>>;

/**
 * A client of one service. `Models` are the types of rows by the models' keys: `ModelsOf` of a config, or `components['schemas']` of the types
 * of an OpenAPI document; without them rows are untyped.
 * @example const client = new Client<{ 'sales.Order': { id: number; status: 'paid' | 'new' } }>({ baseUrl: '/api/' })
 */
export class Client<Models extends object = Readonly<Record<string, AnyRow>>> {
  readonly #tokens: Tokens;
  readonly #transport: Transport;

  /** Lists that staff have saved, with their filters (CONTRACT §15). */
  readonly views: ViewClient;

  /** What requests have changed, and its undo (CONTRACT §21). */
  readonly changes: ChangeClient;

  constructor(options: ClientOptions) {
    const { baseUrl, tokens = memoryTokens(), fetch: send, csrfToken = csrfCookie, language = () => null, json = plainJson } = options;
    this.#tokens = tokens;
    this.#transport = new Transport({
      baseUrl: baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`,
      // `fetch` must not be called as a method of another object: browsers require the window as `this`.
      fetch: send ?? ((input, init) => globalThis.fetch(input, init)),
      tokens,
      csrfToken,
      language: typeof language === 'string' ? () => language : language,
      json,
    });
    this.views = new ViewClient(this.#transport);
    this.changes = new ChangeClient(this.#transport);
  }

  /** The rows of a model. */
  model<K extends keyof Models & string>(key: K): ModelClient<Models[K] & object, ActionsOf<Models[K]>, CreateOf<Models, K>> {
    return new ModelClient(key, this.#transport);
  }

  /** The brand, and how users sign in. */
  config(options: CallOptions = {}): Promise<ServiceConfig> {
    return this.#transport.json({ method: 'GET', path: 'config/', ...options });
  }

  /** Signs in. @returns the current user, in the form of the service's `userPayload` */
  async login<User = unknown>({ signal, ...credentials }: LoginOptions): Promise<User> {
    this.#tokens.set(null);
    const body = credentials;
    const answer = await this.#transport.json<LoginAnswer | SessionAnswer>({
      method: 'POST',
      path: 'auth/login/',
      body,
      ...(signal === undefined ? {} : { signal }),
    });
    if ('access' in answer) this.#tokens.set({ access: answer.access, refresh: answer.refresh });
    return answer.user as User;
  }

  /** Signs out: the tokens, or the session, are no longer valid. */
  async logout(options: CallOptions = {}): Promise<void> {
    await this.#transport.json({ method: 'POST', path: 'auth/logout/', ...options });
    this.#tokens.set(null);
  }

  /** The current user; with a session, this call also sets the token that writes need. */
  me<User = unknown>(options: CallOptions = {}): Promise<User> {
    return this.#transport.json({ method: 'GET', path: 'auth/me/', ...options });
  }

  async changePassword(passwords: { readonly old: string; readonly new: string }, options: CallOptions = {}): Promise<void> {
    const body = { old_password: passwords.old, new_password: passwords.new };
    await this.#transport.json({ method: 'POST', path: 'auth/password/', body, ...options });
  }

  /** The models that the user may see. */
  async schema(options: CallOptions = {}): Promise<readonly ModelSummary[]> {
    const { models } = await this.#transport.json<ModelList>({ method: 'GET', path: 'schema/', ...options });
    return models;
  }

  /** The schema from which a frontend renders a model. */
  schemaOf(model: keyof Models & string, options: CallOptions = {}): Promise<ModelSchema> {
    return this.#transport.json({ method: 'GET', path: `schema/${encodeURIComponent(model)}/`, ...options });
  }

  /** The OpenAPI document of what the user may request (CONTRACT §14). */
  openApi(options: CallOptions = {}): Promise<OpenApiDocument> {
    return this.#transport.json({ method: 'GET', path: 'openapi.json', ...options });
  }

  /** What reads large tables from end to end, and the indexes that would end that; for superusers (CONTRACT §15). */
  doctor(options: CallOptions = {}): Promise<DoctorReport> {
    return this.#transport.json({ method: 'GET', path: 'doctor/', ...options });
  }

  /** Rows of all models that the user may view and search, by words (CONTRACT §15). */
  search(q: string, options: CallOptions = {}): Promise<Found> {
    return this.#transport.json({ method: 'GET', path: 'search/', query: queryOf({ q }), ...options });
  }

  /** The widgets that the user may request (CONTRACT §9). */
  async widgets(options: CallOptions = {}): Promise<readonly WidgetSummary[]> {
    const { widgets } = await this.#transport.json<WidgetList>({ method: 'GET', path: 'widgets/', ...options });
    return widgets;
  }

  /** The data of a widget. */
  widget<Data = unknown>(name: string, params: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<Data> {
    return this.#transport.json({ method: 'GET', path: `widgets/${encodeURIComponent(name)}/`, query: queryOf(params), ...options });
  }

  /** The dashboards of the home page that the user may see (CONTRACT §15). */
  home(options: CallOptions = {}): Promise<Home> {
    return this.#transport.json({ method: 'GET', path: 'home/', ...options });
  }

  /**
   * The data of a card of the home page.
   * @param timeZone in which days begin, such as `Europe/Berlin`; by default that of the service.
   */
  homeCard<Data = unknown>({ dashboard, card, timeZone }: HomeCardPlace, options: CallOptions = {}): Promise<Data> {
    const path = `home/${encodeURIComponent(dashboard)}/${encodeURIComponent(card)}/`;
    return this.#transport.json({ method: 'GET', path, query: queryOf(timeZone === undefined ? {} : { time_zone: timeZone }), ...options });
  }
}

function csrfCookie(): string | null {
  const { document } = globalThis as { document?: { readonly cookie: string } };
  return /(?:^|; )csrftoken=([^;]*)/.exec(document?.cookie ?? '')?.[1] ?? null;
}

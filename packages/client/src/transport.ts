import { ApiError, errorOf } from './errors.ts';
import type { JsonFormat } from './exact-json.ts';
import type { TokenPair, Tokens } from './tokens.ts';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call; its promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A request of the client. */
export interface ClientRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base URL, with its slash at the end. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives the id of the change set of a write that is done. */
  readonly onChangeSet?: (id: number) => void;
}

/** The settings of all requests. */
export interface TransportParts {
  /** The base URL, with a slash at its end. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly tokens: Tokens;
  readonly csrfToken: () => string | null;
  /** What is asked for in `Accept-Language`; null for what `fetch` sends by itself. */
  readonly language: () => string | null;
  readonly json: JsonFormat;
}

/** Sends requests; a request that is refused with 401 is sent again with refreshed tokens. */
export class Transport {
  readonly #parts: TransportParts;
  #refreshing: Promise<TokenPair> | null = null;

  constructor(parts: TransportParts) {
    this.#parts = parts;
  }

  /** @returns the answer of a successful request. Throws an {@link ApiError}. */
  async send(request: ClientRequest): Promise<Response> {
    const response = await this.#answer(request);
    const changeSet = response.headers.get('x-change-set');
    if (changeSet !== null) request.onChangeSet?.(Number(changeSet));
    return response;
  }

  async #answer(request: ClientRequest): Promise<Response> {
    const { tokens } = this.#parts;
    const used = tokens.get();
    const response = await this.#once(request, used);
    if (response.ok) return response;
    if (response.status !== 401 || used === null) throw await this.#errorOf(response);
    const fresh = await this.#next(used, await this.#errorOf(response));
    const again = await this.#once(request, fresh);
    if (again.ok) return again;
    throw await this.#errorOf(again);
  }

  /** The JSON of an answer; undefined where it has none. */
  async json<T>(request: ClientRequest): Promise<T> {
    const response = await this.send(request);
    return this.read<T>(response);
  }

  /** The JSON of an answer that was received; undefined where it has none. */
  async read<T>(response: Response): Promise<T> {
    return (response.status === 204 ? undefined : this.#parts.json.parse(await response.text())) as T;
  }

  #errorOf(response: Response): Promise<ApiError> {
    return errorOf(response, this.#parts.json);
  }

  /** The new tokens after a refusal: of several refused requests, one refreshes, and all use the new tokens. */
  async #next(used: TokenPair, refused: ApiError): Promise<TokenPair> {
    const now = this.#parts.tokens.get();
    // Another call has already refreshed the tokens.
    if (now !== null && now.access !== used.access) return now;
    this.#refreshing ??= this.#refresh(used, refused).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh({ refresh }: TokenPair, refused: ApiError): Promise<TokenPair> {
    const { tokens } = this.#parts;
    const response = await this.#once({ method: 'POST', path: 'auth/refresh/', body: { refresh } }, null);
    if (response.ok) {
      const pair = (await response.json()) as TokenPair;
      tokens.set({ access: pair.access, refresh: pair.refresh });
      return pair;
    }
    const error = await this.#errorOf(response);
    // Other errors, such as an unreachable service, do not mean that the tokens are invalid.
    if (response.status !== 401) throw error;
    tokens.set(null);
    throw refused;
  }

  async #once({ method, path, query, body, headers, signal }: ClientRequest, pair: TokenPair | null): Promise<Response> {
    const { baseUrl, fetch: send, csrfToken, json } = this.#parts;
    const language = this.#parts.language();
    const csrf = method === 'GET' || pair !== null ? null : csrfToken();
    const search = query && query.size > 0 ? `?${query.toString()}` : '';
    try {
      return await send(`${baseUrl}${path}${search}`, {
        method,
        credentials: 'include',
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(pair === null ? {} : { Authorization: `Bearer ${pair.access}` }),
          ...(csrf === null ? {} : { 'X-CSRFToken': csrf }),
          ...(language === null ? {} : { 'Accept-Language': language }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: json.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError({ kind: 'unreachable', detail: 'The service could not be reached.' }, 0, { cause: error });
    }
  }
}

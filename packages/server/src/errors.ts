import { type ErrorCode, errorCodes, type FieldErrors } from '@grimoire/protocol';

/** Options of an {@link AdminError}. */
export interface AdminErrorOptions {
  /** Text for users; by default the code's own text. */
  readonly detail?: string;
  /** Messages by parameter or field, for a 400 that names them. */
  readonly fields?: FieldErrors;
  /** Further members of the response body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Further response headers, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The underlying error; logged, never sent. */
  readonly cause?: unknown;
}

/** The reason why the service does not start, in a sentence for the operator. */
export class StartError extends Error {}

/** An expected failure: it becomes the response that CONTRACT §11 defines for its code. */
export class AdminError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly fields: FieldErrors | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: AdminErrorOptions = {}) {
    const detail = options.detail ?? errorCodes[code].detail;
    super(detail, { cause: options.cause });
    this.name = 'AdminError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.detail = detail;
    this.fields = options.fields;
    this.body = options.body;
    this.headers = options.headers ?? {};
  }
}

/** Whether the database has not confirmed a write, which may have been made. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof AdminError && error.code === 'outcome_unknown';
}

/** A 400 that names parameters; `detail` repeats the first message for clients that read only that. */
export function invalidParameters(problems: ReadonlyMap<string, readonly string[]>): AdminError {
  const [name, messages] = [...problems][0] ?? [];
  // Made from entries, because a parameter may be named `__proto__`.
  const fields = Object.fromEntries(problems);
  return new AdminError('invalid', { fields, ...(name === undefined ? {} : { detail: `${name}: ${messages?.[0]}` }) });
}

/** The 404 for everything that does not exist, is out of scope, or must not be known to this user. */
export function notFound(detail?: string): AdminError {
  return new AdminError('not_found', detail === undefined ? {} : { detail });
}

import { type ErrorCode, errorCodes, type FieldErrors } from '@grimoire/protocol';

/** What an {@link AdminError} may carry beyond its code. */
export interface AdminErrorOptions {
  /** Text for people; the code's own text when left out. */
  readonly detail?: string;
  /** Messages by parameter or field, for a 400 that names them. */
  readonly fields?: FieldErrors;
  /** More members of the answer's body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** More headers of the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong underneath; logged, never sent. */
  readonly cause?: unknown;
}

/** Why the service does not start, in a sentence for the person who starts it. */
export class StartError extends Error {}

/** An expected failure: it becomes the answer that CONTRACT §11 gives for its code. */
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

/** A 400 that names parameters; `detail` repeats the first message for clients that read only that. */
export function invalidParameters(problems: ReadonlyMap<string, readonly string[]>): AdminError {
  const [name, messages] = [...problems][0] ?? [];
  // From entries, because a parameter may be named `__proto__`.
  const fields = Object.fromEntries(problems);
  return new AdminError('invalid', { fields, ...(name === undefined ? {} : { detail: `${name}: ${messages?.[0]}` }) });
}

/** The 404 of everything that is missing, out of scope or not for this user to know of. */
export function notFound(detail?: string): AdminError {
  return new AdminError('not_found', detail === undefined ? {} : { detail });
}

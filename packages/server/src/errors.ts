import { type ErrorCode, errorCodes, type FieldErrors } from '@grimoire/protocol';
import { Message, type Said, say, usual, writtenIn } from './texts/message.ts';

/** Messages by parameter or field. */
export type SaidFields = Readonly<Record<string, readonly Said[]>>;

/** Options of an {@link AdminError}. */
export interface AdminErrorOptions {
  /** Text for users; by default the code's own text, in the language of the request. */
  readonly detail?: Said;
  /** Messages by parameter or field, for a 400 that names them. */
  readonly fields?: SaidFields;
  /** Further members of the response body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Seconds until it makes sense to ask again, for `Retry-After`; by default those of the code, if it has any. */
  readonly retryAfter?: number;
  /** Further response headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The underlying error; logged, never sent. */
  readonly cause?: unknown;
}

/** Seconds until it makes sense to ask again, where an error does not say it: each 503 has some, but one whose request may be done already. */
const retryAfterOf: Partial<Record<ErrorCode, number>> = { timeout: 5, unavailable: 5, shutting_down: 5, maintenance: 60 };

/** The reason why the service does not start, in a sentence for the operator. */
export class StartError extends Error {}

/** An expected failure: it becomes the response that CONTRACT §11 defines for its code. */
export class AdminError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** In English, or as the host application has said it. */
  readonly detail: string;
  readonly fields: FieldErrors | undefined;
  /** The same before they are written in the language of a request. */
  readonly said: Pick<AdminErrorOptions, 'body'> & { readonly detail: Said; readonly fields: SaidFields | undefined };
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: AdminErrorOptions = {}) {
    const said = options.detail ?? new Message(`code_${code}`, {});
    super(String(said), { cause: options.cause });
    this.name = 'AdminError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.detail = this.message;
    this.fields = options.fields && inEnglish(options.fields);
    this.said = { detail: said, fields: options.fields, ...(options.body ? { body: options.body } : {}) };
    this.body = options.body && writtenIn(options.body, usual);
    const seconds = options.retryAfter ?? retryAfterOf[code];
    this.headers = { ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }), ...options.headers };
  }
}

function inEnglish(fields: SaidFields): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, messages.map(String)]));
}

/** Whether the database has not confirmed a write, which may have been made. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof AdminError && error.code === 'outcome_unknown';
}

/** A 400 that names parameters; `detail` repeats the first message for clients that read only that. */
export function invalidParameters(problems: ReadonlyMap<string, readonly Said[]>): AdminError {
  const [name, [message = ''] = []] = [...problems][0] ?? [];
  // Made from entries, because a parameter may be named `__proto__`.
  const fields = Object.fromEntries(problems);
  return new AdminError('invalid', { fields, ...(name === undefined ? {} : { detail: say('ofField', { name, message }) }) });
}

/** The 404 for everything that does not exist, is out of scope, or must not be known to this user. */
export function notFound(detail?: Said): AdminError {
  return new AdminError('not_found', detail === undefined ? {} : { detail });
}

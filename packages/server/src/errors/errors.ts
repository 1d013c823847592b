import { type ErrorCode, errorCodes, type FieldErrors } from '@grimoire/protocol';
import { Message, type Said, say, usual, writtenIn } from '../texts/message.ts';

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
    const message = options.detail ?? new Message(`code_${code}`, {});
    super(String(message), { cause: options.cause });
    this.name = 'AdminError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.detail = this.message;
    this.fields = options.fields && inEnglish(options.fields);
    this.said = { detail: message, fields: options.fields, ...(options.body ? { body: options.body } : {}) };
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

/** The most problems that one answer names. */
export const maxProblems = 100;

/** The longest name of a parameter or a field: no longer one is any. */
export const maxNameLength = 400;

/**
 * What is wrong with a request, by parameter or field. Only here are the problems of an answer gathered: a request may have a million, and an
 * answer names a hundred.
 */
export class RequestProblems {
  readonly #messages = new Map<string, Said[]>();
  readonly #most: number;
  #count = 0;

  /** @param most how many problems it names, at the most those of an answer. */
  constructor(most: number = maxProblems) {
    this.#most = Math.min(most, maxProblems);
  }

  /** How many problems it names. */
  get count(): number {
    return this.#count;
  }

  get isEmpty(): boolean {
    return this.#messages.size === 0;
  }

  /** Whether no further problem is named: nothing more need be read. */
  get isFull(): boolean {
    return this.#count >= this.#most;
  }

  has(name: string): boolean {
    return this.#messages.has(name);
  }

  /** Adds messages about a parameter or a field; none if the answer is full. */
  add(name: string, ...messages: readonly Said[]): void {
    const named = messages.slice(0, this.#most - this.#count);
    if (named.length === 0) return;
    this.#count += named.length;
    const key = name.slice(0, maxNameLength);
    const existing = this.#messages.get(key);
    if (existing) existing.push(...named);
    else this.#messages.set(key, named);
  }

  /** Adds those of several names. */
  addAll(fields: SaidFields): void {
    for (const [name, messages] of Object.entries(fields)) this.add(name, ...messages);
  }

  asFields(): SaidFields {
    // Made from entries, because a parameter may be named `__proto__`.
    return Object.fromEntries(this.#messages);
  }

  /** The 400 that names them; `detail` repeats the first message for clients that read only that. */
  asError(): AdminError {
    const [first] = this.#messages;
    return new AdminError('invalid', { fields: this.asFields(), ...(first ? { detail: this.about(...first) } : {}) });
  }

  /** Throws {@link asError} if there are problems. */
  throwIfAny(): void {
    if (!this.isEmpty) throw this.asError();
  }

  /** The first message with the name that it is about. */
  protected about(name: string, [message = '']: readonly Said[]): Said {
    return say('ofField', { name, message });
  }
}

/** What is wrong with the operations of a request, by their numbers (CONTRACT §6). An answer names as many problems as of other requests. */
export class OperationProblems {
  readonly #operations: Record<number, SaidFields> = {};
  #count = 0;
  #detail: Said | undefined;

  /** Whether no further problem is named: the other operations need not be read. */
  get isFull(): boolean {
    return this.#count >= maxProblems;
  }

  /** @param detail the text for clients that read only the first problem. */
  add(index: number, fields: SaidFields, detail: Said): void {
    if (this.isFull) return;
    const problems = new RequestProblems(maxProblems - this.#count);
    problems.addAll(fields);
    this.#operations[index] = problems.asFields();
    this.#count += Math.max(1, problems.count);
    this.#detail ??= detail;
  }

  /** Throws a 400 if there are problems. */
  throwIfAny(): void {
    if (this.#detail !== undefined) throw new AdminError('invalid', { detail: this.#detail, body: { operations: this.#operations } });
  }
}

/** A 400 about one parameter. */
export function invalidParameter(name: string, ...messages: readonly Said[]): AdminError {
  const problems = new RequestProblems();
  problems.add(name, ...messages);
  return problems.asError();
}

/** The 404 for everything that does not exist, is out of scope, or must not be known to this user. */
export function notFound(detail?: Said): AdminError {
  return new AdminError('not_found', detail === undefined ? {} : { detail });
}

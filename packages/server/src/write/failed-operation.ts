import { AdminError } from '../errors.ts';

/** One of several operations has failed; the response names it (CONTRACT §6). */
export class FailedOperation extends Error {
  readonly index: number;

  constructor(index: number, cause: unknown) {
    super(`Operation ${index} failed.`, { cause });
    this.name = 'FailedOperation';
    this.index = index;
  }

  /** The error with the number of the operation: its fields under that number, otherwise the number in its text. */
  named(cause: unknown): unknown {
    if (!(cause instanceof AdminError)) return cause;
    const { code, headers } = cause;
    const detail = `Operation ${this.index}: ${cause.detail}`;
    if (cause.fields || code === 'invalid') {
      const fields = cause.fields ?? { non_field_errors: [cause.detail] };
      return new AdminError('invalid', { cause, detail, body: { operations: { [this.index]: fields } } });
    }
    return new AdminError(code, { cause, detail, headers, ...(cause.body ? { body: cause.body } : {}) });
  }
}

import { AdminError } from '../errors.ts';
import { say } from '../texts/message.ts';

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
    const { said } = cause;
    const detail = say('ofOperation', { index: this.index, message: said.detail });
    if (said.fields || code === 'invalid') {
      const fields = said.fields ?? { non_field_errors: [said.detail] };
      return new AdminError('invalid', { cause, detail, body: { operations: { [this.index]: fields } } });
    }
    return new AdminError(code, { cause, detail, headers, ...(said.body ? { body: said.body } : {}) });
  }
}

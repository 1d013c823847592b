import { AdminError, type SaidFields } from '../errors/errors.ts';
import { say } from '../texts/message.ts';

/** The problems that an error names by field. */
export function fieldsOf({ said }: AdminError): SaidFields {
  return said.fields ?? { non_field_errors: [said.detail] };
}

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
      return new AdminError('invalid', { cause, detail, body: { operations: { [this.index]: fieldsOf(cause) } } });
    }
    return new AdminError(code, { cause, detail, headers, ...(said.body ? { body: said.body } : {}) });
  }
}

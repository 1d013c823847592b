import { AdminError, RequestProblems } from '../errors/errors.ts';
import { Message, type Said, say } from '../texts/message.ts';

/** The key of messages that belong to no single field (CONTRACT §11). */
export const nonField = 'non_field_errors';

/** The problems of a row by field, collected so that all are reported at once (CONTRACT §5). */
export class FieldProblems extends RequestProblems {
  /** The 400 that names every field. @param row the key of the row, if the request is about several rows. */
  override asError(row?: string): AdminError {
    const fields = this.asFields();
    const [[name, [message = '']] = [nonField, [new Message('code_invalid', {})]]] = Object.entries(fields);
    const about: Said = name === nonField ? message : say('ofField', { name, message });
    return new AdminError('invalid', { fields, detail: row === undefined ? about : say('ofRow', { row, message: about }) });
  }

  /** Throws {@link asError} if there are problems. */
  override throwIfAny(row?: string): void {
    if (!this.isEmpty) throw this.asError(row);
  }
}

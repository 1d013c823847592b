import { AdminError } from '../errors.ts';
import { Message, type Said, say } from '../texts/message.ts';

/** The key of messages that belong to no single field (CONTRACT §11). */
export const nonField = 'non_field_errors';

/** The problems of a row by field, collected so that all are reported at once (CONTRACT §5). */
export class FieldProblems {
  readonly #messages = new Map<string, Said[]>();

  get isEmpty(): boolean {
    return this.#messages.size === 0;
  }

  has(field: string): boolean {
    return this.#messages.has(field);
  }

  add(field: string, message: Said): void {
    this.#messages.set(field, [...(this.#messages.get(field) ?? []), message]);
  }

  /** The 400 that names every field. @param row the key of the row, if the request is about several rows. */
  asError(row?: string): AdminError {
    const [[field, messages] = [nonField, [new Message('code_invalid', {})]]] = this.#messages;
    const [message = ''] = messages;
    const about = field === nonField ? message : say('ofField', { name: field, message });
    return new AdminError('invalid', {
      fields: Object.fromEntries(this.#messages),
      detail: row === undefined ? about : say('ofRow', { row, message: about }),
    });
  }

  /** Throws {@link asError} if there are problems. */
  throwIfAny(row?: string): void {
    if (!this.isEmpty) throw this.asError(row);
  }
}

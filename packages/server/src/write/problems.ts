import { AdminError } from '../errors.ts';

/** The key of messages that belong to no single field (CONTRACT §11). */
export const nonField = 'non_field_errors';

/** The problems of a row by field, collected so that all are reported at once (CONTRACT §5). */
export class FieldProblems {
  readonly #messages = new Map<string, string[]>();

  get isEmpty(): boolean {
    return this.#messages.size === 0;
  }

  has(field: string): boolean {
    return this.#messages.has(field);
  }

  add(field: string, message: string): void {
    this.#messages.set(field, [...(this.#messages.get(field) ?? []), message]);
  }

  /** The 400 that names every field. @param row the key of the row, if the request is about several rows. */
  asError(row?: string): AdminError {
    const [[field, messages] = [nonField, ['Invalid input.']]] = this.#messages;
    const about = field === nonField ? `${messages[0]}` : `${field}: ${messages[0]}`;
    return new AdminError('invalid', {
      fields: Object.fromEntries(this.#messages),
      detail: row === undefined ? about : `Row ${row}: ${about}`,
    });
  }

  /** Throws {@link asError} if there are problems. */
  throwIfAny(row?: string): void {
    if (!this.isEmpty) throw this.asError(row);
  }
}

import { together } from '../databases/statement-queue.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { type Field, isIndirect } from '../model/field.ts';
import { fieldsWithoutLarge, type Model } from '../model/model.ts';
import type { RowInput } from './read-input.ts';
import { treatsRowsAlike } from './same-change.ts';
import type { WriteSession } from './session.ts';

// A change is plain if it changes only the columns that the statement names, and if no code of the config reads the row.

/** The fields of a bulk change. */
export interface PlainFields {
  /** Those that are read: of the key, of the label, and those that are written. */
  readonly read: readonly Field[];
  /** Those of the request, and those that the service fills. */
  readonly written: readonly Field[];
}

/** Models of which a change was not plain, because of their tables (`Catalog.plainUpdatesStatement`): their rows are read whole until the process ends. */
const withoutPlainUpdates = new WeakSet<Model>();

/** The fields of a bulk change, if it is plain; null if code of the config may read other fields, or if it is known that the table may change others. */
export function plainFieldsOf(model: Model, input: RowInput): PlainFields | null {
  const { label, hooks } = model;
  if (withoutPlainUpdates.has(model) || hooks.afterSave || label.kind === 'computed' || !treatsRowsAlike(model, input)) return null;
  const ofLabel = new Set(label.kind === 'fields' ? label.candidates.flat() : []);
  const isWritten = (field: Field): boolean => field.fill !== undefined || Object.hasOwn(input, field.name);
  const written = model.fields.filter(isWritten);
  // The value of such a field is read from the row that has the column: perhaps one of these rows.
  const readsWritten = model.fields.some((field) => isIndirect(field) && written.some(({ column }) => column === field.relation?.column));
  if (readsWritten) return null;
  return {
    read: fieldsWithoutLarge(model).filter((field) => field.primaryKey || ofLabel.has(field) || isWritten(field)),
    written,
  };
}

/**
 * Reads rows of a plain change, and asks in the same round trip whether the table changes anything else by itself.
 * @returns null if it may: then the job has read too few fields, and the model is remembered.
 */
export async function readIfPlain(
  { writes }: WriteSession,
  { model, written }: { readonly model: Model; readonly written: readonly Field[] },
  read: () => Promise<readonly StoredRow[]>,
): Promise<readonly StoredRow[] | null> {
  const [isPlain, rows] = await together(writes.hasPlainUpdates(model, written), read());
  if (isPlain) return rows;
  withoutPlainUpdates.add(model);
  return null;
}

import { together } from '../databases/statement-queue.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Field } from '../model/field.ts';
import { fieldsWithoutLarge, type Model } from '../model/model.ts';
import type { RowInput } from './read-input.ts';
import { treatsRowsAlike } from './same-change.ts';
import type { WriteSession } from './session.ts';

// A change is plain if it changes only the columns that the statement names, and if no code of the config reads the row.

/** Models whose tables may change other columns by themselves (`Catalog.plainUpdatesStatement`). Their rows are read whole until the process ends. */
const withoutPlainUpdates = new WeakSet<Model>();

/**
 * The fields that a bulk change reads if it is plain: those of the key and of the label, those of the request, and those that the service fills. Null
 * if code of the config may read other fields, or if the table is known to change others by itself.
 */
export function fieldsOfPlainChange(model: Model, input: RowInput): readonly Field[] | null {
  const { label, hooks } = model;
  if (withoutPlainUpdates.has(model) || hooks.afterSave || label.kind === 'computed' || !treatsRowsAlike(model, input)) return null;
  const ofLabel = new Set(label.kind === 'fields' ? label.candidates.flat() : []);
  const isRead = (field: Field): boolean =>
    field.primaryKey || field.fill !== undefined || ofLabel.has(field) || Object.hasOwn(input, field.name);
  return fieldsWithoutLarge(model).filter(isRead);
}

/**
 * Reads rows of a plain change, and asks in the same round trip whether the table changes other columns by itself.
 * @returns null if it does: then the job has read too few fields, and the model is remembered.
 */
export async function readIfPlain(
  { writes }: WriteSession,
  model: Model,
  read: () => Promise<readonly StoredRow[]>,
): Promise<readonly StoredRow[] | null> {
  const [isPlain, rows] = await together(writes.hasPlainUpdates(model), read());
  if (isPlain) return rows;
  withoutPlainUpdates.add(model);
  return null;
}

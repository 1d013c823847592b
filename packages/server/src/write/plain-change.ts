import { together } from '../databases/statement-queue.ts';
import type { Field } from '../model/field.ts';
import { fieldsWithoutLarge, type Model } from '../model/model.ts';
import type { RowInput } from './read-input.ts';
import { hasEqualChecks } from './same-change.ts';
import type { WriteSession } from './session.ts';

/** Models whose tables have triggers or generated columns: once this is known, their rows are read whole until the process ends. */
const withoutPlainUpdates = new WeakSet<Model>();

/**
 * The fields that a bulk change reads if it is plain: those of the key and of the label, and those that it may change. Null if code of the
 * config may read other fields, or if the table is known to change others by itself.
 */
export function fieldsOfPlainChange(model: Model, input: RowInput): readonly Field[] | null {
  const { label, hooks } = model;
  if (withoutPlainUpdates.has(model) || hooks.afterSave || label.kind === 'computed' || !hasEqualChecks(model, input)) return null;
  const ofLabel = new Set(label.kind === 'fields' ? label.candidates.flat() : []);
  const isRead = (field: Field): boolean =>
    field.primaryKey || field.fill !== undefined || ofLabel.has(field) || Object.hasOwn(input, field.name);
  return fieldsWithoutLarge(model).filter(isRead);
}

/** Runs a job that reads rows of a plain change. @returns null if the table changes other columns by itself: the job read too little then. */
export async function ifPlain<T>({ writes }: WriteSession, model: Model, job: () => Promise<T>): Promise<T | null> {
  const [isPlain, result] = await together(writes.hasPlainUpdates(model), job());
  if (isPlain) return result;
  withoutPlainUpdates.add(model);
  return null;
}

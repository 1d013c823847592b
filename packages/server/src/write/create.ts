import { authorizeWrite } from '../authorize/authorize-write.ts';
import { requireRight } from '../authorize/authorize.ts';
import { AdminError } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { KeyValues } from '../request/key.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import type { RowInput } from './read-input.ts';
import type { OneRow } from '../store/reads.ts';
import { rowForWriter, readBack } from './read-back.ts';
import { recordGone } from './rows-now.ts';
import { assignmentsOf, finishRow, prepareNewRow, saveLinks } from './save.ts';
import { requireReason } from './reason.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { say } from '../texts/message.ts';

/** A row that has been created. */
export interface CreatedRow {
  readonly key: KeyValues;
  /** Null if the database has taken the row out of its table. */
  readonly answer: OneRow | null;
}

/**
 * Creates a row. Throws a 400 that names every bad field, 403 or 404 for a missing right.
 * @returns its key, and the row as the current user may see it.
 */
export async function createRow(unit: UnitOfWork, model: Model, input: RowInput): Promise<CreatedRow> {
  const { policy, writes } = unit;
  // Before the hooks run; `authorizeWrite` requires it again for the statement.
  requireRight(policy, model, 'add');
  requireReason(unit, model, 'create');
  const row = await prepareNewRow(unit, model, input, { isStrict: false, namesRow: false });
  const values = assignmentsOf(unit, { ...row, isNew: true });
  const about = { model, fields: values.map(({ field }) => field) };
  const inserted = await withConstraintErrors(about, () => writes.insert(authorizeWrite({ kind: 'insert', model, values }, policy)));
  if (!inserted) throw new AdminError('invalid', { detail: say('rowNotTaken') });
  const key = model.primaryKey.map((field, index) => field.type.parse(String(inserted[index]), field));
  unit.recordCreated(model, keyTextOf(model, key));
  await saveLinks(unit, row, key);
  const saved = await readBack(unit, model, key, 'add');
  if (!saved) {
    await recordGone(unit, [{ ...row, key }], { action: 'create', namesRow: false });
    return { key, answer: null };
  }
  await finishRow(unit, row, saved.after, 'create');
  return { key, answer: unit.hooksOf(model).afterSave ? await rowForWriter(unit, model, key) : saved.answer };
}

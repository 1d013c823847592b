import type { StoredRow } from '../model/config/hooks.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { yieldEvery } from '../event-loop.ts';
import { FieldProblems } from './problems.ts';
import { readInput, type RowInput } from './read-input.ts';
import { keyOfRow } from './row.ts';
import { type PendingRow, prepareRow, type SaveOptions } from './save.ts';
import type { WriteSession } from './session.ts';

/** Locked rows that get the same input. */
interface SameInput {
  readonly model: Model;
  readonly rows: readonly StoredRow[];
  readonly input: RowInput;
}

/**
 * The rows that the input changes, checked. Rows without a change are left out. Where the checks depend on nothing but the values of the
 * input, they are made once for all rows in which it changes the same fields; these rows share their change.
 */
export async function prepareRows(session: WriteSession, { model, rows, input }: SameInput, options: SaveOptions): Promise<PendingRow[]> {
  const pending: PendingRow[] = [];
  const isRepeated = hasEqualChecks(model, input);
  const checked = new Map<string, PendingRow>();
  for (const [index, before] of rows.entries()) {
    const changed = isRepeated ? fieldsChanged(session, { model, before, input }, options) : null;
    const known = changed === null ? undefined : checked.get(changed);
    const prepared = known
      ? { ...known, key: keyOfRow(model, before), before }
      : await prepareRow(session, { model, before }, input, options);
    if (prepared) pending.push(prepared);
    if (prepared && changed !== null) checked.set(changed, prepared);
    await yieldEvery(index);
  }
  return pending;
}

/** Whether neither code of the config nor another value of the row takes part in the checks, or in what is written. */
export function hasEqualChecks(model: Model, input: RowInput): boolean {
  const { hooks, validate, isGuarded, plainReferences, uniqueTogether, fields } = model;
  if (hooks.beforeSave || validate || isGuarded) return false;
  // Functions of the source may give each row a value of its own.
  if (fields.some(({ source }) => source.makeUpdate || source.toDriver)) return false;
  const named = fields.filter(({ name }) => Object.hasOwn(input, name));
  const isReference = ({ column }: Field): boolean => plainReferences.some(({ columns }) => columns.includes(column));
  const isUnique = (field: Field): boolean => field.unique || uniqueTogether.some((set) => set.includes(field));
  return !named.some((field) => field.link || isUnique(field) || isReference(field));
}

/** The names of the fields that the input changes, as one text; null if it has a problem. */
function fieldsChanged(
  { policy }: WriteSession,
  { model, before, input }: Omit<SameInput, 'rows'> & { readonly before: StoredRow },
  { isStrict }: SaveOptions,
): string | null {
  const problems = new FieldProblems();
  const { values } = readInput(input, { model, policy, before, isStrict, seenLinks: new Map(), problems });
  return problems.isEmpty ? JSON.stringify(Array.from(values.keys(), ({ name }) => name)) : null;
}

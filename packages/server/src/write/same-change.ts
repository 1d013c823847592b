import type { StoredRow } from '../model/config/hooks.ts';
import type { Field } from '../model/field.ts';
import { exactText } from '../model/exact-text.ts';
import type { Model } from '../model/model.ts';
import { yieldEvery } from '../process/event-loop.ts';
import { FieldProblems } from './problems.ts';
import { readInput, type RowInput } from './read-input.ts';
import { RelativeChange } from './relative-change.ts';
import { keyOfRow } from './row.ts';
import { type PendingChange, prepareChange, type SaveOptions } from './save.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Locked rows that get the same input. */
interface SameInput {
  readonly model: Model;
  readonly rows: readonly StoredRow[];
  readonly input: RowInput;
}

/** Values that are longer than this, as JSON, are not remembered: a second copy of long texts would be held. */
const maxRemembered = 1000;

/**
 * The rows that the input changes, checked. Rows without a change are left out. Where all rows are treated alike, the checks are made once for all rows in
 * which the input changes the same fields; these rows share their change.
 */
export function prepareRows(unit: UnitOfWork, same: SameInput, options: SaveOptions): Promise<PendingChange[]> {
  return treatsRowsAlike(same.model, same.input) ? prepareAlike(unit, same, options) : prepareEach(unit, same, options);
}

async function prepareEach(unit: UnitOfWork, { model, rows, input }: SameInput, options: SaveOptions): Promise<PendingChange[]> {
  const pending: PendingChange[] = [];
  for (const [index, before] of rows.entries()) {
    const prepared = await prepareChange(unit, { model, before }, input, options);
    if (prepared) pending.push(prepared);
    await yieldEvery(index);
  }
  return pending;
}

async function prepareAlike(unit: UnitOfWork, { model, rows, input }: SameInput, options: SaveOptions): Promise<PendingChange[]> {
  const pending: PendingChange[] = [];
  const names = Object.keys(input);
  const isRelative = Object.values(input).some((value) => value instanceof RelativeChange);
  /** Of rows with the same values in the fields of the input, the first one as it was prepared; null if the input changes none of these fields. */
  const byValues = new Map<string, PendingChange | null>();
  /** The first of the rows in which the input changes the same fields: all of them get the same values, unless a change is relative. */
  const byChange = new Map<string, PendingChange>();
  const prepareFirst = async (before: StoredRow, values: string | undefined): Promise<PendingChange | null> => {
    const changed = fieldsChanged(unit, { model, before, input }, options);
    const earlier = changed === null || isRelative ? undefined : byChange.get(changed);
    const first = earlier ?? (await prepareChange(unit, { model, before }, input, options));
    if (first && changed !== null) byChange.set(changed, first);
    if (values !== undefined && values.length <= maxRemembered) byValues.set(values, first);
    return first;
  };
  for (const [index, before] of rows.entries()) {
    const values = exactText(names.map((name) => before[name]));
    const earlier = values === undefined ? undefined : byValues.get(values);
    const first = earlier === undefined ? await prepareFirst(before, values) : earlier;
    if (first) pending.push({ ...first, key: keyOfRow(model, before), before });
    await yieldEvery(index);
  }
  return pending;
}

/**
 * Whether the checks and the written values depend on nothing but the input and the stored values of its fields: not on code of the config, on other fields
 * of the row or on other rows.
 */
export function treatsRowsAlike(model: Model, input: RowInput): boolean {
  const { hooks, validate, guard, plainReferences, uniqueTogether, fields, unseen } = model;
  if (hooks.has('beforeSave') || validate || guard) return false;
  // Functions of the source may give each row a value of its own.
  if ([...fields, ...unseen].some(({ source }) => source.makeUpdate || source.toDriver)) return false;
  const named = fields.filter(({ name }) => Object.hasOwn(input, name));
  const isReference = ({ column }: Field): boolean => plainReferences.some(({ columns }) => columns.includes(column));
  const isUnique = (field: Field): boolean => field.unique || uniqueTogether.some((set) => set.includes(field));
  return !named.some((field) => field.link || isUnique(field) || isReference(field));
}

/** The names of the fields that the input changes, as one text; null if it has a problem. */
function fieldsChanged(
  { policy }: UnitOfWork,
  { model, before, input }: Omit<SameInput, 'rows'> & { readonly before: StoredRow },
  { isStrict }: SaveOptions,
): string | null {
  const problems = new FieldProblems();
  const { values } = readInput(input, { model, policy, before, isStrict, seenLinks: new Map(), problems });
  return problems.isEmpty ? JSON.stringify(Array.from(values.keys(), ({ name }) => name)) : null;
}

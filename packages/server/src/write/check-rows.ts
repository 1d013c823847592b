import { authorizeWrite } from '../authorize/authorize-write.ts';
import { type Policy, trashCondition } from '../authorize/policy.ts';
import type { Field } from '../model/field.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import { canonical, missingTarget, parseInput } from '../model/input.ts';
import type { Model } from '../model/model.ts';
import { allOf, type Condition, equals } from '../plan/condition.ts';
import { keyIs, keysAre } from '../plan/keys.ts';
import { Parameter, plain } from '../plan/parameter.ts';
import type { ExistenceCheck } from '../plan/write.ts';
import { tableId, type TableName } from '../model/table.ts';
import type { KeyValues } from '../request/key.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import { type FieldProblems, nonField } from './problems.ts';
import { missingTargets } from './read-input.ts';
import type { RowChange } from './row.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { ownPath } from '../model/path.ts';
import { type Message, say } from '../texts/message.ts';

/** A row that is to be saved, and the problems found in it. */
export interface CheckedRow {
  readonly model: Model;
  /** Null for a new row. */
  readonly key: KeyValues | null;
  readonly before: StoredRow | null;
  /** The row as it will be after the save. */
  readonly merged: StoredRow;
  readonly change: RowChange;
  readonly problems: FieldProblems;
}

/** A check to the database, and the message if the answer is not the wanted one. */
interface Check {
  readonly check: ExistenceCheck;
  readonly wanted: boolean;
  readonly field: string;
  readonly message: Message;
  /** The row that is known to exist once the answer is the wanted one. */
  readonly verified?: string;
}

/** Checks a change against other rows in the database: what it references must exist, unique values must stay unique (CONTRACT §5). */
export async function checkRow(unit: UnitOfWork, row: CheckedRow): Promise<void> {
  requireParents(unit, row);
  const { policy } = unit;
  const checks = [...references(unit, row), ...linkChecks(policy, row), ...plainReferences(policy, row), ...uniques(policy, row)].filter(
    ({ verified }) => verified === undefined || !unit.verified.has(verified),
  );
  if (checks.length === 0) return;
  const plan = {
    kind: 'checks',
    model: row.model,
    right: row.key ? 'change' : 'add',
    checks: checks.map(({ check }) => check),
  } as const;
  const about = { model: row.model, fields: [...row.change.values.keys()] };
  const answers = await withConstraintErrors(about, () => unit.writes.existing(authorizeWrite(plan, policy)));
  for (const [index, check] of checks.entries()) {
    if (answers[index] !== check.wanted) {
      row.problems.add(check.field, check.message);
      if (!check.wanted) unit.uniqueTaken(row.model);
    } else if (check.verified !== undefined) unit.verified.add(check.verified);
  }
}

/** A child may only reference a parent that the user may change, or that this request has created. */
function requireParents(unit: UnitOfWork, { model, change, problems }: CheckedRow): void {
  for (const [field, value] of change.values) {
    if (!field.relation || value === null) continue;
    const parent = unit.policy.registry.targetOf(field);
    const isInline = parent.inlines.some((inline) => inline.model === model.key && inline.field === field.name);
    if (!isInline || unit.policy.may(parent, 'change') || unit.hasCreated(parent, String(value))) continue;
    problems.add(field.name, say('mayNotChangeParents', { models: parent.verboseNamePlural }));
  }
}

function references({ policy }: UnitOfWork, { change }: CheckedRow): Check[] {
  return [...change.values].flatMap(([field, value]): Check[] => {
    if (!field.relation || value === null) return [];
    const target = policy.registry.targetOf(field);
    const isKept = field.keyPrefix !== undefined;
    const name = `${isKept ? 'kept ' : ''}${target.key} ${String(value)}`;
    const check: ExistenceCheck = { kind: 'row', model: target, condition: keyIs(target, [value]), isScoped: true, isKept };
    return [{ check, wanted: true, field: field.name, message: missingTarget(value), verified: name }];
  });
}

/** New targets of many-to-many fields must exist; stored targets that the actor cannot reach may stay. */
function linkChecks({ registry }: Policy, { change, before }: CheckedRow): Check[] {
  return [...change.links].flatMap(([field, values]): Check[] => {
    const added = addedTargets(field, values, before);
    if (added.length === 0) return [];
    const target = registry.targetOf(field);
    const condition = keysAre(
      target,
      added.map((value) => [value]),
    );
    const check: ExistenceCheck = { kind: 'all', model: target, condition, count: plain(added.length) };
    const message = missingTargets(added);
    const verified = `all ${target.key} ${JSON.stringify(added.map(String))}`;
    return [{ check, wanted: true, field: field.name, message, verified }];
  });
}

/** The targets that a change adds to a many-to-many field. */
export function addedTargets(field: Field, values: readonly Value[], before: StoredRow | null): Value[] {
  const stored = before?.[field.name];
  const storedTexts = new Set(Array.isArray(stored) ? stored.map(String) : []);
  return values.filter((value) => !storedTexts.has(canonical(field.inner ?? field, value)));
}

/** Foreign keys that are plain fields here. The database would refuse a bad value without naming the field. */
function plainReferences(policy: Policy, { model, change, merged }: CheckedRow): Check[] {
  const { fields: visible } = policy.access(model);
  return model.plainReferences.flatMap(({ columns, table, targetColumns }): Check[] => {
    const fields = columns.map((column) => model.fields.find((field) => field.column === column && !field.link));
    const changed = fields.find((field) => field && change.values.has(field));
    const pairs = fields.flatMap((field, index) => {
      const value = field && valueIn(merged, field);
      return field && value !== null && value !== undefined ? [{ column: targetColumns[index] ?? '', field, value }] : [];
    });
    if (!changed || pairs.length < columns.length) return [];
    const text = pairs.flatMap(({ field, value }) => (visible.includes(field) ? [String(value)] : [])).join(', ');
    const check = scopedReference(policy, table, pairs) ?? columnsCheck(table, pairs);
    const verified = `plain ${tableId(table)} ${JSON.stringify(pairs.map(({ column, value }) => [column, String(value)]))}`;
    return [{ check, wanted: true, field: changed.name, message: missingTarget(text), verified }];
  });
}

/** A value that is compared with a column of another table. */
interface ColumnValue {
  readonly column: string;
  readonly field: Field;
  readonly value: Value;
}

function columnsCheck(table: TableName, values: readonly ColumnValue[]): ExistenceCheck {
  const pairs = values.map(({ column, field, value: given }) => ({ column, value: new Parameter('stored', { given, field }) }));
  return { kind: 'columns', table, pairs };
}

/** The same check on the model of the table, if it has one: the actor's scope may hide some of its rows. */
function scopedReference({ registry }: Policy, table: TableName, pairs: readonly ColumnValue[]): ExistenceCheck | null {
  const model = registry.ofTable(table);
  const parts = pairs.flatMap(({ column, value }): Condition[] => {
    const field = model?.fields.find((candidate) => candidate.column === column && !candidate.link);
    return field ? [equals(ownPath(field), value)] : [];
  });
  return model && parts.length === pairs.length ? { kind: 'row', model, condition: allOf(parts), isScoped: true } : null;
}

function uniques(policy: Policy, row: CheckedRow): Check[] {
  const { model, change } = row;
  const { fields: visible } = policy.access(model);
  const single = [...change.values.keys()].filter((field) => field.unique).map((field) => [field]);
  const together = model.uniqueTogether.filter((set) => set.some((field) => change.values.has(field)));
  return [...single, ...together].flatMap((set): Check[] => {
    const values = set.map((field) => valueIn(row.merged, field));
    if (values.some((value) => value === null)) return [];
    const same = set.map((field, index): Condition => equals(ownPath(field), values[index] ?? null));
    const others: Condition[] = row.key ? [{ kind: 'not', part: keyIs(model, row.key) }] : [];
    const taken = (isInTrash: boolean): ExistenceCheck => {
      const condition = allOf([...same, ...others, ...trashCondition(model, isInTrash)]);
      return { kind: 'row', model, condition, isScoped: false };
    };
    const check = taken(false);
    const readable = set.filter((field) => visible.includes(field));
    const fieldNames = readable.map((each) => each.verboseName);
    const [only] = readable;
    const isSingle = only !== undefined && readable.length === 1;
    const field = isSingle ? only.name : nonField;
    const message = isSingle
      ? say('alreadyExists', { model: model.verboseName, fields: fieldNames })
      : say('uniqueTogether', { fields: fieldNames });
    // Only an actor who may see every row of the trash is told that the value is there.
    const maySay = policy.maySeeTrash(model) && policy.access(model).rule.kind === 'true';
    const inTrash = say('takenInTrash', { model: model.verboseName, fields: fieldNames });
    const ofTrash: Check[] = model.softDelete ? [{ check: taken(true), wanted: false, field, message: maySay ? inTrash : message }] : [];
    return [{ check, wanted: false, field, message }, ...ofTrash];
  });
}

/** A field's value in a stored row; null also if the field cannot have the value. */
function valueIn(row: StoredRow, field: Field): Value {
  try {
    return parseInput(field, row[field.name] ?? null);
  } catch (error) {
    if (error instanceof InvalidValue) return null;
    throw error;
  }
}

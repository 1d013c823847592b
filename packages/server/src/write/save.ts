import { authorizeWrite } from '../authorize/authorize-write.ts';
import { diffOf } from '../audit/entry.ts';
import type { AdminError } from '../errors/errors.ts';
import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import { InvalidValue } from '../model/field-type.ts';
import type { HookChanges, StoredRow } from '../model/config/hooks.ts';
import { checkValue, parseInput } from '../model/input.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import { Parameter } from '../plan/parameter.ts';
import type { Assignment } from '../plan/write.ts';
import type { KeyValues } from '../request/key.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import { addedTargets, checkRow } from './check-rows.ts';
import { FieldProblems, nonField } from './problems.ts';
import { type InputContext, readInput, requireFields, type RowInput } from './read-input.ts';
import { keyOfRow, mergedRow, nameOfRow, type RowChange } from './row.ts';
import { fieldsIn } from '../plan/condition.ts';
import { seenLinksOf } from './seen-links.ts';
import { serviceValues, writtenValue } from './service-values.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { say } from '../texts/message.ts';

/** A row that a request writes. */
export interface TargetRow {
  readonly model: Model;
  /** Null for a new row. */
  readonly key: KeyValues | null;
  readonly before: StoredRow | null;
}

/** A row that has been checked and is about to be written. */
export interface PendingRow extends TargetRow {
  readonly change: RowChange;
  /** The fields that the request sets; values that hooks add belong to the service. */
  readonly requested: ReadonlySet<Field>;
}

/** A stored row that has been checked and is about to be changed. */
export interface PendingChange extends PendingRow {
  readonly key: KeyValues;
  readonly before: StoredRow;
}

/** How the input of a row is read. */
export interface SaveOptions {
  readonly isStrict: boolean;
  /** Whether errors name the row's key, because the request is about several rows. */
  readonly namesRow: boolean;
}

/** Reads the input of a new row and checks it against the model and the database; all its problems are one 400 (CONTRACT §5). */
export async function prepareNewRow(unit: UnitOfWork, model: Model, input: RowInput, options: SaveOptions): Promise<PendingRow> {
  const target = { model, key: null, before: null };
  const context = contextOf(unit, target, new Map(), options);
  return { ...target, ...(await check(unit, target, readInput(input, context), context)) };
}

/** Reads the input of a stored row and checks it, as {@link prepareNewRow} does. @returns null if it changes nothing. */
export async function prepareChange(
  unit: UnitOfWork,
  { model, before }: { readonly model: Model; readonly before: StoredRow },
  input: RowInput,
  options: SaveOptions,
): Promise<PendingChange | null> {
  const target = { model, key: keyOfRow(model, before), before };
  const context = contextOf(unit, target, await seenLinksOf(unit, { model, before, input }), options);
  const change = readInput(input, context);
  if (context.problems.isEmpty && isEmpty(change)) return null;
  return { ...target, ...(await check(unit, target, change, context)) };
}

/** What the input of a row is read with. */
interface SaveContext extends InputContext {
  /** The row's key as errors name it. */
  readonly named: string | undefined;
}

function contextOf(
  { policy }: UnitOfWork,
  { model, key, before }: TargetRow,
  seenLinks: InputContext['seenLinks'],
  { isStrict, namesRow }: SaveOptions,
): SaveContext {
  const named = key && namesRow ? keyTextOf(model, key) : undefined;
  return { model, policy, before, isStrict, seenLinks, problems: new FieldProblems(), named };
}

/** Runs the guard of the model and the code of the config that comes before a save; their values are added to the change, and what they refuse to the problems. */
export async function runChecks(
  unit: UnitOfWork,
  target: TargetRow,
  { change, changed }: NamedChange,
  problems: FieldProblems,
): Promise<void> {
  if (target.model.guard) await runGuard(unit, target, { change, changed }, problems);
  if (problems.isEmpty) await runBeforeSave(unit, target, { change, changed }, problems);
  if (problems.isEmpty) await validate(unit, target, change, problems);
}

/** Checks a change that has been read, with the guard of the model and the hooks of the config. */
async function check(
  unit: UnitOfWork,
  target: TargetRow,
  change: RowChange,
  context: SaveContext,
): Promise<Pick<PendingRow, 'change' | 'requested'>> {
  const { model, before } = target;
  const { problems, named } = context;
  const requested = new Set([...change.values.keys(), ...change.links.keys()]);
  const row = { change, changed: namesOf(requested) };
  if (model.guard) await runGuard(unit, target, row, problems);
  if (problems.isEmpty) await runBeforeSave(unit, target, row, problems);
  if (!before) requireFields(change, context);
  await checkRow(unit, { ...target, merged: mergedRow(model, before, change), change: withoutProblems(change, problems), problems });
  if (problems.isEmpty) await validate(unit, target, change, problems);
  problems.throwIfAny(named);
  return { change, requested };
}

function isEmpty({ values, links }: RowChange): boolean {
  return values.size === 0 && links.size === 0;
}

function namesOf(fields: ReadonlySet<Field>): ReadonlySet<string> {
  return new Set(Array.from(fields, (field) => field.name));
}

/** The change of the fields that have no problem yet: the others are not compared with other rows. */
function withoutProblems({ values, links }: RowChange, problems: FieldProblems): RowChange {
  const isSound = ([field]: readonly [Field, unknown]): boolean => !problems.has(field.name);
  return { values: new Map([...values].filter(isSound)), links: new Map([...links].filter(isSound)) };
}

/** A change of a row, with the names of the fields that the request changes. */
export interface NamedChange {
  readonly change: RowChange;
  readonly changed: ReadonlySet<string>;
}

/** Runs the guard of the model and adds its values to the change. */
async function runGuard(unit: UnitOfWork, target: TargetRow, { change, changed }: NamedChange, problems: FieldProblems): Promise<void> {
  const { model, before } = target;
  const context = { ...unit.hookContext(mergedRow(model, before, change)), before, changed };
  addValues(target, change, await model.guard?.(context, (field, message) => problems.add(field, message)), problems);
}

/** Runs the config's `beforeSave` and adds its values to the change. */
async function runBeforeSave(
  unit: UnitOfWork,
  target: TargetRow,
  { change, changed }: NamedChange,
  problems: FieldProblems,
): Promise<void> {
  const { model, before } = target;
  const context = { ...unit.hookContext(mergedRow(model, before, change)), before, changed };
  addValues(target, change, await unit.hooksOf(model).beforeSave?.(context), problems);
}

function addValues({ model, before }: TargetRow, change: RowChange, more: HookChanges | void, problems: FieldProblems): void {
  for (const [name, raw] of Object.entries(more ?? {})) {
    if (raw === undefined) continue;
    const field = model.fieldByName.get(name);
    if (field?.primaryKey && before) throw new Error(`beforeSave of ${model.key} changes its key.`);
    if (!field || field.link) throw new Error(`beforeSave of ${model.key} gives "${name}", which is no field of its table.`);
    try {
      change.values.set(field, checkValue(field, parseInput(field, raw)));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.add(name, ...error.all);
    }
  }
}

/** Runs the config's `validate` on the row as it will be. */
async function validate({ policy }: UnitOfWork, { model, before }: TargetRow, change: RowChange, problems: FieldProblems): Promise<void> {
  const answer = await model.validate?.(mergedRow(model, before, change), {
    actor: policy.actor,
    language: policy.registry.wording.tag,
    before,
  });
  for (const [name, messages] of Object.entries(answer ?? {})) {
    for (const message of typeof messages === 'string' ? [messages] : (messages ?? [])) problems.add(name, message);
  }
}

/** A change of a row. */
export interface WrittenRow extends Pick<PendingRow, 'model' | 'change' | 'requested'> {
  readonly isNew: boolean;
}

/** The columns of a row that is written: values of the request, and values that the service adds. */
export function assignmentsOf(unit: UnitOfWork, { model, change, requested, isNew }: WrittenRow): Assignment[] {
  const moment = { actor: unit.policy.actor, now: unit.now };
  const problems = new FieldProblems();
  const assignments = [...change.values].flatMap(([field, value]): Assignment[] => {
    const written = writtenValue(field, value);
    if (written) return [{ field, written, origin: requested.has(field) ? 'request' : 'service' }];
    problems.add(field.name, say('notTaken'));
    return [];
  });
  problems.throwIfAny();
  return [...assignments, ...serviceValues(model, change, isNew, moment)];
}

/** Adds and removes links of many-to-many fields until they match the change. */
export async function saveLinks(unit: UnitOfWork, row: PendingRow, key: KeyValues, namesRow = false): Promise<void> {
  for (const [field, values] of row.change.links) {
    const stored = row.before?.[field.name];
    const wanted = new Set(values.map(String));
    const inner = field.inner ?? field;
    const gone = Array.isArray(stored)
      ? stored.filter((target) => !wanted.has(String(target))).map((target): Value => inner.type.parse(String(target), inner))
      : [];
    for (const [kind, targets] of [
      ['unlink', gone],
      ['link', addedTargets(field, values, row.before)],
    ] as const) {
      if (targets.length === 0) continue;
      const parameter = new Parameter('values', { given: targets, field: inner });
      const plan = { kind, model: row.model, isNew: row.before === null, field, key, targets: parameter };
      const about = { model: row.model, fields: [field], row: namesRow ? keyTextOf(row.model, key) : undefined };
      await withConstraintErrors(about, () => unit.writes.change(authorizeWrite(plan, unit.policy)));
    }
  }
}

/** Runs the hook after a row was saved, and adds its entry to the audit log. */
export async function finishRow(
  unit: UnitOfWork,
  row: PendingRow,
  after: StoredRow,
  action: 'create' | 'update' | 'bulk_update',
): Promise<void> {
  const { model, before, requested } = row;
  await unit.hooksOf(model).afterSave?.({ ...unit.hookContext(after), before, changed: namesOf(requested) });
  recordRow(unit, row, after, action);
}

/** Adds the entry of a saved row to the audit log. */
export function recordRow(
  unit: UnitOfWork,
  { model, before, key: known }: Pick<PendingRow, 'model' | 'before' | 'key'>,
  after: StoredRow,
  action: 'create' | 'update' | 'bulk_update',
): void {
  const key = keyTextOf(model, known ?? keyOfRow(model, after));
  unit.entries.push({
    action,
    model: model.key,
    key,
    name: nameOfRow(model, after, key),
    diff: diffOf(model, before, after),
    targets: [],
    targetsCount: 0,
    status: 'ok',
  });
}

/** The 400 for a row that would leave the actor's scope, on the fields that decide that (CONTRACT §5). */
export function outOfReach(unit: UnitOfWork, { model, requested }: Pick<PendingRow, 'model' | 'requested'>, row?: string): AdminError {
  const problems = new FieldProblems();
  const deciding = fieldsIn(unit.policy.access(model).rule).filter((field) => requested.has(field));
  for (const field of deciding) problems.add(field.name, say('outOfReach'));
  if (problems.isEmpty) problems.add(nonField, say('outOfReach'));
  return problems.asError(row);
}

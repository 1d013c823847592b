import type { Operation } from '@grimoire/protocol';
import { requireRight } from '../authorize/authorize.ts';
import { AdminError, invalidParameter, OperationProblems } from '../errors/errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { isPerhapsRounded } from '../model/raw-number.ts';
import { tableId } from '../model/table.ts';
import { keyTextOf } from '../plan/keys.ts';
import { type KeyValues, parseKey } from '../request/key.ts';
import { createRow } from './create.ts';
import { deleteRows } from './delete.ts';
import { FailedOperation, fieldsOf } from './failed-operation.ts';
import { yieldEvery } from '../process/event-loop.ts';
import { ReasonMissing } from './reason.ts';
import type { RowInput } from './read-input.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { lockRows } from './lock.ts';
import { updateRow } from './update.ts';
import { type Said, say } from '../texts/message.ts';

/** Compares a row with the ETag that a client sent; throws a 412 if the row has changed. */
export type IfMatch = (unit: UnitOfWork, model: Model, key: KeyValues, tag: string) => Promise<void>;

/** The row that an operation created or changed. */
interface Outcome {
  readonly model: Model;
  readonly key: KeyValues;
  /** What the database has made of it, if that is something else: it has kept the row that was to be deleted, or taken it out of its table. */
  readonly made?: 'kept' | 'gone';
}

/** The outcomes of the operations; null if unknown, because an operation that it refers to has failed. */
type Outcomes = (Outcome | null)[];

/**
 * Runs operations one after the other, such as a parent and its children in one call. Problems of several operations are reported together.
 * Throws an error that names its operation (CONTRACT §6).
 * @returns the model and key of each operation's row.
 */
export async function runOperations(
  unit: UnitOfWork,
  { model, operations, requireMatch }: { readonly model: Model; readonly operations: readonly Operation[]; readonly requireMatch: IfMatch },
): Promise<readonly Outcome[]> {
  const outcomes: Outcomes = [];
  const problems = new OperationProblems();
  for (const [index, operation] of operations.entries()) {
    await yieldEvery(index);
    try {
      outcomes.push(await runOperation({ unit, model, requireMatch, outcomes }, operation));
    } catch (error) {
      if (error instanceof ReasonMissing) throw error;
      const failed = new FailedOperation(index, error);
      // After a validation error of the service itself the transaction is still usable, so the remaining operations are checked as well.
      if (!(error instanceof AdminError) || error.code !== 'invalid') throw failed;
      problems.add(index, fieldsOf(error), (failed.named(error) as AdminError).said.detail);
      if (problems.isFull) break;
      outcomes.push(null);
    }
  }
  problems.throwIfAny();
  return outcomes.filter((outcome) => outcome !== null);
}

interface Run {
  readonly unit: UnitOfWork;
  readonly model: Model;
  readonly requireMatch: IfMatch;
  readonly outcomes: Outcomes;
}

async function runOperation(run: Run, operation: Operation): Promise<Outcome | null> {
  const { unit, outcomes } = run;
  const model = modelOf(run, operation);
  requireRight(unit.policy, model, rightOf[operation.op]);
  const data = resolveData(operation, model, run);
  if (operation.op === 'create') {
    requireNoRow(operation);
    const created = data && (await createRow(unit, model, data));
    return created && { model, key: created.key, ...(created.answer ? {} : { made: 'gone' }) };
  }
  const key = resolveKey(operation, model, outcomes);
  // The operation refers to one that has failed.
  if (data === null || key === null) return null;
  const before = await lockOne(unit, { model, key, right: rightOf[operation.op] });
  if (operation.if_match !== undefined) await run.requireMatch(unit, model, key, operation.if_match);
  if (operation.op === 'delete') {
    const remaining = await deleteRows(unit, { model, rows: [before], action: 'delete' });
    return { model, key, ...(remaining.size === 0 ? {} : { made: 'kept' }) };
  }
  const { isGone } = await updateRow(unit, { model, before, input: data });
  return { model, key, ...(isGone ? { made: 'gone' } : {}) };
}

/** The right that each kind of operation needs. */
export const rightOf = { create: 'add', update: 'change', delete: 'delete' } as const;

function modelOf({ unit, model }: Run, { model: key }: Operation): Model {
  if (key === undefined) return model;
  const other = unit.policy.registry.find(key);
  if (other && unit.policy.knows(other)) return other;
  throw problem('model', say('noModel', { name: key.slice(0, 100) }));
}

function problem(name: string, message: Said): AdminError {
  return invalidParameter(name, message);
}

async function lockOne(
  unit: UnitOfWork,
  { model, key, right }: { readonly model: Model; readonly key: KeyValues; readonly right: 'change' | 'delete' },
): Promise<StoredRow> {
  const [row] = await lockRows(unit, model, [key], right);
  if (!row) throw problem('pk', say('noRow', { key: keyTextOf(model, key) }));
  return row;
}

/** Throws a 400 if an operation that creates a row names one. */
function requireNoRow({ pk, if_match: tag }: Operation): void {
  if (pk !== undefined) throw problem('pk', say('newWithoutKey'));
  if (tag !== undefined) throw problem('if_match', say('newWithoutTag'));
}

/** The key of an operation's row; null if the operation that it refers to has failed. */
function resolveKey({ pk }: Operation, model: Model, outcomes: Outcomes): KeyValues | null {
  if (pk === undefined) throw problem('pk', say('required'));
  if (isPerhapsRounded(pk)) throw problem('pk', say('longNumber'));
  const text = typeof pk === 'object' ? referred(pk, { name: 'pk', model }, outcomes) : String(pk);
  if (text === null) return null;
  const key = parseKey(model, text);
  if (!key) throw problem('pk', say('noRow', { key: text.slice(0, 100) }));
  return key;
}

/** The data, with references replaced by the keys of earlier operations; null if one of those has failed. */
function resolveData({ op, data }: Operation, model: Model, { outcomes, unit }: Run): RowInput | null {
  if (op === 'delete') {
    if (data !== undefined) throw problem('data', say('deleteWithoutData'));
    return {};
  }
  if (data === undefined) throw problem('data', say('required'));
  let isKnown = true;
  const resolve = (name: string, value: unknown): unknown => {
    const field = model.fieldByName.get(name);
    if (!field?.relation) return value;
    const target = unit.policy.registry.targetOf(field);
    if (!isReference(value)) return Array.isArray(value) ? value.map((part: unknown) => resolve(name, part)) : value;
    const key = referred(value, { name, model: target }, outcomes);
    isKnown &&= key !== null;
    return key;
  };
  const resolved = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, resolve(name, value)]));
  return isKnown ? resolved : null;
}

interface Reference {
  readonly $ref: number;
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).join() === '$ref';
}

/** The key, as text, of the row that an earlier operation created; null if that operation has failed. */
function referred({ $ref: index }: Reference, wanted: { readonly name: string; readonly model: Model }, outcomes: Outcomes): string | null {
  const outcome = Number.isInteger(index) ? outcomes[index] : undefined;
  if (outcome === undefined) throw problem(wanted.name, say('noOperation', { index: String(index).slice(0, 20) }));
  if (outcome && tableId(outcome.model.table) !== tableId(wanted.model.table)) throw problem(wanted.name, say('otherModel', { index }));
  return outcome && keyTextOf(outcome.model, outcome.key);
}

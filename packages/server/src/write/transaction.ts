import type { AuditEntry } from '../audit/entry.ts';
import type { AuditContext, Recorder } from '../audit/record.ts';
import type { RecordedSet } from '../databases/recording.ts';
import type { ChangeSets, WriteIntent } from '../journal/change-sets.ts';
import type { StatementReader } from '../databases/statement.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Writes } from '../store/writes.ts';
import type { Store } from '../store/store.ts';
import type { UserLimit } from '../store/shares/user-limit.ts';
import { ConstraintError } from '../databases/constraint-error.ts';
import { ConstraintViolation, explainBrokenRule, unattributedViolation } from './constraint-violations.ts';
import type { Model } from '../model/model.ts';
import type { UniqueProbes } from './probes.ts';
import type { LogPositions } from '../store/replicas/log-positions.ts';
import { together } from '../databases/statement-queue.ts';
import { AdminError } from '../errors/errors.ts';
import { say } from '../texts/message.ts';
import type { Examination } from './examination.ts';
import { FailedOperation } from './failed-operation.ts';
import type { IdempotencyStore } from './idempotency.ts';
import { requireReasonOf } from './reason.ts';
import { type RequestTrace, UnitOfWork } from './unit-of-work.ts';

/** The services that a write needs. */
export interface WriteService {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly changeSets: ChangeSets;
  readonly idempotency: IdempotencyStore;
  readonly writeLimit: UserLimit;
  readonly uniqueProbes: UniqueProbes;
  /** Records where a user has written, if rows are read from replicas. */
  readonly logPositions: LogPositions | undefined;
  /** Ends the links of staff to rows that a transaction has deleted, if the settings link staff to rows. */
  readonly endLostLinks: ((writes: Writes) => Promise<AuditEntry[]>) | undefined;
}

/** A row by its model and its key; a run of an action on several rows has no key. */
export type AuditedRow = Pick<AuditEntry, 'model' | 'key'>;

/**
 * Called before a commit. If the request has taken long, it reads the user again within the transaction: a second connection could be one
 * that never becomes free. Throws a 401 or 403 if the user may no longer sign in, and a 409 `locked` if their permissions have changed.
 * @param changed the rows that the transaction has changed.
 */
export type RecheckRights = (transaction: StatementReader, changed: readonly AuditedRow[]) => Promise<void>;

/** The current user, and the trace of the request. */
export interface Writer {
  readonly policy: Policy;
  readonly trace: () => RequestTrace;
  readonly recheckRights: RecheckRights;
  readonly intent?: WriteIntent;
  /** Looks at what is written before it is committed. */
  readonly examination?: Examination | undefined;
  /** Milliseconds that one statement may take; by default the limit of the pool. */
  readonly statementTimeout?: number;
  /** Called after the commit, with the change set. */
  readonly recorded?: (set: RecordedSet) => void;
}

/**
 * Runs all writes of a request in one transaction, with their entries in the audit log: all of them are committed, or none. An error of the
 * database becomes a 400 on its field.
 */
export async function writeInTransaction<T>(
  { store, recorder, changeSets, writeLimit, uniqueProbes, logPositions, endLostLinks }: WriteService,
  { policy, trace: traceOf, recheckRights, intent, examination, statementTimeout, recorded }: Writer,
  job: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const trace = { ...traceOf(), ...(intent?.reason === undefined ? {} : { reason: intent.reason }) };
  let taken: Model | undefined;
  let set: Promise<RecordedSet | null> | undefined;
  const write = async (writes: Writes): Promise<T> => {
    const unit = new UnitOfWork(policy, writes, trace, { uniqueTaken: (model) => (taken = model), undoOf: intent?.undo?.of, examination });
    const result = await job(unit);
    // A request that began for the user as last read must have confirmed them by now: nothing of it may be committed otherwise.
    if (!policy.confirmation.isDone) throw new Error('A write was not authorized for the user as they are now.');
    // The write may have waited for locks, or for a duplicate of the request.
    await recheckRights({ read: async (statement) => (await writes.runOwn(statement)).rows }, unit.entries);
    requireReasonOf(unit);
    ({ set } = await recordUnit({ changeSets, endLostLinks }, unit, intent));
    const context: AuditContext = { actor: policy.actor, now: unit.now, ...trace };
    // Its error is that of the commit.
    set.catch(() => {});
    if (examination) await examination.end(unit, await recordedNow(writes, set));
    await recorder.record(unit.entries, context, (statement) => writes.runOwnLater(statement), writes.isRecorded);
    if (logPositions && policy.actor.id !== null && unit.entries.length > 0) writes.runOwnLater(logPositions.noteOf(policy.actor.id));
    return result;
  };
  const options = { isRecorded: true, ...(statementTimeout === undefined ? {} : { statementTimeout }) };
  try {
    const result = await writeLimit.run(policy.actor.id, (spent) =>
      store.transaction((writes) => inTime(write(writes), examination?.limit), { ...options, handicap: spent }),
    );
    const changeSet = await set;
    if (changeSet) recorded?.(changeSet);
    return result;
  } catch (error) {
    taken ??= takenIn(error);
    if (taken) uniqueProbes.note(policy, taken, trace.requestId);
    throw await explained(error, policy, store);
  }
}

/** Writes what a unit of work has changed into the journal. @returns the change set, which comes with the next answer. */
export async function recordUnit(
  { changeSets, endLostLinks }: Pick<WriteService, 'changeSets' | 'endLostLinks'>,
  unit: UnitOfWork,
  intent?: WriteIntent,
): Promise<{ readonly set: Promise<RecordedSet | null> }> {
  const { writes, policy, now, trace, entries, irreversible } = unit;
  if (unit.hasErased && endLostLinks) entries.push(...(await endLostLinks(writes)));
  if (!writes.isRecorded) return { set: Promise.resolve(null) };
  const about = { actor: policy.actor, now, ...trace, reason: intent?.reason, entries, intent: { ...intent, irreversible } };
  return changeSets.record(writes, about);
}

/** What was recorded, which comes with the next answer. */
export async function recordedNow(writes: Writes, set: Promise<RecordedSet | null>): Promise<RecordedSet | null> {
  const [recorded] = await together(set, writes.runOwn({ sql: 'SELECT 1', parameters: [] }));
  return recorded;
}

/** The result of a job. Throws a 503 if it takes longer than so many milliseconds: its locks end then. */
async function inTime<T>(job: Promise<T>, limit: number | undefined): Promise<T> {
  if (limit === undefined) return job;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AdminError('timeout', { detail: say('tryLate', { count: limit / 1000 }) })), limit);
  return Promise.race([job, late]).finally(() => clearTimeout(timer));
}

/** The model whose unique value is taken, if that is the reason of the refusal. */
function takenIn(error: unknown): Model | undefined {
  if (error instanceof FailedOperation) return takenIn(error.cause);
  return error instanceof ConstraintViolation && error.broken.kind === 'unique' ? error.model : undefined;
}

async function explained(error: unknown, policy: Policy, store: Store): Promise<unknown> {
  if (error instanceof FailedOperation) return error.named(await explained(error.cause, policy, store));
  if (error instanceof ConstraintError) return unattributedViolation(error);
  if (!(error instanceof ConstraintViolation)) return error;
  return explainBrokenRule(error, policy, (broken) => store.constraintColumns(broken, error.model.table));
}

import type { AuditContext, Recorder } from '../audit/record.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Writes } from '../store/writes.ts';
import type { Store } from '../store/store.ts';
import type { UserLimit } from '../store/user-limit.ts';
import { ConstraintError } from '../store/constraint-error.ts';
import { ConstraintViolation, explainBrokenRule, unattributedViolation } from './constraint-violations.ts';
import type { Model } from '../model/model.ts';
import type { UniqueProbes } from './probes.ts';
import { FailedOperation } from './failed-operation.ts';
import type { IdempotencyStore } from './idempotency.ts';
import { type Origin, WriteSession } from './session.ts';

/** What a write needs beyond the request. */
export interface WriteService {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly outcomes: IdempotencyStore;
  readonly writeLimit: UserLimit;
  readonly uniqueProbes: UniqueProbes;
}

/** Who writes, and from where. */
export interface Writer {
  readonly policy: Policy;
  readonly origin: () => Origin;
  /** Milliseconds that one statement may take; else the pool's own. */
  readonly statementTimeout?: number;
}

/**
 * Runs all the writes of a request in one transaction, with their entries in the audit log: all of it is done, or
 * nothing. What the database refuses comes back as the 400 on its field.
 */
export async function writeInTransaction<T>(
  { store, recorder, writeLimit, uniqueProbes }: WriteService,
  { policy, origin: originOf, statementTimeout }: Writer,
  job: (session: WriteSession) => Promise<T>,
): Promise<T> {
  const origin = originOf();
  let taken: Model | undefined;
  const write = async (writes: Writes): Promise<T> => {
    const session = new WriteSession(policy, writes, origin, (model) => (taken = model));
    const result = await job(session);
    const context: AuditContext = { actor: policy.actor, now: session.now, ...origin };
    await recorder.record(session.entries, context, (statement) => writes.own(statement));
    return result;
  };
  try {
    const options = statementTimeout === undefined ? {} : { statementTimeout };
    return await writeLimit.run(policy.actor.id, (spent) => store.transaction(write, { ...options, handicap: spent }));
  } catch (error) {
    taken ??= takenIn(error);
    if (taken) uniqueProbes.note(policy, taken, origin.requestId);
    throw await explained(error, policy, store);
  }
}

/** The model of which a unique value is taken, where that is what was refused. */
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

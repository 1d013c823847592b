import { maxTargets } from '../audit/entry.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { everyRow } from '../plan/condition.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { ActionJob, ActionPlan, Chosen, LockedKeys } from '../plan/write.ts';
import type { Policy } from '../authorize/policy.ts';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { ActionStatements } from '../store/action-statements.ts';
import { keysIn, maxBulk, unknownIds } from '../write/bulk.ts';
import type { KeyValues } from '../request/key.ts';
import type { RunRequest } from './run-request.ts';

/** The rows of a run; locked if the run writes. */
export interface LockedTargets {
  readonly chosen: Chosen;
  readonly count: number;
  /** The first of their keys, as text. */
  readonly firstKeys: readonly string[];
  /** To be called when the run has ended. */
  readonly done: () => Promise<void>;
}

/** A job on the rows of a run, authorized by the policy. */
export function authorizeJob(
  policy: Policy,
  { model, action, chosen }: Pick<ActionPlan, 'model' | 'action' | 'chosen'>,
  job: ActionJob,
): AuthorizedPlan<ActionPlan> {
  return authorizeWrite({ kind: 'action', model, action, chosen, narrowing: everyRow, job }, policy);
}

/**
 * Finds the rows of a run and locks them, in the order of their keys. Up to 10,000 keys are kept in memory; more are kept in a table of the
 * transaction, so that the memory use does not depend on the number of rows. Throws a 400 that names ids that do not exist, or invalid
 * filters.
 */
export async function lockTargets(
  statements: ActionStatements,
  policy: Policy,
  { model, action, chosen }: RunRequest,
): Promise<LockedTargets> {
  const locks = model.isLockable;
  const limit = chosen.kind === 'keys' ? undefined : maxBulk + 1;
  const keys = await keysOf(statements, authorizeJob(policy, { model, action, chosen }, { do: 'keys', locks, limit }));
  const texts = keys.map((key) => keyTextOf(model, key));
  const firstKeys = texts.slice(0, maxTargets);
  if (chosen.kind === 'keys') requireAll(model, chosen.keys, texts);
  if (keys.length <= maxBulk)
    return { chosen: { kind: 'locked', keys: keys as unknown as LockedKeys }, count: keys.length, firstKeys, done: async () => {} };
  const table = authorizeJob(policy, { model, action, chosen }, { do: 'make table', locks: false });
  const rows = authorizeJob(policy, { model, action, chosen }, { do: 'collect', locks });
  const { count, done } = await statements.collect(table, rows);
  return { chosen: { kind: 'collected', range: undefined }, count, firstKeys, done };
}

/** A range of the locked keys. */
export function partOf(keys: LockedKeys, from: number, to: number): LockedKeys {
  return keys.slice(from, to) as unknown as LockedKeys;
}

/** The keys of a run's locked rows, limited to rows that still exist and that match the run's narrowing. */
export async function lockedKeysOf(statements: ActionStatements, authorized: AuthorizedPlan<ActionPlan>): Promise<LockedKeys> {
  const { chosen } = authorized.plan;
  if (chosen.kind !== 'locked' && chosen.kind !== 'collected') throw new Error('These rows are not locked by this run.');
  return (await keysOf(statements, authorized)) as unknown as LockedKeys;
}

/** The keys of the rows that a plan finds. Throws a 400 that names those by which no row is found: a column of SQLite may hold any value. */
export async function keysOf(statements: ActionStatements, authorized: AuthorizedPlan<ActionPlan>): Promise<KeyValues[]> {
  return keysIn(authorized.plan.model, await statements.keys(authorized));
}

/** Throws a 400 that names the requested keys that were not found. */
export function requireAll(model: RunRequest['model'], asked: readonly KeyValues[], found: readonly string[]): void {
  const foundKeys = new Set(found);
  const missing = asked.map((key) => keyTextOf(model, key)).filter((key) => !foundKeys.has(key));
  if (missing.length > 0) throw unknownIds(missing);
}

import type { AuditEntry } from '../audit/entry.ts';
import { maxTargets } from './lock-targets.ts';
import type { RunRequest } from './run.ts';

/** The rows of a run, as its entry in the audit log has them. */
export interface EntryTargets {
  readonly count: number;
  /** The first of their keys. */
  readonly keys: readonly string[];
  /** What the row is called, where there is one only. */
  readonly name?: string;
}

/** What is said of a run that says nothing itself. */
export function rowsProcessed(count: number): string {
  return `${count} ${count === 1 ? 'row' : 'rows'} processed.`;
}

/** The entry of a run row by row: it has failed where it failed on every row, and else tells the rows on which it did. */
export function entryRowByRow(request: RunRequest, targets: EntryTargets, failed: ReadonlySet<string>): AuditEntry {
  const entry = runEntry(request, targets, failed.size > 0 && failed.size === targets.count ? 'failed' : 'ok');
  // Those that the entry also names as targets come first: the history of a row asks for these.
  const named = targets.keys.filter((key) => failed.has(key));
  return { ...entry, failedTargets: [...new Set([...named, ...failed])].slice(0, maxTargets) };
}

/** The one entry of a run (CONTRACT §8). That of a single row stands in the row's history. */
export function runEntry({ model, action }: RunRequest, { count, keys, name }: EntryTargets, status: AuditEntry['status']): AuditEntry {
  const [only] = keys;
  const isSingle = count === 1 && only !== undefined;
  return {
    action: `action:${action.key}`,
    model: model.key,
    key: isSingle ? only : null,
    name: isSingle ? (name ?? `${model.verboseName} ${only}`) : `${count} ${model.verboseNamePlural}`,
    diff: {},
    targets: keys,
    targetsCount: count,
    status,
  };
}

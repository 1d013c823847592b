import type { AuditEntry } from '../audit/entry.ts';
import { maxTargets } from './lock-targets.ts';
import type { RunRequest } from './run-request.ts';

/** The rows of a run, for its entry in the audit log. */
export interface EntryTargets {
  readonly count: number;
  /** The first of their keys. */
  readonly keys: readonly string[];
  /** The name of the row, if there is only one. */
  readonly name?: string;
}

/** The message of a run whose handler returns none. */
export function rowsProcessed(count: number): string {
  return `${count} ${count === 1 ? 'row' : 'rows'} processed.`;
}

/** The entry of a run row by row: failed if every row failed; otherwise it names the rows that failed. */
export function entryOfRun(request: RunRequest, targets: EntryTargets, failed: ReadonlySet<string>): AuditEntry {
  const entry = runEntry(request, targets, failed.size > 0 && failed.size === targets.count ? 'failed' : 'ok');
  // Failed rows that the entry also names as targets come first: the history of a row looks for these.
  const named = targets.keys.filter((key) => failed.has(key));
  return { ...entry, failedTargets: [...new Set([...named, ...failed])].slice(0, maxTargets) };
}

/** The one entry of a run (CONTRACT §8). If the run has a single row, the entry is also in that row's history. */
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

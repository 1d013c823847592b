import { type AuditEntry, maxTargets } from '../audit/entry.ts';
import { loggedInput } from './logged-input.ts';
import type { RunRequest } from './run-request.ts';
import { type Message, say } from '../texts/message.ts';

/** The rows of a run, for its entry in the audit log. */
export interface EntryRows {
  readonly count: number;
  /** The first of their keys. */
  readonly keys: readonly string[];
  /** The name of the row, if there is only one. */
  readonly name?: string;
}

/** The message of a run whose handler returns none. */
export function rowsProcessed(count: number): Message {
  return say('rowsProcessed', { count });
}

/** The entry of a run that has ended: failed if every row failed; otherwise it names the rows that failed. */
export function finishedEntry(request: RunRequest, rows: EntryRows, failed: ReadonlySet<string>): AuditEntry {
  const entry = entryWithStatus(request, rows, failed.size > 0 && failed.size === rows.count ? 'failed' : 'ok');
  // Failed rows that the entry also names as targets come first: the history of a row looks for these.
  const named = rows.keys.filter((key) => failed.has(key));
  return { ...entry, failedTargets: [...new Set([...named, ...failed])].slice(0, maxTargets) };
}

/** The one entry of a run (CONTRACT §8). If the run has a single row, the entry is also in that row's history. */
export function entryWithStatus(
  { model, action, input }: RunRequest,
  { count, keys, name }: EntryRows,
  status: AuditEntry['status'],
): AuditEntry {
  const [only] = keys;
  const isSingle = count === 1 && only !== undefined;
  return {
    action: `action:${action.key}`,
    model: model.key,
    key: isSingle ? only : null,
    name: isSingle ? (name ?? `${model.stored.one} ${only}`) : `${count} ${model.stored.many}`,
    diff: {},
    targets: keys,
    targetsCount: count,
    status,
    input: loggedInput(action.params, input),
  };
}
